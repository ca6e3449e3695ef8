import { tokens } from '../options';
import { DAY, MINUTE } from '../time';
import type { World } from '../world';
import { makeWorlds } from '../worlds';
import type { MetricState } from './timeline';

const now = Date.parse('2026-01-29T11:47:00Z');
const world = makeWorlds({}, now).get(tokens.main) as World;
/** What alerts report about a metric, and when. */
const told = world
  .alerts(now)
  .flatMap(({ events }) => events.filter(({ at }) => at <= now && at > now - 12 * DAY))
  .flatMap(({ at, changes }) => changes.flatMap(({ state }) => (state ? [{ at, state }] : [])));

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** The deviation in a step from its points and corridors, computed in a simple way. */
function deviationIn({ metric }: MetricState, from: number, to: number): number | undefined {
  const points = metric.series.read(from, to - 1);
  if (points.times.length === 0) {
    return undefined;
  }
  const known = (edges: number[]) => mean(edges.filter((edge) => !Number.isNaN(edge)));
  const value = mean(points.values);
  const main = [known(points.mainDown), known(points.mainUp)];
  const bands = [main, [known(points.supDown), known(points.supUp)], [known(points.infDown), known(points.infUp)]];
  const there = bands.filter(([down]) => !Number.isNaN(down));
  const away = Math.min(...there.map(([down, up]) => Math.max(down - value, value - up, 0)));
  return (value < main[0] ? -away : away) / (main[1] - main[0] || Math.abs(main[1]) || 1) + 0;
}

describe('what alerts report about a metric', () => {
  const outside = told.filter(({ state }) => state.type === 'deviation' && state.severity !== 'green');

  it('is the median deviation of the last three steps', () => {
    expect(outside.length).toBeGreaterThan(300);
    for (const { at, state } of outside) {
      const step = Math.max(5 * MINUTE, state.metric.series.step);
      const steps = [3, 2, 1].flatMap((n) => deviationIn(state, at - n * step, at - (n - 1) * step) ?? []);
      if (steps.length === 3) {
        expect(state.deviation).toBeCloseTo([...steps].sort((a, b) => a - b)[1], 2);
      }
    }
  });

  it('has a severity that follows the deviation', () => {
    const ranges = { green: [0, 0], yellow: [0, 0.45], orange: [0.45, 1], red: [1, 1.9], blood_red: [1.9, Infinity] };
    for (const { state } of outside) {
      const [low, high] = ranges[state.severity];
      expect(Math.abs(state.deviation ?? NaN)).toBeGreaterThanOrEqual(low);
      expect(Math.abs(state.deviation ?? NaN)).toBeLessThanOrEqual(high);
    }
    expect(new Set(outside.map(({ state }) => state.severity)).size).toBe(4);
  });

  it('starts after an hour for missing data', () => {
    const silent = told.filter(({ state }) => state.type === 'missing_data');
    expect(silent.length).toBeGreaterThan(3);
    for (const { at, state } of silent) {
      expect(state.deviation).toBeNull();
      const hour = Math.max(60 * MINUTE, 3 * state.metric.series.step);
      expect(state.metric.series.read(at - hour, at - 1).times).toEqual([]);
    }
  });

  it('has scores within their scales, higher for worse', () => {
    for (const { state } of told) {
      expect(state.score.adjusted).toBeGreaterThan(0);
      expect(state.score.adjusted).toBeLessThanOrEqual(100);
      expect(state.score.contribution).toBeLessThanOrEqual(1);
    }
    for (const { events } of world.alerts(now)) {
      for (const { score, impact } of events.slice(0, 1)) {
        const least = { low: 0, medium: 28, high: 55, severe: 80 }[impact];
        expect(score === null || score >= least).toBe(true);
      }
    }
  });
});
