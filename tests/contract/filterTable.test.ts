import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DataFrame } from '@grafana/data';
import { setBackendSrv } from '@grafana/runtime';
import { descriptorOf } from '../../src/families/families';
import { type AppliedBy, appliedBy, FILTER_KEYS, type FilterKey } from '../../src/ground/filtering';
import { type AnomalyQuery, complete } from '../../src/ground/query';
import { startTestsAt } from '../support/clock';
import { FEW } from '../support/long';
import { fieldOf, noticesOf, panelOf } from '../support/panel';
import { exampleWith, TYPE_SECTIONS } from '../support/queryTypes';
import { ALERTS, STORY, trueAnswer } from '../support/trueAnswers';
import { WholeService } from '../support/wholeService';

/** Who applies an ad hoc filter. The models' table is correct for every query type, key, and operator, and matches the docs. */

const KEYS = Object.keys(FILTER_KEYS) as FilterKey[];

interface Case {
  query: Record<string, unknown>;
  /** The items of the answer. Without it, only notices are checked. */
  unit?: 'alert' | 'row';
}

const SERIES = { nodeId: '12', metricId: 'cpu' };
const LISTED: Case[] = [
  { query: { queryType: 'alertSearch' }, unit: 'alert' },
  { query: { queryType: 'alertSearch', format: 'incidents' }, unit: 'alert' },
  { query: { queryType: 'alertReport', by: 'summary' }, unit: 'alert' },
  { query: { queryType: 'annotations', source: 'alerts' }, unit: 'alert' },
  { query: { queryType: 'alertEvents', changes: true }, unit: 'row' },
  { query: { queryType: 'alertEvents', format: 'states' } },
  // Its events are compared with those of the table below.
  { query: { queryType: 'annotations', source: 'alertEvents' } },
  { query: { queryType: 'alertCounts' } },
  { query: { queryType: 'alerts' }, unit: 'alert' },
  { query: { queryType: 'alertEvents', alertId: 'a', changes: true }, unit: 'row' },
  { query: { queryType: 'anomalies', scope: 'range' }, unit: 'row' },
  { query: { queryType: 'anomalies', scope: 'alert', alertId: 'a' } },
  { query: { queryType: 'annotations', source: 'anomalies' }, unit: 'alert' },
  { query: { queryType: 'deviations' }, unit: 'row' },
  { query: { queryType: 'metric', ...SERIES } },
  { query: { queryType: 'forecast', ...SERIES } },
  { query: { queryType: 'explain', ...SERIES } },
  { query: { queryType: 'story', alertId: 'a' } },
  { query: { queryType: 'story', alertId: 'a', format: 'summary' } },
  { query: { queryType: 'availability' } },
  { query: { queryType: 'alertEvents', format: 'states', alertId: 'a' } },
  { query: { queryType: 'annotations', source: 'alertEvents', alertId: 'a' } },
];
/** Types that are missing from the list use the example of the docs. */
const OTHERS = TYPE_SECTIONS.filter(({ type }) => LISTED.every(({ query }) => query.queryType !== type));
const CASES: Case[] = [
  ...LISTED,
  ...OTHERS.map((section) => ({ query: exampleWith(section, { node: '12', metric: 'cpu', alert: 'a' }) })),
];

/** Who applies filters with this key to the query, according to its model. */
function appliedTo(query: Case['query'], key: FilterKey): AppliedBy | undefined {
  const stored: AnomalyQuery = { refId: 'A', ...query };
  const { model } = descriptorOf(stored);
  return appliedBy(key, model.filtering?.(complete(stored, model)));
}

/** Values to filter by, per key: those that the service accepts, and names. */
const VALUES: Record<FilterKey, string[][]> = {
  node: [
    ['12', '13'],
    ['db-1', 'web-1'],
  ],
  metric: [
    ['cpu', 'mem'],
    ['Memory', 'CPU load'],
  ],
  impact: [['severe', 'low']],
  text: [['severe', 'low']],
  system: [['Shop', '2']],
  severity: [['orange', 'severe']],
  type: [['missing_data', 'double']],
};
const OPERATORS = ['=', '!=', '=|', '!=|', '=~', '!~'];

