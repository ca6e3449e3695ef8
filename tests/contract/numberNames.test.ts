import { type DataFrame } from '@grafana/data';
import { setBackendSrv } from '@grafana/runtime';
import { HOUR } from '../../src/ground/spans';
import { startTestsAt } from '../support/clock';
import { fieldOf, noticesOf, panelOf } from '../support/panel';
import { answerOf, STORY } from '../support/trueAnswers';
import { WholeService } from '../support/wholeService';
import { sampleOf } from '../support/long';

/** Names that are numbers, and the IDs of others: a filter finds the same alerts in every query type, or reports it. */

startTestsAt(STORY);

/** Alerts with one metric each: the third has ended. */
const PLANS = [
  { id: 'a', impact: 'severe', from: -5, metrics: [0] },
  { id: 'b', impact: 'high', from: -4, metrics: [2] },
  { id: 'c', impact: 'low', from: -3, to: -1, metrics: [3] },
  { id: 'd', impact: 'low', from: -2, metrics: [1] },
];
/** Names by the IDs of `trueAnswers`. */
const NODES: Record<string, string> = { 12: '13', 13: '500', 14: '700' };
const METRICS: Record<string, string> = { cpu: '77', mem: 'cpu', 'io/wait': '88' };
const SYSTEMS: Record<string, string> = { 1: '2', 2: '900' };

/** The service's answers, with these names. */
function renamed(body: unknown): unknown {
  const text = JSON.stringify(body);
  return JSON.parse(text, (_, value) => {
    if (value?.node?.system) {
      const { node, metrics } = value;
      const system = { ...node.system, name: SYSTEMS[node.system.id] ?? '' };
      const named = metrics.map((metric: { id: string }) => ({ ...metric, name: METRICS[metric.id] }));
      return { node: { ...node, name: NODES[node.id], system }, metrics: named };
    }
    if (value?.nodeId === undefined) {
      return value;
    }
    const { nodeId, systemId, statTypeId } = value;
    return {
      ...value,
      nodeName: NODES[nodeId],
      systemName: SYSTEMS[systemId] ?? null,
      statTypeName: METRICS[statTypeId],
    };
  });
}

const alertsWith = (key: string, wanted: string[]) =>
  PLANS.filter(({ metrics: [m] }) => {
    const [node, system, metric] = [
      ['12', '1', 'cpu'],
      ['12', '1', 'mem'],
      ['13', '2', 'cpu'],
      ['14', '', 'io/wait'],
    ][m];
    const texts = { node: [node, NODES[node]], system: [system, SYSTEMS[system]], metric: [metric, METRICS[metric]] };
    return texts[key as keyof typeof texts].some((text) => text && wanted.includes(text));
  }).map(({ id }) => id);

const FILTERS = [
  ...['12', '13', '14', '500', '999'].map((value) => ({ key: 'node', value })),
  ...['cpu', '77', 'mem', '88'].map((value) => ({ key: 'metric', value })),
  ...['1', '2', '900'].map((value) => ({ key: 'system', value })),
];
const OPERATORS = ['=', '!=', '=|', '!=|', '=~', '!~'];

const QUERIES: Array<Record<string, unknown>> = [
  { queryType: 'alerts' },
  { queryType: 'alertSearch' },
  { queryType: 'alertSearch', format: 'incidents' },
  { queryType: 'alertEvents' },
  { queryType: 'alertEvents', changes: true },
  { queryType: 'alertReport', by: 'summary' },
  { queryType: 'alertCounts' },
  { queryType: 'anomalies' },
  { queryType: 'annotations', source: 'alerts' },
  { queryType: 'annotations', source: 'alertEvents' },
  { queryType: 'annotations', source: 'anomalies' },
];

async function ask(query: Record<string, unknown>, filter: object) {
  const panel = panelOf();
  const service = new WholeService();
  service.body = (call) => renamed(answerOf(call, PLANS));
  setBackendSrv(service.backend);
  const range = { from: STORY - 24 * HOUR, to: STORY };
  const answer = await panel.ask(query, range, { filters: [filter] } as never).answer();
  const sent = service.calls.flatMap(({ query: { nodeId, statTypeId } }) => nodeId ?? statTypeId ?? []);
  return { frame: answer.data[0] as DataFrame, notices: noticesOf(answer), sent };
}

function alertsIn(frame: DataFrame): string[] {
  const ids: string[] = ['alertIds', 'alertId', 'id'].map((name) => fieldOf(frame, name)?.values).find(Boolean) ?? [];
  const all = [...ids].flatMap((one) => one.split(/[,\s]+/)).map((one) => one.split('/')[0]);
  return [...new Set(all)].filter((id) => id !== 'notices').sort();
}

describe.each(QUERIES)('$queryType $format $source', (query) => {
  it.each(sampleOf(FILTERS))('$key $value', async ({ key, value }) => {
    for (const operator of OPERATORS) {
      const values = operator.endsWith('|') ? { values: [value, 'none'] } : {};
      const { frame, notices, sent } = await ask(query, { key, operator, value, ...values });
      const found = alertsWith(key, [value]);
      const wanted = PLANS.filter(
        ({ id, to }) =>
          found.includes(id) !== operator.startsWith('!') && (query.queryType !== 'alerts' || to === undefined)
      );
      const ids = wanted.map(({ id }) => id);
      const isReported = notices.some((text) => text.includes(`"${key}" isn't supported`));
      if (query.queryType === 'alertCounts') {
        // Counts by an ID are about one that is no name.
        expect({ operator, isReported, sent }).toEqual({ operator, isReported, sent: isReported ? [] : [value] });
        expect(isReported || !Object.values({ ...NODES, ...METRICS }).includes(value)).toBe(true);
        continue;
      }
      const rows = query.queryType === 'alertReport' ? fieldOf(frame, 'alerts')?.values[0] : alertsIn(frame);
      expect({ operator, rows, isReported }).toEqual({
        operator,
        rows: query.queryType === 'alertReport' ? ids.length : ids,
        isReported: false,
      });
    }
  });
});
