import { startTestsAt } from '../support/clock';
import { DAY, MINUTE, type World, type WorldAlert } from '../support/world/truth';
import { ask, eachWorld, rowsOf } from './ask';
import { alertsIn, impactOf, isActive, judgedAt, metricTitle, startOf } from './oracle';
import { earlierLike, likeMost, similarTo, verdict } from './similar';
import { courseWorld, NOW, tightWorld, wideWorld } from './worlds';

/** Similar alerts and verdicts, while metrics join and leave, and alerts follow each other closely. */
startTestsAt(NOW);

const made = (seed: number): World => [courseWorld, tightWorld, wideWorld][seed % 3](seed);
/** Without the oldest alert, which has no past of its own. */
const some = ({ alerts }: World): WorldAlert[] => {
  const all = alerts.filter(({ id }) => id !== 'past');
  return [...new Set([...all.slice(0, 2), ...all.slice(-2)])];
};

it('verdicts', () =>
  eachWorld(12, made, async (world) => {
    const alerts = some(world);
    const frames = await ask(
      world,
      { from: NOW - 3 * DAY, to: NOW },
      alerts.map(({ id }) => ({ queryType: 'story' as const, alertId: id, format: 'summary' as const }))
    );
    const shown = frames.map((frame) => rowsOf(frame, 'verdict', 'similar', 'likeMost')[0]);
    expect(shown.map(({ likeMost: text, ...row }) => ({ ...row, likeMost: readLikeMost(text) }))).toEqual(
      alerts.map((alert) => ({
        verdict: verdict(world, alert, NOW),
        similar: similarTo(world, alert, NOW).length,
        likeMost: likeMost(world, alert, NOW),
      }))
    );
  }));

it('verdicts in a search', () =>
  eachWorld(12, made, async (world) => {
    const range = { from: NOW - 30 * DAY, to: NOW };
    const [all, active] = await ask(world, range, [
      { queryType: 'alertSearch', verdict: 'all' },
      { queryType: 'alertSearch', verdict: 'active' },
    ]);
    const found = alertsIn(world, range, NOW).filter(({ id }) => id !== 'past');
    const verdictsIn = (frame: typeof all) =>
      new Map(rowsOf(frame, 'id', 'verdict').map((row) => [row.id, row.verdict]));
    const [judged, judgedActive] = [verdictsIn(all), verdictsIn(active)];
    for (const alert of found) {
      const wanted = verdict(world, alert, NOW);
      expect([alert.id, judged.get(alert.id)]).toEqual([alert.id, wanted]);
      expect([alert.id, judgedActive.get(alert.id)]).toEqual([alert.id, isActive(alert, NOW) ? wanted : 'not judged']);
    }
  }));

it('similar alerts', () =>
  eachWorld(24, made, async (world, seed) => {
    const [alert] = some(world).slice(-(seed % 2));
    const range = { from: NOW - 30 * DAY, to: [startOf(alert), startOf(alert) + 5 * MINUTE, NOW][seed % 3] };
    const asOf = judgedAt(range, NOW);
    const [frame, severe] = await ask(world, range, [
      { queryType: 'alertSearch', like: alert.id, includeLike: true },
      { queryType: 'alertSearch', like: alert.id, impact: ['high', 'severe'] },
    ]);
    const own = { id: alert.id, shared: null, sharedMetrics: null };
    const wanted = earlierLike(world, alert, range, asOf);
    expect(rowsOf(frame, 'id', 'shared', 'sharedMetrics')).toEqual([
      ...(startOf(alert) <= asOf ? [own] : []),
      ...wanted.map(({ alert: { id }, shared }) => ({
        id,
        shared: shared.length,
        sharedMetrics: shared.map((metric) => metricTitle(world, metric)).join(', '),
      })),
    ]);
    const passing = wanted.filter((one) => ['high', 'severe'].includes(impactOf(one.alert, asOf)));
    expect(rowsOf(severe, 'id')).toEqual(passing.map((one) => ({ id: one.alert.id })));
  }));

const UNITS: Record<string, number> = { s: 1000, min: 60_000, h: 3_600_000, d: DAY };

/** Reads a text like `Oct 23, 03:25 (6 of 6 searched), 4 h 30 min`, and writes it as the oracle does. */
function readLikeMost(text: unknown): string | null {
  if (text === null) {
    return null;
  }
  const [, time, share, lasted] = /^(.*?) \((.*?)\)(?:, (.*))?$/.exec(String(text)) ?? [];
  const began = new Date(`${time} 2026 UTC`).toISOString().slice(0, 16);
  const parts = lasted?.matchAll(/(\d+) (\w+)/g);
  return [began, share, parts ? [...parts].reduce((sum, [, n, unit]) => sum + Number(n) * UNITS[unit], 0) : null].join(
    ', '
  );
}
