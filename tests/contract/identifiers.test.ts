import { type DataFrame } from '@grafana/data';
import { type AnomalyQuery } from '../../src/ground/query';
import { HOUR } from '../../src/ground/spans';
import { startTestsAt } from '../support/clock';
import { wholePanel } from '../support/faultMatrix';
import { errorsOf, noticesOf } from '../support/panel';

/**
 * For every query type: identifiers that would leave their path are refused, and an identifier from an empty variable
 * requests nothing.
 */
const NOW = Date.UTC(2026, 10, 21, 12, 7, 30, 250);
const RANGE = { from: NOW - 6 * HOUR, to: NOW };

startTestsAt(NOW);

type Query = Partial<AnomalyQuery>;

/** Queries with an identifier in the path. */
const inPath = (id: string | string[]): Query[] => [
  { queryType: 'metric', nodeId: id, metricId: 'cpu' },
  { queryType: 'metric', nodeId: '1', metricId: id },
  { queryType: 'forecast', nodeId: '1', metricId: id },
  { queryType: 'explain', nodeId: '1', metricId: id },
  { queryType: 'alerts', alertId: id },
  { queryType: 'alertEvents', alertId: id },
  { queryType: 'anomalies', scope: 'alert', alertId: id },
  { queryType: 'annotations', source: 'alertEvents', alertId: id },
  { queryType: 'variable', list: 'nodes', alertId: id },
  { queryType: 'variable', list: 'alerts', alertId: id },
  { queryType: 'alertSearch', like: id },
  { queryType: 'deviations', suspectsOf: id },
];
const alone = (id: string): Query[] => [
  { queryType: 'metric', nodeId: '1', metricId: id, overlay: 'alerts' },
  { queryType: 'alertEvents', alertId: 'a', sequence: id },
  { queryType: 'anomalies', scope: 'update', alertId: 'a', updateId: id },
];

/** Queries with an identifier that is a parameter, or that the plugin compares. */
const beside = (id: string | string[]): Query[] => [
  { queryType: 'metric', series: id, nodeId: '1', metricId: 'cpu' },
  ...['alertSearch', 'alertEvents', 'alertCounts', 'alertReport'].flatMap((queryType) => [
    { queryType, nodeId: id },
    { queryType, metricId: id },
  ]),
  { queryType: 'alertSearch', format: 'incidents', nodeId: id },
  { queryType: 'deviations', nodeId: id },
  { queryType: 'deviations', format: 'silent', nodeId: id },
  { queryType: 'deviations', systemId: id },
  ...['alerts', 'alertEvents', 'anomalies'].map((source) => ({ queryType: 'annotations', source, nodeId: id })),
  ...['systems', 'nodes', 'metrics', 'series', 'alerts'].map((list) => ({ queryType: 'variable', list, systemId: id })),
];

const named = (queries: Query[]) => queries.map((query) => [JSON.stringify(query), query] as const);

const REFUSED = ['.', '..', ' .. ', ['..']].flatMap((id) => [...inPath(id), ...(Array.isArray(id) ? [] : alone(id))]);
const HALF = inPath('\ud800').filter(({ queryType }) => queryType === 'metric' || queryType === 'forecast');

it.each(named([...REFUSED, ...HALF]))(
  '%s is refused with an error that names it, and nothing is sent',
  async (_, query) => {
    const { panel, service } = wholePanel();
    const answer = await panel.ask(query, RANGE).answer();
    expect(errorsOf(answer)).toEqual([expect.stringMatching(/"(\.\.?|\ud800)" is not a valid identifier/)]);
    expect((answer.data as DataFrame[]).filter(({ length }) => length > 0)).toEqual([]);
    expect(service.calls).toEqual([]);
  }
);

it.each(named(['$none', '$blank', ['$none']].flatMap((id) => [...inPath(id), ...beside(id)])))(
  '%s is an empty frame with a notice if the variable is empty, and nothing is sent',
  async (_, query) => {
    const { panel, service } = wholePanel({ variables: { none: { value: [] }, blank: { value: '' } } });
    const answer = await panel.ask(query, RANGE).answer();
    expect(errorsOf(answer)).toEqual([]);
    expect((answer.data as DataFrame[]).map(({ length }) => length)).toEqual([0]);
    expect(noticesOf(answer)).toHaveLength(1);
    expect(service.calls).toEqual([]);
  }
);
