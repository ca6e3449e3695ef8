import { type SystemSpec, percent } from './catalogue';

/** What `--busy` adds to the main tenant: a fleet of nodes that have nothing to do with one another. */
export const fleet: SystemSpec = {
  id: 5,
  name: 'Edge fleet',
  nodes: Array.from({ length: 24 }, (_, i) => ({
    id: 501 + i,
    name: `edge-${String(i + 1).padStart(2, '0')}`,
    metrics: [percent('cpu', 'CPU (%)', { level: 20 + i })],
  })),
};