/** The metrics of `trueAnswers` by their place, with their values for each key. */
const NAMED: Array<Partial<Record<FilterKey, string[]>>> = [
  { node: ['12', 'web-1'], system: ['1', 'Shop'], metric: ['cpu', 'CPU load'] },
  { node: ['12', 'web-1'], system: ['1', 'Shop'], metric: ['mem', 'Memory'] },
  { node: ['13', 'db-1'], system: ['2', 'Store'], metric: ['cpu', 'CPU load'] },
  { node: ['14'], system: [], metric: ['io/wait'] },
];
/** By their place in the alert. The first metric changes once more. */
const SEVERITIES = ['orange', 'orange', 'yellow'];
const TYPES = ['missing_data', 'missing_data', 'deviation'];

const COLUMNS: Record<FilterKey, string[]> = {
  node: ['nodeId', 'nodeName'],
  metric: ['metricId', 'metricName'],
  system: ['systemId', 'systemName'],
  impact: ['impact'],
  text: ['impact', 'severity'],
  severity: ['severity', 'metricSeverity'],
  type: ['type', 'metricType'],
};

startTestsAt(STORY);

interface Metric {
  severity: string;
  type: string;
}

/** Like `trueAnswer`, but lists show metrics as of their last event, and a text search includes the impact. */
function bodyOf(call: Parameters<typeof trueAnswer>[0]): unknown {
  const body = trueAnswer(call);
  const { q } = call.query;
  const alerts = [body].flat() as Array<{ metrics?: Metric[] }>;
  for (const { metrics } of alerts) {
    metrics?.forEach((metric, i) => Object.assign(metric, { severity: SEVERITIES[i], type: TYPES[i] }));
  }
  if (q === undefined || !call.operation.endsWith('alerts/explore')) {
    return body;
  }
  const items = (body as { items: Array<{ impact: string }> }).items.filter(({ impact }) => impact === q);
  return { page: 1, limit: 200, total: items.length, items };
}

async function ask(query: Case['query'], filters: unknown[]) {
  const panel = panelOf();
  const service = new WholeService();
  service.body = bodyOf;
  setBackendSrv(service.backend);
  const answer = await panel.ask(query, { from: STORY - 24 * 3_600_000, to: STORY }, { filters } as never).answer();
  const frame = answer.data[0] as DataFrame;
  const isNarrowed = service.calls.some(
    ({ operation, query: { q, nodeId, statTypeId, impact = 'any' } }) =>
      operation.includes('alerts/explore') &&
      (q ?? nodeId ?? statTypeId ?? (impact !== 'any' || undefined)) !== undefined
  );
  return { frame, isNarrowed, notices: noticesOf(answer) };
}

/** A simple implementation of an operator on the texts that an item has for a key. */
function passes(texts: string[], operator: string, values: string[], isPart: boolean): boolean {
  const wanted = operator === '=' || operator === '!=' ? values.slice(0, 1) : values;
  const isOne = texts.some((text) => wanted.some((one) => (isPart ? text.includes(one) : text === one)));
  return operator.startsWith('!') ? !isOne : isOne;
}

/** The values of an anomaly, from all its metrics. */
function ofAnomaly(impact: string): Partial<Record<FilterKey, string[]>> {
  return { severity: [['severe', 'low'].includes(impact) ? impact : 'medium'], type: ['double'] };
}

function alertsThatPass(key: FilterKey, operator: string, values: string[], query: Case['query']): string[] {
  const isActive = query.queryType === 'alerts';
  return ALERTS.filter(({ to, impact, metrics }) =>
    metrics.some((m, i) => {
      const texts = { ...NAMED[m], impact: [impact], text: [impact], severity: [SEVERITIES[i]], type: [TYPES[i]] };
      Object.assign(texts, query.source === 'anomalies' && ofAnomaly(impact));
      return !(isActive && to !== undefined) && passes(texts[key] ?? [], operator, values, key === 'text');
    })
  ).map(({ id }) => id);
}

/** The alerts of an answer, or their number. */
function alertsIn(frame: DataFrame): string[] | number {
  const count = fieldOf(frame, 'alerts')?.values[0];
  const ids = (fieldOf(frame, 'alertIds') ?? fieldOf(frame, 'id'))?.values ?? [];
  const all = [...ids].flatMap((one: string) => one.split(/[,\s]+/)).map((one) => one.split('/')[0]);
  return count !== undefined && !fieldOf(frame, 'alertIds')
    ? count
    : [...new Set(all)].filter((id) => id !== 'notices').sort();
}

