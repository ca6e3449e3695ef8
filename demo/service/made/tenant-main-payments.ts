import { type SystemSpec, alive, bytes, count, errors, hourly, latency, quarterly } from './catalogue';

/** The payment system of the main tenant. */
export const paymentSystems: readonly SystemSpec[] = [
  {
    id: 2,
    name: 'Payments & Billing',
    nodes: [
      {
        id: 201,
        name: 'payment-gateway',
        linked: [101, 202, 203, 303],
        metrics: [
          latency('authorization_time', 'Authorization time (ms)', { level: 310 }),
          errors('declined', 'Declined payments (%)', { level: 3.2, width: 0.35 }),
          count('payments', 'Payments', { level: 210, ...quarterly }),
        ],
      },
      {
        id: 202,
        name: 'ledger-db',
        linked: [201],
        metrics: [
          latency('commit_time', 'Commit time (ms)', { level: 9, width: 0.25, sup: 'monday' }),
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
        id: 205,
        name: 'invoice-batch',
        metrics: [
          count('invoices/written', 'Invoices written', {
            ...quarterly,
            level: 40,
            daily: 20,
            peak: 1,
            sharpness: 14,
            secondPeak: undefined,
            weekend: 1,
            sup: 'none',
            inf: 'none',
          }),
        ],
      },
      {
        id: 204,
        name: 'invoice-mailer',
        metrics: [
          count('mails/sent', 'Mails sent', { ...hourly, level: 300, peak: 7, weekend: 0.05, daily: 5 }),
          alive('alive', 'Alive'),
        ],
      },
    ],
  },
];
