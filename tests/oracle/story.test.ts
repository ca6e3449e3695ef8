import { startTestsAt } from '../support/clock';
import { contradictions } from '../support/sentences';
import { HOUR, MINUTE, type World, type WorldAlert } from '../support/world/truth';
import { ask, eachWorld, rowsOf } from './ask';
import { type Period, titleOf } from './oracle';
import { farthest, hasCorridor, pointsIn, staysIn, widthsOf } from './points';
import { finePoints, storyPeriod, summary, timeline, told } from './story';
import { movingWorld, NOW } from './worlds';

/** Stories, and metrics in a sentence. */
startTestsAt(NOW);

/** Longer alerts are read with coarser points. */
const SHORT = 12 * HOUR;

function shortAlerts({ alerts }: World): WorldAlert[] {
  return alerts.filter((alert) => {
    const { from, to } = storyPeriod(alert, NOW);
    return to - from <= SHORT;
  });
}

it('stories', () =>
  eachWorld(10, movingWorld, async (world) => {
    const alerts = shortAlerts(world).slice(0, 2);
    const frames = await ask(
      world,
      { from: NOW - 6 * HOUR, to: NOW },
      alerts.flatMap(({ id }) =>
        (['timeline', 'summary'] as const).map((format) => ({ queryType: 'story' as const, alertId: id, format }))
      )
    );
    alerts.forEach((alert, i) => {
      const wanted = timeline(world, alert, NOW);
      const [table, one] = frames.slice(2 * i);
      expect(rowsOf(table, ...Object.keys(wanted[0].row))).toEqual(wanted.map(({ row }) => row));
      const shown = rowsOf(table, ...wanted.flatMap(({ read }) => (read ? Object.keys(read) : [])));
      shown.forEach((row, place) => {
        const { read } = wanted[place];
        expect(read ? row : null).toEqual(read);
      });
      const { outside, lag, ...columns } = summary(world, alert, NOW);
      const [row] = rowsOf(one, ...Object.keys(columns), 'outside', 'lag', 'firstMetric', 'title', 'text');
      expect(row).toMatchObject(columns);
      if (wanted.every(({ read }) => read)) {
        expect(row).toMatchObject({ outside, lag });
      }
      expect(row.title).toBe(titleOf(world, alert, NOW));
      expect(String(row.title).replace(/ \+\d+$/, '')).toBe(row.firstMetric);
      expectText(String(row.text), row);
    });
  }));

/** The ticket agrees with the columns. */
function expectText(text: string, { impact, since, until, outside, metrics, nodes }: Record<string, unknown>) {
  const clock = (time: unknown) => new Date(Number(time)).toISOString().slice(0, 16).replace('T', ' ');
  expect(text.length).toBeLessThanOrEqual(1500);
  expect(text.split('\n').filter(Boolean).length).toBeLessThanOrEqual(20);
  expect(text).toContain(`Impact: ${String(impact)}. ${until === null ? 'Active' : 'Ended'}`);
  expect(text).toContain(`Since: ${clock(since)}`);
  expect(text).toContain(`Metrics: ${String(metrics)}. Nodes: ${String(nodes)}`);
  expect(text.includes('Until: ') || until === null).toBe(true);
  const said = /Still outside: (\d+)/.exec(text);
  expect(said ? Number(said[1]) : outside || said).toBe(said ? outside : outside || said);
}

/** A range of six hours, or one that starts exactly when a metric's last stay outside ended. */
function rangeFromReturn(world: World, turn: number): Period {
  const backs = world.metrics.flatMap(({ source }, place) => {
    const day = pointsIn(world, place, { from: NOW - SHORT, to: NOW }, NOW, source);
    return staysIn(day, source).at(-1)?.backAt ?? [];
  });
  return { from: turn % 2 === 0 ? NOW - 6 * HOUR : (backs[turn % backs.length] ?? NOW - SHORT), to: NOW };
}

it('sentences', () => {
  return eachWorld(16, movingWorld, async (world, seed) => {
    const range = rangeFromReturn(world, seed);
    const series = world.metrics.map(({ nodeId, statTypeId }) => `${nodeId}:${statTypeId}`);
    const [frame] = await ask(world, range, [{ queryType: 'explain', series }]);
    const names = ['state', 'value', 'expectedFrom', 'expectedTo', 'leftAt', 'worst', 'deviation', 'sentence', 'trend'];
    const rows = new Map(
      rowsOf(frame, 'nodeId', 'metricId', ...names).map((row) => [`${row.nodeId}:${row.metricId}`, row])
    );
    for (const [place, one] of series.entries()) {
      const row = rows.get(one);
      expect(row === undefined).toBe(pointsIn(world, place, range, NOW).length === 0 && row === undefined);
      const story = told(world, place, range, NOW);
      if (row && story && story.value !== null) {
        expectRow(world, place, range, row);
      }
    }
  });
});

function expectRow(world: World, place: number, range: Period, row: Record<string, unknown>) {
  const { source } = world.metrics[place];
  const story = told(world, place, range, NOW);
  const points = finePoints(world, place, range, NOW).filter(hasCorridor);
  expect(row).toMatchObject({
    state: story?.state,
    value: story?.value,
    expectedFrom: story?.expectedFrom,
    expectedTo: story?.expectedTo,
    leftAt: story?.last?.leftAt ?? null,
    deviation: widthsOf(points[points.length - 1]),
    worst: farthest(pointsIn(world, place, range, NOW, source)),
  });
  // Sentences are only checked for metrics with at most two corridors.
  if (source === MINUTE && points.every(({ corridors }) => corridors.inf === null)) {
    const seen = points.flatMap(({ time, smoothened, corridors: { main, sup } }) =>
      main ? [{ time, value: smoothened, main, sup }] : []
    );
    const one = { row, ...range, now: NOW, step: source, points: seen };
    expect(contradictions(one).map((what) => `${what}: ${String(row.sentence)}`)).toEqual([]);
  }
}
