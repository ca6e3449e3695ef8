import { minBy, sortBy, uniq } from 'lodash';
import { eventsUntil, isEnd } from '../facts/history';
import { impactRank } from '../facts/order';
import { type Alert, type AlertEvent } from '../service/alerts';

/** An alert with all its events, in order. Null if they are unknown. */
interface WithEvents {
  alert: Alert;
  events: readonly AlertEvent[] | null;
}

/** From then on, an alert has this impact. Null: it is over. */
interface Step {
  time: number;
  impact: string | null;
}

/** The highest impact of the alerts of one group that are active, by their rows. If none is, the highest of all. */
export function presentImpact(alerts: readonly Alert[]): string | null {
  const active = alerts.filter((alert) => alert.active === true);
  return minBy(active.length > 0 ? active : alerts, ({ impact }) => impactRank(impact))?.impact ?? null;
}

/**
 * Since when the highest impact in force has been the present one. Null if none is in force, if not all events of all alerts
 * are known, or if these don't show it.
 *
 * @param now the moment of the answer, in epoch milliseconds; later events do not count
 */
export function impactSince(all: readonly WithEvents[], now: number): number | null {
  const impact = presentImpact(all.map(({ alert }) => alert));
  const histories = all.map(({ alert, events }) => stepsOf({ alert, events: events && eventsUntil(events, now) }));
  const isKnown = all.some(({ alert }) => alert.active === true) && histories.every((steps) => steps !== null);
  const last = isKnown ? levelsOf(histories.flatMap((steps) => [steps ?? []])).at(-1) : undefined;
  return last && impact !== null && last.impact === impact ? last.time : null;
}

/** When an alert's impact changed, and when it was over. Null if a time or its first impact is unknown. */
function stepsOf({ alert, events }: WithEvents): Step[] | null {
  const steps: Step[] = [];
  let known: string | null = null;
  for (const event of events ?? []) {
    known = event.impact ?? known;
    if (event.time === null || known === null) {
      return null;
    }
    // After its end, an alert can go on.
    const impact = isEnd(event) ? null : known;
    if (steps.at(-1)?.impact !== impact) {
      steps.push({ time: event.time, impact });
    }
  }
  if (steps.length === 0) {
    return null;
  }
  if (alert.active !== false || steps.at(-1)?.impact === null) {
    return steps;
  }
  return alert.lastSeenAt === null ? null : [...steps, { time: alert.lastSeenAt, impact: null }];
}

/** The highest impact over time, at each change. */
function levelsOf(histories: ReadonlyArray<readonly Step[]>): Step[] {
  const times = sortBy(uniq(histories.flatMap((steps) => steps.map(({ time }) => time))));
  const levels = times.map((time): Step => {
    const inForce = histories.flatMap((steps) => steps.findLast((step) => step.time <= time)?.impact ?? []);
    return { time, impact: minBy(inForce, impactRank) ?? null };
  });
  return levels.filter(({ impact }, i) => i === 0 || impact !== levels[i - 1].impact);
}
