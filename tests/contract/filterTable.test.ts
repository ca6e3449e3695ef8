import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DataFrame } from '@grafana/data';
import { setBackendSrv } from '@grafana/runtime';
import { fieldOf, noticesOf, panelOf } from '../support/panel';
import { EDITED_TYPES } from '../support/queryTypes';
import { ALERTS, STORY, trueAnswer } from '../support/trueAnswers';
import { WholeService } from '../support/wholeService';

/** Who applies an ad-hoc filter: one table for each query and key, held true for every operator, and told by the docs. */

const KEYS = ['node', 'metric', 'impact', 'text', 'system', 'severity', 'type'] as const;
type Key = (typeof KEYS)[number];
type Who = 'service' | 'only service' | 'plugin' | '–';

const PLUGIN: Who[] = Array<Who>(7).fill('plugin');
const NOBODY: Who[] = Array<Who>(7).fill('–');
const SEARCHED: Who[] = ['service', 'service', 'service', 'service', 'plugin', 'plugin', 'plugin'];
const ON_ALERTS: Who[] = ['service', 'service', '–', 'only service', 'plugin', '–', '–'];

interface Case {
  query: Record<string, unknown>;
  who: Who[];
  /** What the answer is made of; without it only notices are judged. */
  unit?: 'alert' | 'row';
}

const SERIES = { nodeId: '12', metricId: 'cpu' };
const CASES: Case[] = [
  { query: { queryType: 'alertSearch' }, who: SEARCHED, unit: 'alert' },
  { query: { queryType: 'alertSearch', format: 'incidents' }, who: SEARCHED, unit: 'alert' },
  { query: { queryType: 'alertReport', by: 'summary' }, who: SEARCHED, unit: 'alert' },
  { query: { queryType: 'annotations', source: 'alerts' }, who: SEARCHED, unit: 'alert' },
  {
    query: { queryType: 'alertEvents', changes: true },
    who: ['service', 'service', 'plugin', 'service', 'plugin', 'plugin', 'plugin'],
    unit: 'row',
  },
  { query: { queryType: 'alertEvents', format: 'states' }, who: ON_ALERTS },
  { query: { queryType: 'annotations', source: 'alertEvents' }, who: ON_ALERTS, unit: 'alert' },
  {
    query: { queryType: 'alertCounts' },
    who: ['only service', 'only service', '–', 'only service', '–', '–', '–'],
  },
  { query: { queryType: 'alerts' }, who: PLUGIN, unit: 'alert' },
  { query: { queryType: 'alertEvents', alertId: 'a', changes: true }, who: PLUGIN, unit: 'row' },
  {
    query: { queryType: 'anomalies', scope: 'range' },
    who: ['plugin', 'plugin', '–', 'plugin', 'plugin', 'plugin', 'plugin'],
    unit: 'row',
  },
  {
    query: { queryType: 'annotations', source: 'anomalies' },
    who: ['plugin', 'plugin', '–', '–', 'plugin', 'plugin', 'plugin'],
    unit: 'alert',
  },
  {
    query: { queryType: 'deviations' },
    who: ['plugin', 'plugin', '–', 'plugin', 'plugin', '–', '–'],
    unit: 'row',
  },
  { query: { queryType: 'metric', ...SERIES }, who: NOBODY },
  { query: { queryType: 'forecast', ...SERIES }, who: NOBODY },
  { query: { queryType: 'explain', ...SERIES }, who: NOBODY },
  { query: { queryType: 'story', alertId: 'a' }, who: NOBODY },
  { query: { queryType: 'story', alertId: 'a', format: 'summary' }, who: NOBODY },
  { query: { queryType: 'availability' }, who: NOBODY },
  { query: { queryType: 'alertEvents', format: 'states', alertId: 'a' }, who: NOBODY },
  { query: { queryType: 'annotations', source: 'alertEvents', alertId: 'a' }, who: NOBODY },
];

