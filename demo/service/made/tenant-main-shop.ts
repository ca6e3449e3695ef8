import { type SystemSpec, bytes, count, errors, latency, percent, quarterly } from './catalogue';

/** The sales system of the main tenant. */
export const shopSystems: readonly SystemSpec[] = [
  {
    id: 1,
    name: 'Webshop',
    nodes: [
      {
        id: 101,
        name: 'checkout-api',
        linked: [102, 103, 201],
        metrics: [
          latency('response_time', 'Response time (ms)', { level: 180 }),
          errors('error_rate', 'Error rate (%)'),
          count('requests', 'Requests', { inf: 'office' }),
          percent('cpu.util', 'CPU utilization (%)'),
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
          percent('disk.util', 'Disk utilization (%)', { sup: 'night', level: 30 }),
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
          percent('gpu.util', 'GPU utilization (%)', { level: 38, daily: 0.8, peak: 20 }),
        ],
      },
      {
        id: 106,
        name: 'image-cdn',
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
];
