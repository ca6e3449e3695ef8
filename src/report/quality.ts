import { sum } from 'lodash';
import { seriesKey } from '../query/series';
import { DAY, HOUR, MINUTE } from '../settings';
import { type Span } from '../time/spans';
import { beganIn, type ReportAlert } from './figures';
import { type Period } from './periods';

/** The quality of alerting, by figures of EEMUA 191 and ISA-18.2 (docs/queries.md). */
export const QUALITY_FIGURES = ['alerts', 'perDay', 'busiest', 'chattering', 'fleeting', 'standing', 'topTen'] as const;
export type QualityFigure = (typeof QUALITY_FIGURES)[number];
type Quality = Record<QualityFigure, number | null>;

/** A week, possibly with a change to daylight saving time. Shorter periods only have counts. */
const SHORTEST = 7 * DAY - HOUR;

const BUSY = 10 * MINUTE;
/** This many alerts of one metric within an hour count as chattering. */
const CHATTER = 3;
const FLEETING = 5 * MINUTE;
const STANDING = DAY;
const TOP = 10;

export interface QualitySide extends Period {
  /** Histories are not read yet. */
  isFetching: boolean;
}

/** The share is from 0 to 1. */
export interface QualityRow {
  figure: QualityFigure;
  value: number | null;
  before: number | null;
  /** `value / before - 1`. Null if one of them is incomplete, or `before` is 0. */
  change: number | null;
  complete: boolean;
}

/** @param before null if it could not be read */
export function qualityRows(present: QualitySide, before: QualitySide | null): QualityRow[] {
  const [now, then] = [qualityOf(present), before && qualityOf(before)];
  return QUALITY_FIGURES.map((figure) => {
    const [value, old] = [now[figure], then && then[figure]];
    const needsMetrics = figure === 'chattering' || figure === 'topTen';
    const complete = [present, before].every((side) => side?.isWhole && (side.isKnown || !needsMetrics)) === true;
    // Rates of equally long periods compare like their counts.
    const [one, other] = figure === 'perDay' ? [now.alerts, then?.alerts] : [value, old];
    const change = isReviewed(present.span) && complete && one !== null && other ? one / other - 1 : null;
    return { figure, value, before: old, change, complete };
  });
}

/** Only alerts that began in the span count. Later events do not. */
function qualityOf({ span, alerts, isWhole, isKnown, isFetching }: QualitySide): Quality {
  const { from, to } = span;
  const began = alerts.filter((alert) => beganIn(alert, span));
  const isLong = isReviewed(span);
  const lasted = ({ began: start, until, duration }: ReportAlert) =>
    start === null || duration === null ? 0 : Math.min(until, to) - start;
  const isBrief = (alert: ReportAlert) => alert.duration !== null && alert.duration < FLEETING && alert.ended !== null;
  return {
    alerts: began.length,
    perDay: isLong && isWhole ? began.length / ((to - from) / DAY) : null,
    busiest: mostWithin(began.map((alert) => alert.began ?? 0)),
    chattering: isFetching ? null : chattering(began, to),
    fleeting: began.filter(isBrief).length,
    standing: alerts.filter((alert) => lasted(alert) > STANDING).length,
    topTen: isLong && isWhole && isKnown ? topShare(began, to) : null,
  };
}

/** Whether a period is long enough for more than counts. */
function isReviewed({ from, to }: Span): boolean {
  return to - from >= SHORTEST;
}

/** The largest number of times within ten minutes. */
function mostWithin(times: number[]): number {
  const sorted = [...times].sort((a, b) => a - b);
  let [first, most] = [0, 0];
  sorted.forEach((time, i) => {
    while (time - sorted[first] >= BUSY) {
      first++;
    }
    most = Math.max(most, i - first + 1);
  });
  return most;
}

/** When each metric joined an alert, by series. */
function joinings(alerts: readonly ReportAlert[], to: number): Array<Array<{ alert: ReportAlert; at: number }>> {
  const bySeries = new Map<string, Array<{ alert: ReportAlert; at: number }>>();
  for (const alert of alerts) {
    for (const metric of alert.metrics) {
      const at = metric.spans[0]?.from ?? Infinity;
      if (at < to) {
        const key = seriesKey(metric);
        bySeries.set(key, [...(bySeries.get(key) ?? []), { alert, at }]);
      }
    }
  }
  return [...bySeries.values()];
}

/** The number of alerts among three or more that one metric joined within an hour. */
function chattering(alerts: readonly ReportAlert[], to: number): number {
  const found = new Set<ReportAlert>();
  for (const all of joinings(alerts, to)) {
    const sorted = all.filter(({ at }) => Number.isFinite(at)).sort((a, b) => a.at - b.at);
    sorted.forEach(({ at }, i) => {
      const group = sorted.slice(Math.max(0, i - CHATTER + 1), i + 1);
      if (group.length === CHATTER && at - group[0].at < HOUR) {
        group.forEach(({ alert }) => found.add(alert));
      }
    });
  }
  return found.size;
}

/** The share of the ten metrics that joined most often in all joins. Null if there are no more than ten. */
function topShare(alerts: readonly ReportAlert[], to: number): number | null {
  const counts = joinings(alerts, to)
    .map(({ length }) => length)
    .sort((a, b) => b - a);
  return counts.length > TOP ? sum(counts.slice(0, TOP)) / sum(counts) : null;
}
