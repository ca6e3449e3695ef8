import { type DataFrame } from '@grafana/data';
import { startTestsAt } from '../support/clock';
import { DAY, HOUR, type World } from '../support/world/truth';
import { ask, eachWorld, rowsOf } from './ask';
import { type Period } from './oracle';
import { isBefore, knownMetrics, lackOf, laneValues, mayFollow, rankedRow, suspects } from './ranking';
import { movingWorld, NOW, suspectsWorld } from './worlds';

/** Rankings, lanes, and gaps of metrics that move freely. */
startTestsAt(NOW);

const RANGES: Period[] = [6 * HOUR, 12 * HOUR, 3 * DAY, 8 * DAY].map((span) => ({ from: NOW - span, to: NOW }));
const PAST: Period = { from: NOW - 9 * HOUR, to: NOW - 2 * HOUR };

const rangeOf = (place: number) => [...RANGES, PAST][place % 5];
const sorts = ['longest', 'furthest', 'newest'];

it('rankings', () => {
  return eachWorld(8, movingWorld, async (world, seed) => {
    const range = rangeOf(seed);
    const known = knownMetrics(world, range, NOW);
    const frames = await ask(
      world,
      range,
      sorts.map((sort) => ({ queryType: 'deviations', sort: sort as 'longest' }))
    );
    const wanted = known
      .map((place) => rankedRow(world, place, range, NOW))
      .filter(({ points, outsideShare }) => points === 0 || outsideShare !== null);
    for (const [i, frame] of frames.entries()) {
      const rows = rowsOf(frame, ...Object.keys(wanted[0] ?? {})) as typeof wanted;
      expect(sorted(rows)).toEqual(sorted(wanted));
      expect(rows.filter((row, place) => place > 0 && !isBefore(sorts[i], rows[place - 1], row))).toEqual([]);
    }
  });
});

it('lanes', () => {
  return eachWorld(8, movingWorld, async (world, seed) => {
    const range = rangeOf(seed);
    const known = knownMetrics(world, range, NOW);
    const asked = sorts.flatMap((sort, i) =>
      ['metric', ...(seed % 3 === i ? ['node', 'system'] : [])].map((by) => ({ sort, by }))
    );
    const frames = await ask(
      world,
      range,
      asked.map(({ sort, by }) => ({
        queryType: 'deviations',
        format: 'lanes',
        by: by as 'node',
        sort: sort as 'longest',
      }))
    );
    // Without a deviation, a metric has no lane. Without points, its lane is empty.
    const drawn = known.filter((place) => {
      const { points, worst } = rankedRow(world, place, range, NOW);
      return points === 0 || worst !== null;
    });
    asked.forEach(({ by, sort }, i) => {
      const lanes = lanesOf(world, drawn, ['metric', 'node', 'system'].indexOf(by));
      checkValues(world, frames[i], lanes, range);
      checkOrder(frames[i], sort);
    });
  });
});

it('suspects', () =>
  eachWorld(12, suspectsWorld, async (world) => {
    const own = world.alerts.find(({ id }) => id === 'own') ?? world.alerts[0];
    const range = { from: NOW - 12 * HOUR, to: NOW };
    const [frame] = await ask(world, range, [{ queryType: 'deviations', suspectsOf: own.id }]);
    const wanted = suspects(world, own, range, NOW);
    const rows = rowsOf(frame, 'nodeId', 'metricId', 'leftAt', 'worst');
    expect(rows.map(({ leftAt }) => leftAt)).toEqual(wanted.map(({ leftAt }) => leftAt));
    expect(sorted(rows)).toEqual(sorted(wanted));
  }));

/** If the alerts have no system, anomalies have one without a name. */
const NO_SYSTEM = '3';

