import { type DataFrame } from '@grafana/data';
import { type AnomalyQuery } from '../../src/ground/query';
import { DESCRIPTORS } from '../../src/families/families';
import { HOUR } from '../../src/ground/spans';
import { startTestsAt } from '../support/clock';
import { noticesOf, panelOf, type Variable } from '../support/panel';

/** A query that leaves its dashboard contains values instead of variables. */
const NOW = Date.UTC(2026, 10, 21, 12, 7, 30);
const RANGE = { from: NOW - 6 * HOUR, to: NOW };

startTestsAt(NOW);

const VARIABLES: Record<string, Variable> = {
  node: { value: ['101', '102'], text: ['db', 'web'] },
  one: { value: '7', text: 'seven' },
  metric: { value: 'cpu', text: 'CPU load' },
  series: { value: ['1:a', '2:b:c'], text: ['a · 1', 'b · 2'] },
  single: { value: '7:cpu', text: 'CPU load · seven' },
  alert: { value: ['x', 'y'] },
  none: { value: [] },
  span: { value: '6h' },
  text: { value: 'slow' },
  granularity: { value: '15m' },
  aggregation: { value: 'max' },
  overlay: { value: 'alerts' },
  limit: { value: '5' },
  impacts: { value: ['high', 'severe'] },
};

function leave(query: Partial<AnomalyQuery>, filters?: Array<{ key: string; operator: string; value: string }>) {
  const { dataSource } = panelOf({ variables: VARIABLES });
  return dataSource.interpolateVariablesInQueries([{ refId: 'A', ...query }], {}, filters)[0];
}

describe('a query that leaves its dashboard', () => {
  it.each<[Partial<AnomalyQuery>, Partial<AnomalyQuery>]>([
    [
      { queryType: 'metric', nodeId: '$one', metricId: '$metric' },
      { nodeId: '7', nodeName: 'seven', metricId: 'cpu', metricName: 'CPU load' },
    ],
    [
      { nodeId: '$node', metricId: 'cpu.${one}' },
      { nodeId: ['101', '102'], metricId: 'cpu.7' },
    ],
    [{ nodeId: ['$node', '9'], metricId: 'm' }, { nodeId: ['101', '102', '9'] }],
    [{ nodeId: '${node:csv}', metricId: 'm' }, { nodeId: '101,102' }],
    [{ series: '$series' }, { series: ['1:a', '2:b:c'] }],
    [{ series: '$single' }, { series: '7:cpu', metricName: 'CPU load', nodeName: 'seven' }],
    [
      { nodeId: '1', nodeName: 'mine', metricId: 'm' },
      { nodeId: '1', nodeName: 'mine' },
    ],
    [
      { nodeId: '$one', nodeName: '$text', metricId: '$text', metricName: 'Mine' },
      { nodeId: '7', nodeName: 'seven', metricId: 'slow', metricName: 'Mine' },
    ],
    [
      { granularity: '$granularity', overlay: '$overlay', legend: '$text {{node}}', aggregation: '$text' },
      { granularity: '15m', overlay: 'alerts', legend: 'slow {{node}}', aggregation: 'slow' },
    ],
    [
      { queryType: 'alerts', alertId: '$alert', at: 'now-$span' },
      { alertId: ['x', 'y'], at: 'now-6h' },
    ],
    [{ queryType: 'alerts', at: 'now-6h' }, { at: 'now-6h' }],
    [
      { queryType: 'alertSearch', q: '$text $one', minScore: '$one', limit: '$limit' },
      { q: 'slow 7', minScore: '7', limit: '5' },
    ],
    [{ queryType: 'annotations', impact: ['$impacts', 'low'] }, { impact: ['high', 'severe', 'low'] }],
    [{ queryType: 'deviations', systemId: '$one' }, { systemId: '7' }],
  ])('%j becomes %j', (query, expected) => {
    expect(leave(query)).toMatchObject(expected);
  });

  it("prefers the values of a repeated panel over the dashboard's", () => {
    const { dataSource } = panelOf({ variables: VARIABLES });
    const scopedVars = { node: { value: '9', text: 'nine' } };
    const [left] = dataSource.interpolateVariablesInQueries([{ refId: 'A', nodeId: '$node' }], scopedVars);
    expect(left).toMatchObject({ nodeId: '9', nodeName: 'nine' });
  });

  it('keeps fields without variables, unknown fields, and the original query unchanged', () => {
    const stored = Object.freeze({ refId: 'A', queryType: 'alerts', metrics: true, ours: '$one', nodeId: '$node' });
    expect(leave(stored)).toEqual(stored);
    expect(leave({ nodeId: 101, metricId: 'cpu' } as Partial<AnomalyQuery>)).toEqual({
      refId: 'A',
      nodeId: 101,
      metricId: 'cpu',
    });
  });

  it('keeps the label of a single series, which no other series gets', async () => {
    const labelOf = async (query: Partial<AnomalyQuery>) => {
      const { ask } = panelOf();
      const { data } = await ask(query, RANGE).answer();
      return data.map(({ fields }: DataFrame) => fields[1].config.displayNameFromDS);
    };
    expect(await labelOf(leave({ series: '$single' }))).toEqual(['CPU load · seven']);
    expect(await labelOf({ series: ['7:cpu', '8:cpu'], metricName: 'CPU load', nodeName: 'seven' })).toEqual([
      'cpu · 7',
      'cpu · 8',
    ]);
  });

  it("adds the dashboard's ad hoc filters after its own", () => {
    const own = { key: 'impact', operator: '=', value: 'high' };
    const adHoc = { key: 'node', operator: '!=', value: '5' };
    expect(leave({ queryType: 'alertSearch', filters: [own] }, [adHoc]).filters).toEqual([own, adHoc]);
  });

  it('still requests nothing if a variable is empty', async () => {
    const left = leave({ queryType: 'alertSearch', nodeId: '$none' });
    const { service, ask } = panelOf();
    const answer = await ask(left, RANGE).answer();
    expect(service.calls).toEqual([]);
    expect(noticesOf(answer).join()).toMatch(/is empty/);
  });
});