function rowsIn(frame: DataFrame): string[] {
  const fields = frame.fields.filter(({ name }) => /^(nodeId|metricId|alertId|id|sequence)$/.test(name));
  return Array.from({ length: frame.length }, (_, i) => fields.map(({ values }) => String(values[i])).join(' ')).sort();
}

/** The rows of an unfiltered answer whose columns pass. */
function rowsThatPass(frame: DataFrame, key: FilterKey, operator: string, values: string[]): string[] {
  const columns = frame.fields.filter(({ name }) => COLUMNS[key].includes(name));
  const texts = (i: number) => columns.flatMap((field) => (field.values[i] === null ? [] : String(field.values[i])));
  const all = Array.from({ length: frame.length }, (_, i) => i);
  const fields = frame.fields.filter(({ name }) => /^(nodeId|metricId|alertId|id|sequence)$/.test(name));
  return all
    .filter((i) => passes(texts(i), operator, values, key === 'text'))
    .map((i) => fields.map((field) => String(field.values[i])).join(' '))
    .sort();
}

/** Who applies a filter with these values. */
function whoApplies(query: Case['query'], operator: string, isName: boolean, key: FilterKey): AppliedBy | undefined {
  const who = appliedTo(query, key);
  const isSent = (operator === '=' || operator === '=|') && !isName;
  const isCounted = query.queryType !== 'alertCounts' || key !== 'text' || operator === '=';
  if (who === 'onlyService') {
    return isSent && isCounted ? 'service' : undefined;
  }
  return who === 'service' && !isSent ? 'plugin' : who;
}

/** Plain `npm test` tries every other key. */
const keysOf = (row: number) => KEYS.filter((_, column) => !FEW || (row + column) % 2 === 0);

describe.each(CASES.map((one, row) => ({ ...one, row })))('$query', ({ query, unit, row }) => {
  it.each(keysOf(row))('%s: applied as in the table for every operator, or reported', async (key) => {
    const bare = await ask(query, []);
    // Only the operators that are applied differ.
    const operators = appliedTo(query, key) ? OPERATORS : ['=', '!~'];
    for (const [nth, values] of VALUES[key].entries()) {
      for (const operator of operators) {
        const value = operator.endsWith('~') ? values.join('|') : values[0];
        const filter = { key, operator, value, ...(operator.endsWith('|') && { values }) };
        const { frame, isNarrowed, notices } = await ask(query, [filter]);
        const applied = whoApplies(query, operator, nth > 0, key);
        // Whether the service responds doesn't depend on alerts, and a notice would be on every page with filters.
        const isNamed = applied === undefined && query.queryType !== 'availability';
        const named = notices.filter((text) => text.includes(`"${key}" isn't supported`)).length;
        const what = `${operator} ${values.join()}`;
        expect({ what, named, isNarrowed }).toEqual({
          what,
          named: isNamed ? 1 : 0,
          isNarrowed: bare.isNarrowed || applied === 'service',
        });
        if (applied === undefined && query.queryType === 'annotations') {
          expect(frame.length).toBe(bare.frame.length + 1);
        }
        if (unit === 'alert') {
          const ids = alertsThatPass(key, operator, values, query);
          const expected = query.queryType === 'alertReport' ? ids.length : ids;
          expect({ what, rows: alertsIn(frame) }).toEqual({
            what,
            rows: applied === undefined ? alertsIn(bare.frame) : expected,
          });
        } else if (unit === 'row') {
          const expected = applied === undefined ? rowsIn(bare.frame) : rowsThatPass(bare.frame, key, operator, values);
          expect({ what, rows: rowsIn(frame) }).toEqual({ what, rows: expected });
        }
      }
    }
  });
});

const ON_EVENTS = [
  ...KEYS.flatMap((key) => VALUES[key].map((values) => ({ key: key as string, values }))),
  { key: 'event', values: ['created', 'closed'] },
  { key: 'score', values: ['50', '60'] },
  { key: 'alertId', values: ['a', 'c'] },
];

