import { type SystemSpec, count, days, errors, hourly, latency, percent, quarterly } from './catalogue';

/** The tenant of `demo-token-small`: other systems, nodes and metrics, and fewer of them. */
export const smallTenant: readonly SystemSpec[] = [
  {
    id: 11,
    name: 'Reading room',
    nodes: [
      {
        id: 1101,
        name: 'catalogue',
        linked: [1102],
        metrics: [
          latency('response_time', 'Response time (ms)', { level: 95 }),
          count('searches', 'Searches', { level: 60, ...quarterly }),
          errors('error_rate', 'Error rate (%)'),
        ],
      },
      {
        id: 1102,
        name: 'index',
        linked: [1101],
        metrics: [percent('cpu', 'CPU (%)'), latency('lookup', 'Lookup (ms)', { level: 12 })],
      },
    ],
  },
  {
    id: 12,
    name: 'Lending desk',
    nodes: [
      { id: 1201, name: 'gate 1', metrics: [count('visitors', 'Visitors', { level: 20, ...hourly, weekend: 0.2 })] },
      { id: 1202, name: 'gate 2', metrics: [count('visitors', 'Visitors', { level: 14, ...hourly, ...days(40) })] },
    ],
  },
];
