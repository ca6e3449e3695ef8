import { sortBy } from 'lodash';
import { startTestsAt } from '../support/clock';
import { DAY, MINUTE, type World } from '../support/world/truth';
import { ask, eachWorld, RANGE, rowsOf } from './ask';
import { alertsIn, judgedAt, type Period, startOf, untilOf } from './oracle';
import { previous, quality, qualityOfMetrics, reportDays, reportRows, reportSummary } from './report';
import { courseWorld, midnightWorld, NOW, tightWorld, wideWorld } from './worlds';

/** Reports about worlds in which many events are exactly on a boundary. */
startTestsAt(NOW);

const made = (seed: number): World => [courseWorld, tightWorld, wideWorld][seed % 3](seed);
const MIDNIGHT = Math.floor(NOW / DAY) * DAY;
const AT_MIDNIGHT: Period[] = [
  { from: MIDNIGHT - 2 * DAY, to: MIDNIGHT },
  { from: MIDNIGHT, to: NOW },
];
const RANGES: Period[] = [RANGE, { from: NOW - 7 * DAY, to: NOW }, { from: NOW - 4 * DAY, to: NOW - DAY / 2 }];

/** A range that starts exactly with an alert, or during a short one. */
const beside = ({ alerts }: World, turn: number): Period => ({
  from: startOf(alerts[turn % alerts.length]) + (turn % 3 === 0 ? 0 : MINUTE),
  to: NOW,
});

/** A range that ends exactly with the newest event of an alert. */
function upToEvent({ alerts }: World, turn: number): Period {
  const { events } = alerts[turn % (alerts.length - 1)];
  const to = events[events.length - 1].at;
  return { from: to - 2 * DAY, to };
}

/** A range that ends exactly when an alert begins. */
function upToStart({ alerts }: World, turn: number): Period {
  const to = startOf(alerts[turn % (alerts.length - 1)]);
  return { from: to - 3 * DAY, to };
}

/** The time of one alert, so that few metrics are known, often with equal times. */
function during({ alerts }: World, turn: number): Period {
  const alert = alerts[turn % alerts.length];
  return { from: startOf(alert), to: untilOf(alert, NOW) };
}

it.each(['impact', 'system', 'node', 'metric', 'series'] as const)('by %s', (by) => {
  return eachWorld(40, made, async (world, seed) => {
    const range = [...RANGES.slice(0, 2), upToEvent(world, seed), during(world, seed)][seed % 4];
    const [frame] = await ask(world, range, [{ queryType: 'alertReport', by }]);
    // A past range is judged as of its end.
    const wanted = reportRows(world, by, range, judgedAt(range, NOW));
    const [first] = wanted.values();
    const ids = { impact: ['impact'], series: ['nodeId', 'metricId'] }[by as string] ?? [`${by}Id`];
    const rows = rowsOf(frame, ...ids, ...Object.keys(first ?? {})).map((row) => {
      const { [ids[0]]: one, [ids[1]]: other, ...figures } = row;
      return [ids.length > 1 ? `${String(one)}:${String(other)}` : one, figures] as const;
    });
    expect(new Map(rows)).toEqual(wanted);
    if (by === 'impact') {
      expect(rows.map(([key]) => key)).toEqual(['severe', 'high', 'medium', 'low']);
    } else {
      const texts = [by === 'series' ? 'metric' : by, ...ids.toReversed()];
      const places = rowsOf(frame, 'activeTime', 'alerts', ...texts).map((row) =>
        Object.values(row).map((value) => (typeof value === 'number' ? -value : String(value)))
      );
      expect(places).toEqual(sortBy(places, Object.keys(places[0] ?? [])));
    }
  });
});

it('by day, and in one row', () => {
  const ofDays = (seed: number) => (seed % 4 === 0 ? midnightWorld(seed) : made(seed));
  return eachWorld(30, ofDays, async (world, seed) => {
    const range = [...RANGES.slice(0, 2), ...AT_MIDNIGHT, upToStart(world, seed), during(world, seed)][seed % 6];
    const asOf = judgedAt(range, NOW);
    const [days, one] = await ask(world, range, [
      { queryType: 'alertReport', by: 'day' },
      { queryType: 'alertReport', by: 'summary' },
    ]);
    const wanted = reportDays(world, range, asOf);
    expect(rowsOf(days, ...Object.keys(wanted[0]))).toEqual(wanted);
    const { topCount, least, ...numbers } = reportSummary(world, range, asOf);
    const [{ topMetrics, topShare: share, sentence, ...row }] = rowsOf(
      one,
      ...Object.keys(numbers),
      'topMetrics',
      'topShare',
      'sentence'
    );
    expect(row).toEqual(numbers);
    expect(topMetrics === null ? null : String(topMetrics).split(', ').length).toBe(topCount);
    // Two metrics can add equally much, and then different ones follow.
    expect(share === null ? least : Number(share) >= 0.5).toBe(share === null ? null : true);
    expect(sentence).toMatch(numbers.alerts === 0 ? /^No alerts/ : new RegExp(`^${numbers.alerts} alert`));
  });
});

it('by quality', () => {
  return eachWorld(40, made, async (world, seed) => {
    const range = [...RANGES, beside(world, seed), beside(world, seed)][seed % 5];
    const [frame] = await ask(world, range, [{ queryType: 'alertReport', by: 'quality' }]);
    // Events after the range change none of its figures. The previous period is as its search shows it now.
    const asOf = judgedAt(range, NOW);
    const alerts = alertsIn(world, range, asOf);
    const now = { ...quality(alerts, range, asOf), ...qualityOfMetrics(alerts, range, asOf) };
    const past = previous(range);
    const before = { ...quality(alertsIn(world, past, NOW), past, NOW), flapping: null, topTen: null };
    const rows = rowsOf(frame, 'figure', 'value', 'before');
    expect(Object.fromEntries(rows.map(({ figure, value }) => [figure, value]))).toEqual(now);
    expect(Object.fromEntries(rows.map((row) => [row.figure, row.before]))).toEqual(before);
  });
});
