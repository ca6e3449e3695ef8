import { type Course } from '../alertbook/course';
import { impactRank } from '../alertbook/order';
import { spanOf } from '../alertbook/span';
import { type Alert } from '../service/alerts';
import { type Paged } from '../service/paging';
import { MOST_ALIKE, type SimilarAlert } from './similarity';
import { type Compared, type Verdict, verdictOf } from './verdict';

/** If there are more similar alerts, their courses are not read: it is not known whether the alert has more metrics. */
const MOST_COMPARED = 50;

/** The earlier alert that is most like another one. */
export interface MostAlike {
  alert: Alert;
  /** How many of the metrics that were searched for it shares. */
  shared: number;
  searched: number;
}

/** What similar alerts show about an alert; null if it is not known. */
export interface News {
  /** How many similar alerts were active in the 90 days before it; null also if they were not requested. */
  similar: number | null;
  verdict: Verdict | null;
  /** Null also if there are no similar alerts. */
  likeMost: MostAlike | null;
  /** Why the similar alerts could not be read, or whether the service has older ones; null if they were. */
  failure: unknown;
  /** A search that did not find all alerts with its metric, or a course that lacks events; null if there is none. */
  short: Paged<unknown> | null;
}

/** Of an alert about which nothing is known. */
export const NOTHING: News = { similar: null, verdict: null, likeMost: null, failure: null, short: null };

/** An alert, the alerts that share its metrics, and everything known about them. */
export interface Comparison {
  alert: Alert;
  /** The most alike first. */
  similar: readonly SimilarAlert[];
  /** An alert's course as of a moment; null if it is not known, undefined if it was not read for this. */
  courseOf: (id: string, moment: number) => Course | null | undefined;
  /** When the alert is looked at, in epoch milliseconds. */
  now: number;
  /** Whether a verdict is wanted, and how many alerts are similar; which is most alike always is. */
  isJudged: boolean;
  isCounted: boolean;
}

/** What follows from a comparison. */
export interface Judged {
  /** The alerts whose courses can still change it; none if it is settled. */
  toRead: Alert[];
  /** How many alerts are similar; null if that is not known. */
  similar: number | null;
  mostAlike: SimilarAlert | null;
  verdict: Verdict | null;
}

/**
 * What similar alerts show about an alert, by as few courses as it takes. These show which of the three most alike are about
 * something else, and whether a usual alert has more metrics than any similar one. What changes nothing is not wanted.
 */
export function judgeNews(comparison: Comparison): Judged {
  const { similar, isJudged, isCounted } = comparison;
  const { alike, open } = closestOf(comparison);
  const said = { similar: open.length === 0 ? alike.length : null, mostAlike: alike.at(0) ?? null, verdict: null };
  if (!isCounted && similar.length > 0 && open.includes(similar[0])) {
    // It is likely to be the most alike.
    return { ...said, toRead: [similar[0].alert] };
  }
  const sure = alike.filter((one) => !open.includes(one));
  const outcomes = isJudged ? outcomesOf(comparison, sure, open) : new Set([null]);
  if (open.length > 0 && (isCounted || open.includes(alike[0]) || outcomes.size > 1)) {
    return { ...said, toRead: open.map(({ alert }) => alert) };
  }
  const [outcome] = outcomes;
  return outcome === 'by metrics'
    ? { ...said, ...compareMetrics(comparison, alike) }
    : { ...said, toRead: [], verdict: outcome };
}

/**
 * The similar alerts without those of the three most alike that are about something else: of two alerts both or neither must be
 * about missing data alone. Unknown counts as alike.
 */
function closestOf({ alert, similar, courseOf, now }: Comparison): { alike: SimilarAlert[]; open: SimilarAlert[] } {
  const own = isOfMissingData(courseOf(alert.id, now));
  const isOther = (one: SimilarAlert) => {
    const its = isOfMissingData(courseOf(one.alert.id, now));
    return own !== null && its !== null && own !== its;
  };
  const closest = similar.slice(0, MOST_ALIKE);
  return {
    alike: similar.filter((one) => !(closest.includes(one) && isOther(one))),
    open: closest.filter((one) => own !== null && courseOf(one.alert.id, now) === undefined),
  };
}

/** Whether an alert's metrics are about missing data alone; null if they are not known. */
function isOfMissingData(course: Course | null | undefined): boolean | null {
  return course && course.metrics.length > 0 ? course.metrics.every(({ type }) => type === 'missing_data') : null;
}

/** What rows show; for an alert that is usual by them, the number of metrics can decide. */
type Outcome = Verdict | 'by metrics' | null;

/** What rows can show while it is open whether the last ones are similar. */
function outcomesOf(comparison: Comparison, sure: SimilarAlert[], [one, ...rest]: SimilarAlert[]): Set<Outcome> {
  return one === undefined
    ? new Set([outcomeOf(comparison, sure)])
    : new Set([...outcomesOf(comparison, sure, rest), ...outcomesOf(comparison, [...sure, one], rest)]);
}

function outcomeOf(comparison: Comparison, alike: readonly SimilarAlert[]): Outcome {
  const asOf = judgedAt(comparison);
  const others = alike.map(({ alert }) => comparedOf(alert, asOf));
  const verdict = verdictOf(comparedOf(comparison.alert, asOf), others, asOf);
  const own = countOf(comparison, comparison.alert) ?? 0;
  if (verdict !== 'usual' || alike.some(({ shared }) => own <= shared.length)) {
    return verdict;
  }
  return alike.length > MOST_COMPARED ? null : 'by metrics';
}

/** Courses are compared one after the other: one that has as many metrics decides, and an unknown one decides, too. */
function compareMetrics(comparison: Comparison, alike: readonly SimilarAlert[]): Pick<Judged, 'toRead' | 'verdict'> {
  const own = countOf(comparison, comparison.alert) ?? 0;
  for (const { alert } of alike) {
    const count = countOf(comparison, alert);
    if (count === undefined) {
      return { toRead: [alert], verdict: null };
    }
    if (count === null || own <= count) {
      return { toRead: [], verdict: count === null ? null : 'usual' };
    }
  }
  return { toRead: [], verdict: 'worse than usual' };
}

/** How many metrics an alert has over its course; null if that is not known, undefined if it was not read. */
function countOf(comparison: Comparison, { id }: Alert): number | null | undefined {
  const course = comparison.courseOf(id, judgedAt(comparison));
  return course && (course.metrics.length || null);
}

/** An alert is judged as of now, or as of its end. */
function judgedAt({ alert, now }: Comparison): number {
  const { from, to } = spanOf(alert, now);
  return alert.active ? now : (to ?? from ?? now);
}

/** By its row, as of a moment: one that ended later continued then. Its number of metrics is left out. */
function comparedOf(alert: Alert, asOf: number): Compared {
  const { from, to, isOpen } = spanOf(alert, asOf);
  const impact = alert.impact === null ? null : -impactRank(alert.impact);
  return { impact, from, to: isOpen || (to ?? 0) > asOf ? null : to, metrics: null };
}
