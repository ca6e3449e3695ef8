import { type SystemSpec, bytes, count, days, degrees, hourly, latency, percent, quarterly } from './catalogue';

/** The production and infrastructure systems of the main tenant. */
export const worksSystems: readonly SystemSpec[] = [
  {
    id: 3,
    name: 'Platform',
    nodes: [
      {
        id: 301,
        name: 'k8s-node-01',
        linked: [302],
        metrics: [
          percent('cpu', 'CPU (%)', { level: 35, inf: 'night' }),
          percent('memory', 'Memory (%)', { level: 58, daily: 0.15, width: 0.06, sup: 'always' }),
          bytes('net/eth0/rx', 'Network in (bytes/s)', { level: 23e6 }),
        ],
      },
      {
        id: 302,
        name: 'k8s-node-02',
        linked: [301],
        metrics: [
          percent('cpu', 'CPU (%)', { level: 31, inf: 'night' }),
          percent('memory', 'Memory (%)', { level: 52, daily: 0.2, width: 0.07, sup: 'always' }),
        ],
      },
      {
        id: 303,
        name: 'kafka-1',
        metrics: [
          count('consumer lag', 'Consumer lag', { level: 150, aggregation: 'max', inf: 'none' }),
          bytes('bytes in/s', 'Bytes in (bytes/s)', { level: 12e6, secondPeak: 19 }),
        ],
      },
      {
        id: 304,
        name: 'nightly-backup',
        metrics: [
          bytes('throughput', 'Throughput (bytes/s)', { ...quarterly, level: 8e6, peak: 2, daily: 6, weekend: 1 }),
        ],
      },
      {
        id: 305,
        name: 'object-store',
        metrics: [
          count('objects', 'Objects written', { level: 5200, ...hourly }),
          latency('first byte', 'Time to first byte (ms)', { level: 22, ...quarterly }),
        ],
      },
      {
        id: 306,
        name: null,
        detached: true,
        metrics: [percent('load', null, { level: 18, ...quarterly })],
      },
      {
        id: 307,
        name: 'pilot-cluster',
        metrics: [
          percent('cpu', 'CPU (%)', { ...days(2) }),
          latency('response_time', 'Response time (ms)', { ...days(26), level: 95 }),
        ],
      },
      {
        id: 308,
        name: 'volume-archive',
        metrics: [
          percent('volume/free space', 'Free space (%)', {
            ...quarterly,
            level: 41,
            daily: 0.05,
            width: 0.09,
            inf: 'always',
          }),
        ],
      },
    ],
  },
  {
    id: 4,
    name: 'South plant',
    nodes: [
      {
        id: 401,
        name: 'furnace-1',
        linked: [403],
        metrics: [
          degrees('temperature/°C', 'Temperature (°C)'),
          percent('heating_power', 'Heating power (%)', {
            ...quarterly,
            level: 55,
            daily: 0.2,
            weekend: 1,
            width: 0.12,
            inf: 'always',
          }),
        ],
      },
      {
        id: 402,
        name: 'furnace-2',
        linked: [403],
        metrics: [
          degrees('temperature/°C', 'Temperature (°C)', { level: 910 }),
          percent('heating_power', 'Heating power (%)', {
            ...quarterly,
            level: 61,
            daily: 0.2,
            weekend: 1,
            width: 0.12,
            inf: 'always',
          }),
        ],
      },
      {
        id: 403,
        name: 'cooling-loop',
        linked: [401, 402],
        metrics: [
          degrees('return_temperature', 'Return temperature (°C)', { level: 31, width: 0.09, daily: 0.12 }),
          degrees('flow m³/h', 'Flow rate (m³/h)', { level: 64, width: 0.06, step: 3_600_000 }),
        ],
      },
      {
        id: 404,
        name: 'gas-sensor-hall-2',
        metrics: [
          degrees('co/ppm', 'CO (ppm)', { level: 9, daily: 0.2, width: 0.25, floor: 0, step: 60_000, jitter: 2500 }),
        ],
      },
    ],
  },
];