/** Values to filter by, per key: what the service takes, and names. */
const VALUES: Record<Key, string[][]> = {
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

/** The metrics of `trueAnswers`, by their place: what a key's values can be. */
const NAMED: Array<Partial<Record<Key, string[]>>> = [
  { node: ['12', 'web-1'], system: ['1', 'Shop'], metric: ['cpu', 'CPU load'] },
  { node: ['12', 'web-1'], system: ['1', 'Shop'], metric: ['mem', 'Memory'] },
  { node: ['13', 'db-1'], system: ['2', 'Store'], metric: ['cpu', 'CPU load'] },
  { node: ['14'], system: [], metric: ['io/wait'] },
];
/** By its place in its alert: the first metric changes once more. */
const SEVERITIES = ['orange', 'orange', 'yellow'];
const TYPES = ['missing_data', 'missing_data', 'deviation'];

const COLUMNS: Record<Key, string[]> = {
  node: ['nodeId', 'nodeName'],
  metric: ['metricId', 'metricName'],
  system: ['systemId', 'systemName'],
  impact: ['impact'],
  text: ['impact', 'severity'],
  severity: ['severity', 'metricSeverity'],
  type: ['type', 'metricType'],
};

beforeEach(() => jest.useFakeTimers({ now: STORY }));
afterEach(() => jest.useRealTimers());

interface Metric {
  severity: string;
  type: string;
}

/** As `trueAnswer`, but lists say of metrics what events said last, and a text is searched in the impact. */
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

/** An obvious reading of an operator, over the texts that a thing has for a key. */
function passes(texts: string[], operator: string, values: string[], isPart: boolean): boolean {
  const wanted = operator === '=' || operator === '!=' ? values.slice(0, 1) : values;
  const isOne = texts.some((text) => wanted.some((one) => (isPart ? text.includes(one) : text === one)));
  return operator.startsWith('!') ? !isOne : isOne;
}

/** What an anomaly says of all its metrics. */
function ofAnomaly(impact: string): Partial<Record<Key, string[]>> {
  return { severity: [['severe', 'low'].includes(impact) ? impact : 'medium'], type: ['double'] };
}

function alertsThatPass(key: Key, operator: string, values: string[], query: Case['query']): string[] {
  const isActive = query.queryType === 'alerts';
  return ALERTS.filter(({ to, impact, metrics }) =>
    metrics.some((m, i) => {
      const texts = { ...NAMED[m], impact: [impact], text: [impact], severity: [SEVERITIES[i]], type: [TYPES[i]] };
      Object.assign(texts, query.source === 'anomalies' && ofAnomaly(impact));
      return !(isActive && to !== undefined) && passes(texts[key] ?? [], operator, values, key === 'text');
    })
  ).map(({ id }) => id);
}

/** The alerts of an answer, or how many there are. */
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

/** The rows of an answer without filters whose columns pass. */
function rowsThatPass(frame: DataFrame, key: Key, operator: string, values: string[]): string[] {
  const columns = frame.fields.filter(({ name }) => COLUMNS[key].includes(name));
  const texts = (i: number) => columns.flatMap((field) => (field.values[i] === null ? [] : String(field.values[i])));
  const all = Array.from({ length: frame.length }, (_, i) => i);
  const fields = frame.fields.filter(({ name }) => /^(nodeId|metricId|alertId|id|sequence)$/.test(name));
  return all
    .filter((i) => passes(texts(i), operator, values, key === 'text'))
    .map((i) => fields.map((field) => String(field.values[i])).join(' '))
    .sort();
}

/** Who applies a filter of these values. */
function whoApplies(who: Who, query: Case['query'], operator: string, isName: boolean, key: Key): Who {
  const isSent = (operator === '=' || operator === '=|') && !isName;
  const isCounted = query.queryType !== 'alertCounts' || key !== 'text' || operator === '=';
  if (who === 'only service') {
    return isSent && isCounted ? 'service' : '–';
  }
  return who === 'service' && !isSent ? 'plugin' : who;
}

describe.each(CASES)('$query', ({ query, who, unit }) => {
  it.each(KEYS)('%s: who the table says applies it, by every operator, or it is named', async (key) => {
    const bare = await ask(query, []);
    for (const [nth, values] of VALUES[key].entries()) {
      for (const operator of OPERATORS) {
        const value = operator.endsWith('~') ? values.join('|') : values[0];
        const filter = { key, operator, value, ...(operator.endsWith('|') && { values }) };
        const { frame, isNarrowed, notices } = await ask(query, [filter]);
        const applied = whoApplies(who[KEYS.indexOf(key)], query, operator, nth > 0, key);
        const named = notices.filter((text) => text.includes(`"${key}" isn't supported`)).length;
        const what = `${operator} ${values.join()}`;
        expect({ what, named, isNarrowed }).toEqual({
          what,
          named: applied === '–' ? 1 : 0,
          isNarrowed: bare.isNarrowed || applied === 'service',
        });
        if (applied === '–' && query.queryType === 'annotations') {
          expect(frame.length).toBe(bare.frame.length + 1);
        }
        if (unit === 'alert') {
          const ids = alertsThatPass(key, operator, values, query);
          const expected = query.queryType === 'alertReport' ? ids.length : ids;
          expect({ what, rows: alertsIn(frame) }).toEqual({
            what,
            rows: applied === '–' ? alertsIn(bare.frame) : expected,
          });
        } else if (unit === 'row') {
          const expected = applied === '–' ? rowsIn(bare.frame) : rowsThatPass(bare.frame, key, operator, values);
          expect({ what, rows: rowsIn(frame) }).toEqual({ what, rows: expected });
        }
      }
    }
  });
});

it('has all query types', () => {
  const types = CASES.map(({ query }) => query.queryType);
  expect(EDITED_TYPES.filter((type) => !types.includes(type))).toEqual([]);
});

it('is the table of the docs', () => {
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
    const name = isState
      ? 'states'
      : `${query.source ? 'annotations of ' : ''}\`${String(query.source ?? query.queryType)}\``;
    const isOther = query.alertId !== undefined && (isState || query.source !== undefined);
    const ofAlert = `${name} with \`alertId\``;
    const found = told.find(({ queries }) => queries.split(', ').includes(query.alertId ? ofAlert : name));
    return (isOther ? undefined : found)?.cells ?? told[told.length - 1].cells;
  };
  for (const { query, who } of CASES) {
    expect({ query, who: cellsOf(query) }).toEqual({ query, who });
  }
});