/** The metrics of each lane, by the lane's name. */
function lanesOf({ metrics }: World, known: number[], by: number): Map<string, number[]> {
  const lanes = new Map<string, number[]>();
  for (const place of known) {
    const { nodeId, nodeName, statTypeId, statTypeName, systemName } = metrics[place];
    const node = nodeName ?? String(nodeId);
    const metric = `${statTypeName ?? statTypeId} · ${node}`;
    // Two nodes can have the same name.
    const isShared = known.some((other) => metrics[other].nodeName === nodeName && metrics[other].nodeId !== nodeId);
    const told = nodeName && isShared ? `${node} (${nodeId})` : node;
    const name = [metric, told, systemName ?? NO_SYSTEM][by];
    lanes.set(name, [...metricsOf(lanes, name), place]);
  }
  return lanes;
}

const shownIn = ({ fields: [, ...lanes] }: DataFrame) =>
  lanes.map(({ name, values }) => ({ name, values: [...values] }));
const metricsOf = (lanes: Map<string, number[]>, name: string) =>
  lanes.get(name === 'no system' ? NO_SYSTEM : name) ?? [];

function checkValues(world: World, frame: DataFrame, lanes: Map<string, number[]>, range: Period) {
  const times: number[] = frame.fields[0].values;
  const shown = shownIn(frame);
  expect(shown.length).toBe(lanes.size);
  expect(shown.filter(({ name }) => metricsOf(lanes, name).length === 0)).toEqual([]);
  expect(times.length).toBeLessThanOrEqual(200);
  const width = times[1] - times[0];
  const buckets = times.map((time) => ({ from: time, to: time + width }));
  for (const { name, values } of shown) {
    const wanted = laneValues(world, metricsOf(lanes, name), buckets, range, NOW);
    // If two metrics are equally far outside on opposite sides, both are the worst.
    const size = (value: number | null) => value && Math.abs(value);
    const isAlone = metricsOf(lanes, name).length === 1;
    expect(isAlone ? values : values.map(size)).toEqual(isAlone ? wanted : wanted.map(size));
  }
}

function checkOrder(frame: DataFrame, sort: string) {
  const shown = shownIn(frame);
  const wrong = shown.slice(1).filter((lane, i) => !mayFollow(sort, lane, shown[i]));
  expect(wrong.map(({ name }) => `${sort} ${name}`)).toEqual([]);
}

const REASONS = ['silent', 'learning', 'flat'];

it('metrics without data or corridor', () =>
  eachWorld(8, movingWorld, async (world, seed) => {
    const range = seed % 2 === 0 ? PAST : RANGES[0];
    const [frame] = await ask(world, range, [{ queryType: 'deviations', format: 'silent' }]);
    const wanted = knownMetrics(world, range, NOW).flatMap((place) => {
      const { nodeId, statTypeId } = world.metrics[place];
      const found = lackOf(world, place, range.to, NOW);
      return found ? [{ ...found, nodeId: String(nodeId), metricId: statTypeId }] : [];
    });
    const rows = rowsOf(frame, 'reason', 'since', 'nodeId', 'metricId');
    expect(sorted(rows)).toEqual(sorted(wanted));
    const reasons = rows.map(({ reason }) => REASONS.indexOf(String(reason)));
    expect(reasons).toEqual([...reasons].sort((one, other) => one - other));
  }));

it('the share of metrics that are outside', () =>
  eachWorld(6, movingWorld, async (world, seed) => {
    const range = rangeOf(seed);
    const [frame] = await ask(world, range, [{ queryType: 'deviations', format: 'share' }]);
    const known = knownMetrics(world, range, NOW);
    const [times, all] = frame.fields.map(({ values }) => [...values] as number[]);
    const width = times[1] - times[0];
    const buckets = times.map((time) => ({ from: time, to: time + width }));
    const values = known.map((place) => laneValues(world, [place], buckets, range, NOW));
    // The share of a bucket in which every metric has a point.
    times.forEach((_, i) => {
      const own = values.map((lane) => lane[i]);
      if (own.length > 0 && own.every((value) => value !== null)) {
        expect(all[i]).toBeCloseTo(own.filter((value) => value !== 0).length / own.length);
      }
    });
  }));

function sorted(rows: object[]): string[] {
  return rows.map((row) => JSON.stringify(row)).sort();
}
