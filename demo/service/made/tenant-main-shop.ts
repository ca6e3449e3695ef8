import { type SystemSpec, alive, bytes, count, errors, hourly, latency, percent, quarterly } from './catalogue';

/** The systems of the main tenant that sell something. */
export const shopSystems: readonly SystemSpec[] = [
  {
    id: 1,
    name: 'Webshop',
    nodes: [
      {
        id: 101,
        name: 'checkout-api',
        linked: [102, 103],
        metrics: [
          latency('response_time', 'Response time (ms)', { level: 180 }),
          errors('error_rate', 'Error rate (%)'),
          count('requests', 'Requests', { inf: 'office' }),
          percent('cpu.util', 'CPU utilisation (%)'),
        ],
      },
      {
        id: 102,
        name: 'storefront',
        linked: [101],
        metrics: [
          latency('page_load_time', 'Page load time (ms)', { level: 1150, aggregation: 'avg' }),
          count('orders/completed', 'Orders completed', { ...quarterly, level: 120, weight: 1 }),
          count('sessions', 'Sessions', { level: 2400, secondPeak: 21 }),
        ],
      },
      {
        id: 103,
        name: 'orders-db',
        linked: [101],
        metrics: [
          latency('query_time', 'Query time p95 (ms)', { level: 34, aggregation: 'max', width: 0.2 }),
          count('connections', 'Connections in use', {
            level: 70,
            daily: 1.2,
            width: 0.2,
            aggregation: 'max',
            inf: 'none',
          }),
          percent('disk.util', 'Disk utilisation (%)', { sup: 'night', level: 30 }),
        ],
      },
      {
        id: 104,
        name: 'search',
        linked: [105],
        metrics: [
          latency('latency p99', 'Latency p99 (ms)', { level: 420, aggregation: 'max', width: 0.22 }),
          percent('heap%used', null, {
            level: 46,
            daily: 0.4,
            width: 0.12,
            sup: 'always',
            inf: 'always',
            nested: true,
          }),
          count('queries', 'Queries', { level: 3100, weekend: 0.8 }),
        ],
      },
      {
        id: 105,
        name: 'recommendations',
        linked: [104],
        metrics: [
          latency('model_time', 'Model time (ms)', { level: 75 }),
          percent('gpu.util', 'GPU utilisation (%)', { level: 38, daily: 0.8, peak: 20 }),
        ],
      },
      {
        id: 106,
        name: 'image CDN / edge',
        metrics: [
          bytes('bytes/out', 'Traffic out (bytes/s)', { level: 180e6, peak: 20, weekend: 1.15 }),
          percent('cache hit ratio', 'Cache hit ratio (%)', {
            level: 91,
            daily: 0.02,
            width: 0.03,
            inf: 'always',
            sup: 'none',
          }),
        ],
      },
    ],
  },
  {
    id: 2,
    name: 'Payments & Billing',
    nodes: [
      {
        id: 201,
        name: 'payment-gateway',
        linked: [202, 203],
        metrics: [
          latency('authorisation_time', 'Authorisation time (ms)', { level: 310 }),
          errors('declined', 'Declined payments (%)', { level: 3.2, width: 0.35 }),
          count('payments', 'Payments', { level: 210, ...quarterly }),
        ],
      },
      {
        id: 202,
        name: 'billing-db',
        linked: [201],
        metrics: [
          latency('commit_time', 'Commit time (ms)', { level: 9, width: 0.25, sup: 'night' }),
          bytes('wal bytes', 'Write-ahead log (bytes/s)', { level: 4.2e6 }),
        ],
      },
      {
        id: 203,
        name: 'fraud-scoring',
        linked: [201],
        metrics: [
          count('queue/length', 'Queue length', { level: 40, aggregation: 'max', inf: 'none', width: 0.35 }),
          latency('scoring_time', 'Scoring time (ms)', { level: 130, gaps: true }),
        ],
      },
      {
        id: 204,
        name: 'invoice mailer',
        metrics: [
          count('mails<b>sent</b>', 'Mails <b>sent</b>', { ...hourly, level: 300, peak: 7, weekend: 0.05, daily: 5 }),
          alive('alive', 'Alive'),
        ],
      },
    ],
  },
];
