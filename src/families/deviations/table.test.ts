import { type Columns, EDGES } from '../../ground/columns';
import { HOUR, MINUTE } from '../../ground/settings';
import { fakeRequest } from '../../../tests/support/fakeContext';
import { judge, type Judged } from '../../ground/judge';
import { deviationOf, deviationsTable, type RankedRow } from './table';

const place = {
  dataSource: { uid: 'uid', name: 'Anomalies', type: 'anomaly-monitoring-datasource' },
  range: fakeRequest([], { from: 0, to: HOUR }).range,
  now: HOUR,
};

const metric = { nodeId: '1', nodeName: 'web', metricId: 'cpu', metricName: null, systemId: null, systemName: null };

type Band = [down: number, up: number] | null;

/** Points a minute apart, each with its value and main corridor. */
function columnsOf(points: Array<[value: number, main: Band]>): Judged {
  const edges: Partial<Record<(typeof EDGES)[number], Float64Array>> = {
    main_up: Float64Array.from(points, ([, main]) => main?.[1] ?? NaN),
    main_down: Float64Array.from(points, ([, main]) => main?.[0] ?? NaN),
  };
  const columns: Columns = {
    length: points.length,
    time: Float64Array.from(points, (_, i) => i * 60_000),
    smoothened: Float64Array.from(points, ([value]) => value),
    edges: EDGES.map((name) => edges[name] ?? null),
  };
  return judge(columns);
}

test('computes the share outside of points with a corridor', () => {
  const deviation = deviationOf(
    columnsOf([
      [5, [0, 10]],
      [20, [0, 10]],
      [-30, [0, 10]],
      [10, [0, 10]],
      [99, null],
      [NaN, [0, 10]],
    ])
  );
  expect(deviation).toEqual({ outsideShare: 0.5, worst: -3, lastOutside: 120_000, points: 6 });
});

test('is unknown if no point has a corridor', () => {
  expect(deviationOf(columnsOf([[1, null]]))).toMatchObject({ outsideShare: null, worst: null, points: 1 });
  expect(deviationOf(columnsOf([]))).toMatchObject({ outsideShare: null, points: 0 });
});

test.each([
  ['is', [MINUTE, null], true],
  ['is not', [MINUTE, HOUR], false],
])('the column of resolutions %s hidden if points of rows are %j apart', (_, steps, isHidden) => {
  const row = { ...metric, outsideShare: 0.5, worst: 1, lastOutside: 0, points: 9 };
  const rows = steps.map((resolution): RankedRow => ({ ...row, resolution }));
  const { fields } = deviationsTable(rows, place, false);
  const { custom } = fields.find(({ name }) => name === 'resolution')!.config;
  expect(custom.hideFrom?.viz === true).toBe(isHidden);
});
