import { type WholeCall } from '../wholeService';
import { DAY, HOUR } from './truth';

/** Requests that the interface allows. */

const DATES = ['at', 'from', 'to'];
const PARAMETERS: Array<[operation: RegExp, names: string[], required: string[]]> = [
  [/^v[12]\/alerts$/, ['at', 'expand'], []],
  [/^v[12]\/alerts\/\*$/, ['at'], []],
  [/^v[12]\/alerts\/\*\/events$/, ['page', 'limit', 'expand'], []],
  [/^v[12]\/alerts\/\*\/events\/\*$/, [], []],
  [/^v1\/ad\/metrics\/\*\/\*$/, ['from', 'to', 'aggregation', 'granularity'], []],
  [/^v2\/metrics\/\*\/\*$/, ['from', 'to', 'aggregation'], ['from', 'to']],
  [/^v2\/corridors\/\*\/\*\/forecast$/, [], []],
  [/^v2\/anomalies\/current$/, ['to'], []],
  [/^v2\/anomalies$/, ['from', 'to', 'with-metrics'], ['from', 'to']],
  [/^v2\/anomalies\/unread$/, ['to', 'with-metrics'], []],
  [/^v2\/anomalies\/\*$/, [], []],
  [/^v2\/anomalies\/\*\/details\/\*$/, ['with-metrics'], []],
  [
    /^v2\/alerts\/explore$/,
    ['at', 'from', 'to', 'page', 'limit', 'q', 'impact', 'minScore', 'nodeId', 'statTypeId'],
    [],
  ],
  [
    /^v2\/alerts\/explore\/timeseries$/,
    ['from', 'to', 'bucket', 'q', 'nodeId', 'statTypeId'],
    ['from', 'to', 'bucket'],
  ],
];

/** Mistakes in a request; empty if the interface allows it. */
export function breachesOf({ operation, query, raw }: WholeCall): string[] {
  const rule = PARAMETERS.find(([pattern]) => pattern.test(operation));
  if (!rule) {
    return [`${raw} is no operation`];
  }
  const [, names, required] = rule;
  const span = Date.parse(query.to) - Date.parse(query.from);
  const isData = operation.includes('metrics/*');
  return [
    ...Object.keys(query).flatMap((name) => (names.includes(name) ? [] : [`${raw} has ${name}`])),
    ...required.flatMap((name) => (query[name] ? [] : [`${raw} lacks ${name}`])),
    ...Object.entries(query).flatMap(([name, value]) => (value === '' ? [`${raw} has an empty ${name}`] : [])),
    ...DATES.flatMap((name) => (query[name] && Number.isNaN(Date.parse(query[name])) ? [`${raw} has no ${name}`] : [])),
    ...(raw.includes(';') ? [`${raw} has a semicolon`] : []),
    ...(isData && span > 14 * DAY ? [`${raw} spans more than 14 days`] : []),
    ...(isData && query.granularity === '1m' && span > 48 * HOUR ? [`${raw} spans more than 48 hours at 1m`] : []),
    ...(Number(query.limit ?? 1) > (operation.endsWith('events') ? 100 : 200) ? [`${raw} has too large a limit`] : []),
    ...(Number(query.page ?? 1) >= 1 ? [] : [`${raw} has page ${query.page}`]),
  ];
}
