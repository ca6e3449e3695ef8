import { sumBy } from 'lodash';
import { metricTitle } from '../alertbook/titles';
import { activeTime } from './figures';
import { type Period } from './periods';
import { reportRows } from './rows';

/** A report in one row. Incomplete figures are null. */
export interface RangeSummary {
  alerts: number | null;
  alertsBefore: number | null;
  /** Milliseconds. */
  activeTime: number | null;
  activeTimeBefore: number | null;
  /** Titles of the fewest metrics with half of the total time under alert. */
  topMetrics: string[] | null;
  /** Their share of it, from 0 to 1. */
  topShare: number | null;
}

/** @param present null if it is in the future @param before null if it could not be read */
export function summaryOf(present: Period | null, before: Period | null): RangeSummary {
  const [now, then] = [present, before].map((period) => (period?.isWhole ? period : null));
  return {
    alerts: now && now.alerts.length,
    alertsBefore: then && then.alerts.length,
    activeTime: now && activeTime(now.alerts, now.span),
    activeTimeBefore: then && activeTime(then.alerts, then.span),
    ...(now?.isKnown ? topOf(now) : { topMetrics: null, topShare: null }),
  };
}

/** From the rows of `by: series`, the largest first. */
function topOf(period: Period): Pick<RangeSummary, 'topMetrics' | 'topShare'> {
  const rows = reportRows('series', period, null).filter(({ isUnknown }) => !isUnknown);
  const all = sumBy(rows, 'activeTime');
  if (all === 0) {
    return { topMetrics: null, topShare: null };
  }
  let most = 1;
  // Sums of milliseconds are integers: sums of shares can be slightly less than an exact half.
  while (2 * sumBy(rows.slice(0, most), 'activeTime') < all) {
    most++;
  }
  const top = rows.slice(0, most);
  return {
    topMetrics: top.map(({ name, node }) => metricTitle({ metricName: name, nodeName: node?.name ?? null })),
    topShare: sumBy(top, 'activeTime') / all,
  };
}
