import { type AlertHistory } from '../alertbook/history';
import { impactRank } from '../alertbook/order';
import { spanOf } from '../alertbook/span';
import { type Alert } from '../service/alerts';
import { type Paged } from '../service/paging';
import { MOST_ALIKE, type SimilarAlert } from './similarity';
import { type Compared, type Verdict, verdictOf } from './verdict';

/** If there are more similar alerts, their histories are not read, and it is unknown whether the alert has more metrics. */
const MOST_COMPARED = 50;

/** The earlier alert that is most similar. */
export interface MostAlike {
  alert: Alert;
  /** The number of searched metrics that it shares. */
  shared: number;
  searched: number;
}

/** What similar alerts show about an alert. Null if unknown. */
export interface News {
  /** The number of similar alerts in the previous 90 days. Null also if it was not requested. */
  similar: number | null;
  verdict: Verdict | null;
  /** Null also if there are no similar alerts. */
  likeMost: MostAlike | null;
  /** Why the similar alerts, or the service's older alerts, could not be read. Null if they were. */
  failure: unknown;
  /** An incomplete search, or a history with missing events. Null if there is none. */
  incomplete: Paged<unknown> | null;
}

/** For an alert about which nothing is known. */
export const NOTHING: News = { similar: null, verdict: null, likeMost: null, failure: null, incomplete: null };

/** An alert, the alerts that share its metrics, and everything known about them. */
export interface Comparison {
  alert: Alert;
  /** The most similar first. */
  similar: readonly SimilarAlert[];
  /** An alert's history as of a moment. Null if unknown, undefined if it was not read for this. */
  historyOf: (id: string, moment: number) => AlertHistory | null | undefined;
  /** The time of the judgment, in epoch milliseconds. */
  now: number;
  /** Whether a verdict and the number of similar alerts are requested. The most similar alert always is. */
  isJudged: boolean;
  isCounted: boolean;
}

/** The result of a comparison. */
export interface Judged {
  /** The alerts whose histories can still change it. Empty if it is final. */
  toRead: Alert[];
  /** The number of similar alerts. Null if unknown. */
  similar: number | null;
  mostAlike: SimilarAlert | null;
  verdict: Verdict | null;
}

/**
 * What similar alerts show about an alert, with as few histories as possible. These show which of the three most similar
 * ones are about something else, and whether a usual alert has more metrics than any similar one. Histories that change
 * nothing are not requested.
 */
export function judgeNews(comparison: Comparison): Judged {
  const { similar, isJudged, isCounted } = comparison;
  const { alike, open } = closestOf(comparison);
  const soFar = { similar: open.length === 0 ? alike.length : null, mostAlike: alike.at(0) ?? null, verdict: null };
  if (!isCounted && similar.length > 0 && open.includes(similar[0])) {
    // It is probably the most similar one.
    return { ...soFar, toRead: [similar[0].alert] };
  }
  const sure = alike.filter((one) => !open.includes(one));
  const outcomes = isJudged ? outcomesOf(comparison, sure, open) : new Set([null]);
  if (open.length > 0 && (isCounted || open.includes(alike[0]) || outcomes.size > 1)) {
    return { ...soFar, toRead: open.map(({ alert }) => alert) };
  }
  const [outcome] = outcomes;
  return outcome === 'by metrics'
    ? { ...soFar, ...compareMetrics(comparison, alike) }
    : { ...soFar, toRead: [], verdict: outcome };
}

/**
 * The similar alerts, without those of the three most similar that are about something else: both or neither of two alerts
 * must be only about missing data. Unknown counts as similar.
 */
function closestOf({ alert, similar, historyOf, now }: Comparison): { alike: SimilarAlert[]; open: SimilarAlert[] } {
  const own = isOfMissingData(historyOf(alert.id, now));
  const isOther = (one: SimilarAlert) => {
    const its = isOfMissingData(historyOf(one.alert.id, now));
    return own !== null && its !== null && own !== its;
  };
  const closest = similar.slice(0, MOST_ALIKE);
  return {
    alike: similar.filter((one) => !(closest.includes(one) && isOther(one))),
    open: closest.filter((one) => own !== null && historyOf(one.alert.id, now) === undefined),
  };
}

/** Whether an alert's metrics are only about missing data. Null if they are unknown. */
function isOfMissingData(history: AlertHistory | null | undefined): boolean | null {
  return history && history.metrics.length > 0 ? history.metrics.every(({ type }) => type === 'missing_data') : null;
}

/** The result from rows. If that is usual, the number of metrics can decide. */
type Outcome = Verdict | 'by metrics' | null;

/** The possible results from rows while it is open whether the last ones are similar. */
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

/** Histories are compared one after another. One with as many metrics decides, and so does an unknown one. */
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

/** The number of an alert's metrics over its history. Null if unknown, undefined if it was not read. */
function countOf(comparison: Comparison, { id }: Alert): number | null | undefined {
  const history = comparison.historyOf(id, judgedAt(comparison));
  return history && (history.metrics.length || null);
}

/** An alert is judged as of now, or as of its end. */
function judgedAt({ alert, now }: Comparison): number {
  const { from, to } = spanOf(alert, now);
  return alert.active ? now : (to ?? from ?? now);
}

/** From its row, as of a moment: an alert that ended later was still active. Without its number of metrics. */
function comparedOf(alert: Alert, asOf: number): Compared {
  const { from, to, isOpen } = spanOf(alert, asOf);
  const impact = alert.impact === null ? null : -impactRank(alert.impact);
  return { impact, from, to: isOpen || (to ?? 0) > asOf ? null : to, metrics: null };
}
