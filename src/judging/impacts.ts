import { minBy, sortBy, uniq } from 'lodash';
import { isEnd } from '../alertbook/course';
import { impactRank } from '../alertbook/order';
import { type Alert, type AlertEvent } from '../service/alerts';

/** An alert with all of its events, in order; null if they are not known. */
export interface WithEvents {
  alert: Alert;
  events: readonly AlertEvent[] | null;
}

/** The highest impact in force, and since when it has been that; times in epoch milliseconds. */
export interface PresentImpact {
  impact: string | null;
  /** Null if it has been that from the beginning, or if that is not known. */
  since: number | null;
  /** The impact at the beginning. */
  beganAs: string | null;
}

/** From then on an alert has that impact; null: it is over. */
interface Step {
  time: number;
  impact: string | null;
}

/**
 * The impact of alerts that are seen as one: the highest of those that are in force, by their events; if none is, the highest
 * that their rows show, or their last events if a row shows none. Since when it is in force can only be said by all events of all of them.
 *
 * @param now the moment that is looked at: later events do not count
 */
export function presentImpact(all: readonly WithEvents[], now: number): PresentImpact {
  const past = all.map(({ alert, events }) => ({ alert, events: events && until(events, now) }));
  const active = past.filter(({ alert }) => alert.active);
  const impacts = (active.length > 0 ? active : past).map(({ alert, events }) => {
    const known =
      alert.active || alert.impact === null ? events?.findLast((event) => event.impact !== null)?.impact : null;
    return known ?? alert.impact;
  });
  const impact = minBy(impacts, impactRank) ?? null;
  const courses = past.map(stepsOf);
  const isKnown = active.length > 0 && courses.every((steps) => steps !== null);
  const [first, ...later] = isKnown ? levelsOf(courses.flatMap((steps) => [steps ?? []])) : [];
  const last = later.at(-1);
  return last && last.impact === impact && impact !== null
    ? { impact, since: last.time, beganAs: first.impact }
    : { impact, since: null, beganAs: null };
}

function until(events: readonly AlertEvent[], now: number): AlertEvent[] {
  return events.filter(({ time }) => time === null || time <= now);
}

/** From when on an alert had another impact; null if a time or its first impact is not known. */
function stepsOf({ alert, events }: WithEvents): Step[] | null {
  const steps: Step[] = [];
  for (const event of events ?? []) {
    const impact = event.impact ?? steps.at(-1)?.impact ?? null;
    if (event.time === null || impact === null) {
      return null;
    }
    if (steps.at(-1)?.impact !== impact) {
      steps.push({ time: event.time, impact });
    }
  }
  if (steps.length === 0) {
    return null;
  }
  const newest = events?.at(-1);
  const ended = alert.active === false ? (newest && isEnd(newest) ? newest.time : alert.lastSeenAt) : Infinity;
  return ended === null ? null : [...steps, ...(ended < Infinity ? [{ time: ended, impact: null }] : [])];
}

/** The highest impact over time: each moment at which it became another one. */
function levelsOf(courses: ReadonlyArray<readonly Step[]>): Step[] {
  const times = sortBy(uniq(courses.flatMap((steps) => steps.map(({ time }) => time))));
  const levels = times.map((time): Step => {
    const inForce = courses.flatMap((steps) => steps.findLast((step) => step.time <= time)?.impact ?? []);
    return { time, impact: minBy(inForce, impactRank) ?? null };
  });
  return levels.filter(({ impact }, i) => i === 0 || impact !== levels[i - 1].impact);
}