it.each(ON_EVENTS)('annotations of events keep those that the table keeps: $key $values', async ({ key, values }) => {
  for (const operator of [...OPERATORS, '>', '<=']) {
    const value = operator.endsWith('~') ? values.join('|') : values[0];
    const filters = [{ key, operator, value, ...(operator.endsWith('|') && { values }) }];
    const table = (await ask({ queryType: 'alertEvents' }, filters)).frame;
    const marks = (await ask({ queryType: 'annotations', source: 'alertEvents' }, filters)).frame;
    const [alerts, sequences] = ['alertId', 'sequence'].map((name) => fieldOf(table, name)!.values);
    const ids = alerts.map((id: string, i: number) => `${id}/${sequences[i]}`).sort();
    const marked = fieldOf(marks, 'id')!
      .values.filter((id: string) => id !== 'notices')
      .sort();
    expect({ operator, marked }).toEqual({ operator, marked: ids });
  }
});

const OF_ALERTS = CASES.filter(
  ({ query: { source = 'alerts', by }, unit }) => unit === 'alert' && source === 'alerts' && !by
);

describe.each(OF_ALERTS)('columns of alerts in $query', ({ query }) => {
  const given = ALERTS.filter(({ to }) => query.queryType !== 'alerts' || to === undefined);
  it.each([
    { key: 'active', operator: '=', value: 'true', passed: given.filter(({ to }) => to === undefined) },
    { key: 'activeMetrics', operator: '>', value: '1', passed: given.filter(({ metrics }) => metrics.length > 1) },
    { key: 'activeMetrics', operator: '>=', value: '2', passed: given.filter(({ metrics }) => metrics.length >= 2) },
    { key: 'activeMetrics', operator: '<=', value: '1', passed: given.filter(({ metrics }) => metrics.length <= 1) },
    { key: 'activeMetrics', operator: '<>', value: '1', passed: given },
    { key: 'duration', operator: '<', value: '12600000', passed: given.filter(({ from, to = 0 }) => to - from < 3.5) },
    { key: 'text', operator: '=~', value: '^(true|false)$', passed: [] },
  ])('are compared: $key $operator $value', async ({ passed, ...filter }) => {
    const { frame } = await ask(query, [filter]);
    expect(alertsIn(frame)).toEqual(passed.map(({ id }) => id));
  });
});

it('states: alerts that a text excludes have none', async () => {
  const states = { queryType: 'alertEvents', format: 'states' };
  const wanted = { key: 'text', operator: '=', value: 'severe' };
  const namesOf = async (filters: unknown[]) => {
    const { fields } = (await ask(states, filters)).frame;
    return fields.flatMap(({ values, name }) => (values.some((value) => typeof value === 'string') ? [name] : []));
  };
  const all = await namesOf([]);
  const left = await namesOf([wanted]);
  const others = await namesOf([{ ...wanted, operator: '!=' }]);
  expect([left.length, others.length].every((count) => count > 0 && count < all.length)).toBe(true);
});

const CELLS = { service: 'service', onlyService: 'only service', plugin: 'plugin', nobody: '–' };

it('matches the table in docs/annotations-and-variables.md', () => {
  const page = readFileSync(join(__dirname, '../../docs/annotations-and-variables.md'), 'utf8');
  const rows = page.split('\n').flatMap((line) => {
    const [queries, ...cells] = line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
    return cells.length === KEYS.length ? [{ queries, cells }] : [];
  });
  const [header, , ...told] = rows;
  expect(header.cells).toEqual(KEYS);
  const cellsOf = (query: Case['query']) => {
    const isState = query.format === 'states';
    const of = query.source ? 'annotations of ' : '';
    const name = isState ? 'states' : `${of}\`${String(query.source ?? query.queryType)}\``;
    const some = query.scope === 'alert' ? ' with `scope: alert`' : query.alertId ? ' with `alertId`' : '';
    const found = told.find(({ queries }) => queries.split(', ').includes(name + some));
    return found?.cells ?? told[told.length - 1].cells;
  };
  for (const { query } of CASES) {
    const cells = KEYS.map((key) => CELLS[appliedTo(query, key) ?? 'nobody']);
    expect({ query, cells: cellsOf(query) }).toEqual({ query, cells });
  }
});
