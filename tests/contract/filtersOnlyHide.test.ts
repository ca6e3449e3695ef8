import { type DataFrame } from '@grafana/data';
import { type AnomalyQuery } from '../../src/ground/query';
import { ask, eachWorld, rowsOf } from '../oracle/ask';
import { NOW } from '../oracle/worlds';
import { startTestsAt } from '../support/clock';
import { worldOf } from '../support/world/made';
import { Random } from '../support/world/random';
import { DAY, HOUR, MINUTE, type World } from '../support/world/truth';

/** Whatever the service leaves open, a filter shows nothing that the same query doesn't show without it. */
startTestsAt(NOW);

const RANGES = [
  { from: NOW - 3 * DAY, to: NOW },
  { from: NOW - 3 * DAY, to: NOW - 2 * HOUR },
];

/** Most alerts began before it. */
const BRIEF = { from: NOW - 4 * HOUR, to: NOW - 15 * MINUTE };

/** What a query shows, as texts. */
type Items = (frame: DataFrame) => unknown[];

const rows =
  (...names: string[]): Items =>
  (frame) =>
    rowsOf(frame, ...names);
const fields: Items = ({ fields: all }) => all.flatMap(({ name, labels }) => (labels ? [name] : []));
/** Without the mark that has the notices. */
const marks: Items = (frame) => rowsOf(frame, 'id').filter(({ id }) => id !== 'notices');

/** Each number of a row as that many items. @param key names the row */
const counted =
  (key: string, ...names: string[]): Items =>
  (frame) =>
    rowsOf(frame, key, ...names).flatMap((row) =>
      names.flatMap((name) => Array.from({ length: Number(row[name]) }, (_, i) => [row[key], name, i]))
    );

const QUERIES: Array<[query: Partial<AnomalyQuery>, items: Items]> = [
  [{ queryType: 'alerts' }, rows('id')],
  [{ queryType: 'alerts', at: new Date(NOW - 2 * HOUR).toISOString() }, rows('id')],
  [{ queryType: 'alerts', metrics: true }, rows('id', 'nodeId', 'metricId')],
  [{ queryType: 'alerts', format: 'counts' }, counted('', 'active', 'low', 'medium', 'high', 'severe')],
  [{ queryType: 'alertSearch' }, rows('id')],
  [{ queryType: 'alertSearch', at: new Date(NOW - 2 * HOUR).toISOString() }, rows('id')],
  [{ queryType: 'alertSearch', state: 'active' }, rows('id')],
  [
    { queryType: 'alertSearch', format: 'incidents' },
    (frame) => rowsOf(frame, 'alertIds').flatMap(({ alertIds }) => String(alertIds).split(',')),
  ],
  [{ queryType: 'alertEvents' }, rows('alertId', 'sequence')],
  [{ queryType: 'alertEvents', changes: true }, rows('alertId', 'sequence', 'nodeId', 'metricId')],
  [{ queryType: 'alertEvents', format: 'states' }, fields],
  [{ queryType: 'alertReport' }, counted('impact', 'alerts')],
  [{ queryType: 'alertReport', by: 'day' }, counted('day', 'alerts')],
  [{ queryType: 'alertCounts' }, counted('time', 'active', 'low', 'medium', 'high', 'severe')],
  [{ queryType: 'anomalies' }, rows('id', 'nodeId', 'metricId')],
  [{ queryType: 'deviations' }, rows('nodeId', 'metricId')],
  [{ queryType: 'annotations', source: 'alerts', shape: 'marks' }, marks],
  [{ queryType: 'annotations', source: 'alertEvents' }, marks],
  [{ queryType: 'annotations', source: 'anomalies' }, marks],
];

const VALUES: Record<string, string[]> = {
  node: ['12', '13', 'web-1', 'db-1'],
  metric: ['cpu', 'CPU load', 'io/wait'],
  system: ['1', 'Shop'],
  severity: ['red', 'blood_red'],
  type: ['deviation', 'missing_data'],
  impact: ['low', 'high', 'severe'],
  text: ['web', 'CPU'],
};

function filterOf(random: Random) {
  const key = random.pick(Object.keys(VALUES));
  const operator = random.pick(['=', '!=', '=|', '!=|', '=~', '!~']);
  const [value, other] = [random.pick(VALUES[key]), random.pick(VALUES[key])];
  return { key, operator, value, ...(operator.endsWith('|') ? { values: [value, other] } : {}) };
}

/** Filters that hide nothing. */
const anyOf = (key: string, values: string[]) => ({ key, operator: '=|', value: values[0], values });
const ANY_IMPACT = anyOf('impact', ['low', 'medium', 'high', 'severe']);
const ANY_NODE = anyOf('node', ['12', '13', '14', '15', '16']);

/** Every second service only finds alerts that began in the range. */
function made(seed: number): World {
  const world = worldOf(seed, NOW);
  return seed % 2 === 0 ? { ...world, reading: { ...world.reading, finds: 'begun' } } : world;
}

it('shows no more with filters than without', () =>
  eachWorld(4, made, async (world, seed) => {
    const random = new Random(seed);
    const range = seed % 2 === 0 ? BRIEF : RANGES[Math.floor(seed / 2) % RANGES.length];
    const some = Array.from({ length: 3 }, () => [filterOf(random), filterOf(random)].slice(random.below(2)));
    const filters = [[ANY_IMPACT], [ANY_NODE], ...some];
    for (const [query, itemsOf] of QUERIES) {
      const [all, ...filtered] = await ask(world, range, [
        query,
        ...filters.map((own) => ({ ...query, filters: own })),
      ]);
      const texts = (frame: DataFrame) => itemsOf(frame).map((item) => JSON.stringify(item));
      const known = new Set(texts(all));
      const added = filtered.flatMap((frame, i) =>
        texts(frame).flatMap((text) => (known.has(text) ? [] : { query, filters: filters[i], text }))
      );
      expect(added).toEqual([]);
    }
  }));
