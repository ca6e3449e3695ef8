import { type SystemSpec, count, days, degrees, errors, hourly, latency, percent, quarterly } from './catalogue';

/**
 * The tenant of `demo-token-small`: different systems, nodes, and metrics, and fewer of them. The last system has odd
 * names.
 */
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
  {
    id: 13,
    name: 'Außenlager Süd → <b>Archiv</b>',
    nodes: [
      {
        id: 1301,
        name: 'Kühlraum 1 <i>alt</i> & neu',
        linked: [1302],
        metrics: [
          degrees('temperatur/°C', 'Temperatur → Rücklauf (°C)', { level: 4, width: 0.09 }),
          percent('belegt<b>%</b>', 'Regale: <b>belegt</b> (%)', { ...hourly, level: 71, daily: 0.1 }),
        ],
      },
      {
        id: 1302,
        name: `${'Förderanlage zwischen Magazin und Lesesaal, '.repeat(4)}Abschnitt 2`,
        linked: [1301],
        metrics: [count('kisten m³/h', '100% "Kisten", `gefördert`', { level: 30, ...quarterly })],
      },
    ],
  },
];
