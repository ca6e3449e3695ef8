import { minBy, sortBy, uniq } from 'lodash';
import { eventsUntil, isEnd } from '../alertbook/history';
import { impactRank } from '../alertbook/order';
import { type Alert, type AlertEvent } from '../service/alerts';

/** An alert with all its events, in order. Null if they are unknown. */
interface WithEvents {
  alert: Alert;
  events: readonly AlertEvent[] | null;
}

/** The highest current impact, and since when. Times are in epoch milliseconds. */
interface PresentImpact {
  impact: string | null;
  /** Null if it has been so from the beginning, or if that is unknown. */
  since: number | null;
  /** The impact at the beginning. */
  beganAs: string | null;
}

/** From then on, an alert has this impact. Null: it is over. */
interface Step {
  time: number;
  impact: string | null;
}

/**
 * The impact of alerts in one group: the highest among the active ones, from their events. If none is active, the highest
 * in their rows, or in their last events if a row has none. Its start is only known if all events of all alerts are.
 *
 * @param now the moment of the answer; later events do not count
 */
export function presentImpact(all: readonly WithEvents[], now: number): PresentImpact {
  const past = all.map(({ alert, events }) => ({ alert, events: events && eventsUntil(events, now) }));
  const active = past.filter(({ alert }) => alert.active);
  const impacts = (active.length > 0 ? active : past).map(({ alert, events }) => {
    const known =
      alert.active || alert.impact === null ? events?.findLast((event) => event.impact !== null)?.impact : null;
    return known ?? alert.impact;
  });
  const impact = minBy(impacts, impactRank) ?? null;
  const histories = past.map(stepsOf);
  const isKnown = active.length > 0 && histories.every((steps) => steps !== null);
  const [first, ...later] = isKnown ? levelsOf(histories.flatMap((steps) => [steps ?? []])) : [];
  const last = later.at(-1);
  return last && last.impact === impact && impact !== null
    ? { impact, since: last.time, beganAs: first.impact }
    : { impact, since: null, beganAs: null };
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
