import { createTheme, FieldType, getDisplayProcessor, type ValueMapping } from '@grafana/data';
import { fakeRequest } from '../../../tests/support/fakeContext';
import { HOUR, MINUTE } from '../../ground/spans';
import { type Candidate } from './metrics';
import { laneFrame, laneMappings, shareFrame } from './laneFrame';
import { bucketsOf, type Lane, laneNamesOf } from './lanes';

const FROM = Date.UTC(2026, 0, 31, 12);
const RANGE = { from: FROM, to: FROM + 3 * HOUR };
const BUCKETS = bucketsOf(RANGE);
const place = {
  dataSource: { uid: 'uid', name: 'Anomalies', type: 'anomaly-monitoring-datasource' },
  range: fakeRequest([], RANGE).range,
  now: FROM + 24 * HOUR,
};

const candidate = (nodeId: string, metricId: string, more: Partial<Candidate> = {}): Candidate => ({
  nodeId,
  nodeName: 'web',
  metricId,
  metricName: null,
  systemId: null,
  systemName: null,
  ...more,
});

function lane(candidates: Candidate[], values: Array<number | null>): Lane {
  const rest = Array.from({ length: BUCKETS.count - values.length }, () => null);
  return { candidates, values: [...values, ...rest], step: MINUTE };
}

const named = (lanes: Lane[], names: string[]) => lanes.map((one, i) => ({ ...one, name: names[i] }));

const OPTIONS = { by: 'metric', merge: false, isFetching: false } as const;

/** The target of a click on a lane: the query and the range. */
function linkOf(frame: ReturnType<typeof laneFrame>, field: number) {
  const [link] = frame.fields[field].config.links ?? [];
  const { panes } = Object.fromEntries(new URLSearchParams(link.url.split('?')[1]));
  const { queries, range } = (JSON.parse(panes) as { link: { queries: object[]; range: object } }).link;
  return { query: queries[0], range };
}

it('has a row per bucket and a field per lane, each name once', () => {
  const lanes = [candidate('1', 'cpu'), candidate('2', 'cpu'), candidate('3', 'mem')].map((one) => lane([one], [1]));
  const frame = laneFrame(named(lanes, laneNamesOf(lanes, 'metric')), BUCKETS, OPTIONS, place);
  expect(frame.fields.map(({ name, type }) => [name, type])).toEqual([
    ['time', FieldType.time],
    ['cpu · web (cpu · 1)', FieldType.number],
    ['cpu · web (cpu · 2)', FieldType.number],
    ['mem · web', FieldType.number],
  ]);
  expect(frame.fields.slice(1).map(({ name, config }) => config.displayNameFromDS === name)).toEqual([
    true,
    true,
    true,
  ]);
  expect(frame.fields[0].values).toEqual(Array.from({ length: 180 }, (_, i) => FROM + i * MINUTE));
  expect(frame.length).toBe(180);
  expect(frame.meta?.preferredVisualisationPluginId).toBe('state-timeline');
});

it('links to its first metric, over the time that it was outside, with a margin', () => {
  const own = [candidate('1', 'mem', { metricName: 'Memory' }), candidate('1', 'cpu')];
  const frame = laneFrame(named([lane(own, [0, 1, 0, -2])], ['web']), BUCKETS, { ...OPTIONS, by: 'node' }, place);
  const { query, range } = linkOf(frame, 1);
  expect(query).toMatchObject({ queryType: 'metric', metricId: 'mem', metricName: 'Memory', nodeName: 'web' });
  expect(range).toEqual({ from: String(FROM - 29 * MINUTE), to: String(FROM + 34 * MINUTE) });
});

it('has the name of the node or system, even if these have no names', () => {
  const names = (by: 'node' | 'system', ...all: Candidate[]) =>
    laneNamesOf(
      all.map((one) => lane([one], [0])),
      by
    );
  const sold = candidate('2', 'cpu', { nodeName: '', systemId: '7', systemName: 'Shop' });
  expect(names('node', candidate('1', 'cpu'), sold)).toEqual(['web', '2']);
  const named = candidate('3', 'cpu', { nodeName: '2' });
  expect(names('node', sold, named)).toEqual(['2', '2 (3)']);
  expect(names('system', candidate('1', 'cpu'), sold)).toEqual(['no system', 'Shop']);
});

