import { type SystemSpec, percent } from './catalogue';

/** `--busy` adds this to the main tenant: many independent nodes. */
export const fleet: SystemSpec = {
  id: 5,
  name: 'Edge fleet',
  nodes: Array.from({ length: 24 }, (_, i) => ({
    id: 501 + i,
    name: `edge-${String(i + 1).padStart(2, '0')}`,
    metrics: [percent('cpu', 'CPU (%)', { level: 20 + i })],
  })),
};