/** A query of each type with a variable in every field that accepts one. */
function templated(type: keyof typeof DESCRIPTORS): AnomalyQuery {
  const named: Record<string, string> = {
    nodeId: '$node',
    metricId: '$metric',
    systemId: '$one',
    alertId: '$alert',
    updateId: '$one',
    sequence: '$one',
    at: 'now-$span',
    to: 'now-$span',
    minScore: '$one',
    lookBack: '$span',
    granularity: '$granularity',
    aggregation: '$aggregation',
    overlay: '$overlay',
    bucket: '$granularity',
    impact: 'high',
    series: '',
  };
  const fields = Object.entries(DESCRIPTORS[type].model.fields).map(([field, shape]) => {
    switch (shape.kind) {
      case 'text':
      case 'texts':
        return [field, named[field] ?? '$text'];
      case 'list':
        return [field, field === 'bands' ? shape.fallback : ['$impacts']];
      case 'number':
        return [field, '$limit'];
      default:
        return [field, shape.fallback];
    }
  });
  return { refId: 'A', queryType: type, ...Object.fromEntries(fields) };
}

it.each(Object.keys(DESCRIPTORS) as Array<keyof typeof DESCRIPTORS>)(
  '%s sends the same requests from everywhere',
  async (type) => {
    const query = templated(type);
    const asked = async (targets: AnomalyQuery, variables: Record<string, Variable>) => {
      jest.setSystemTime(NOW);
      const { service, ask } = panelOf({ variables });
      service.body = ({ segments }) =>
        segments.includes('ad') ? undefined : segments.includes('timeseries') ? { bucket: '15m', buckets: [] } : [];
      await ask(targets, RANGE).answer();
      return service.calls.map(({ raw }) => raw).sort();
    };
    const here = await asked(query, VARIABLES);
    const left = leave(query);
    expect(JSON.stringify(left)).not.toContain('$');
    expect(here.length).toBeGreaterThan(0);
    expect(await asked(left, {})).toEqual(here);
  }
);