it('connects points that are farther apart than buckets', () => {
  const sparse = { ...lane([candidate('1', 'cpu')], [1, null, null, 0]), step: 3 * MINUTE };
  const frame = laneFrame(
    named([sparse, lane([candidate('2', 'cpu')], [1])], ['one', 'other']),
    BUCKETS,
    OPTIONS,
    place
  );
  expect(frame.fields[1].config.custom.spanNulls).toBeGreaterThan(3 * MINUTE);
  expect(frame.fields[2].config.custom).not.toHaveProperty('spanNulls');
});

it('merges neighboring buckets of one color into one state with the value furthest from 0', () => {
  const values = [0.2, 0.9, 1, null, 2, 1.2, 0, 0, -1.2, -2.5, 3.5];
  const merged = (step: number) => {
    const lanes = [{ ...lane([candidate('1', 'cpu')], values), values, step }];
    const buckets = { ...BUCKETS, count: values.length };
    const now = FROM + values.length * MINUTE;
    return laneFrame(named(lanes, ['one']), buckets, { ...OPTIONS, merge: true }, { ...place, now }).fields[1].values;
  };
  expect(merged(MINUTE)).toEqual([1, 1, 1, null, 2, 2, 0, 0, -2.5, -2.5, 3.5]);
  values[4] = 0.5;
  // A missing point ends a state, unless points are as far apart.
  expect(merged(MINUTE).slice(2, 5)).toEqual([1, null, 0.5]);
  expect(merged(2 * MINUTE).slice(2, 5)).toEqual([1, null, 1]);
  // The next point is not due yet.
  values.push(null, null, null);
  expect([1, 2].map((step) => merged(step * MINUTE).slice(-3))).toEqual([
    [null, null, null],
    [3.5, 3.5, 3.5],
  ]);
});

describe('the values of a lane', () => {
  const mappings = JSON.parse(JSON.stringify(laneMappings(true))) as ValueMapping[];
  const display = getDisplayProcessor({
    field: { type: FieldType.number, config: { mappings } },
    theme: createTheme(),
  });

  it.each([-1e6, -3.01, -3, -1.5, -0.001, 0.001, 2, 3, 5.5, 1e6])('%d has a name, even in a snapshot', (value) => {
    expect(display(value).text).toMatch(value < 0 ? /^below, .*width/ : /^above, .*width/);
  });
});

describe('the share of metrics that are outside', () => {
  const of = (nodeId: string, systemId: string | null, values: Array<number | null>, step = MINUTE) => ({
    candidate: candidate(nodeId, 'm', { systemId, systemName: systemId && 'Shop' }),
    ...{ values, step },
  });
  const sharesOf = (...sources: Array<ReturnType<typeof of>>) =>
    Object.fromEntries(
      shareFrame(sources, { ...BUCKETS, count: 4 }, 20).frame.fields.map(({ name, values }) => [name, values])
    );

  it('is of the metrics with a corridor, of all and by system', () => {
    const shares = sharesOf(
      of('1', 's', [1, 0, null, null]),
      of('2', 's', [-2, 0, null, 0]),
      of('3', null, [0, 0, null, 1])
    );
    expect(shares).toMatchObject({
      'All metrics': [2 / 3, 0, null, 0.5],
      Shop: [1, 0, null, 0],
      'no system': [0, 0, null, 1],
    });
  });

  it('counts a coarse metric until its next point, and two systems with one name separately', () => {
    const shares = sharesOf(of('1', 's', [1, null, null, null], 3 * MINUTE), of('2', 'other', [0, 0, 0, 0]));
    expect(shares).toMatchObject({
      'All metrics': [0.5, 0.5, 0.5, 0],
      'Shop (s)': [1, 1, 1, null],
      'Shop (other)': [0, 0, 0, 0],
    });
  });
});
