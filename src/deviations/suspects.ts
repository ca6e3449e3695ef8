import { dateTimeFormat, type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { notice } from '../answer/notices';
import { type Columns, slice, upperBound } from '../corridors/columns';
import { spacingOf } from '../corridors/spacing';
import { findStays } from '../judging/stays';
import { MINUTE } from '../settings';
import { type Span } from '../time/span';
import { type MetricRead } from './reading';

/** What left its corridors that close to an alert's beginning may have to do with it, in milliseconds. */
const CLOSE = 30 * MINUTE;
/** A range that ends so shortly before now reaches as far as one can, in milliseconds. */
const NOW_ISH = MINUTE;

/** A point stands for the time up to its neighbours: of coarse ones more has to count as close, lest half be lost. */
function closeAt(step: number): number {
  return Math.max(CLOSE, 1.5 * step);
}

/**
 * When a metric left its corridors, where that was close to a moment; else null.
 *
 * @param columns in time order @param step milliseconds between points @param moment epoch milliseconds
 */
export function leftCloseTo(columns: Columns, step: number, moment: number): number | null {
  const close = closeAt(step);
  // What came later is another story: the stay that began then counts, however often it was outside since.
  const until = slice(columns, 0, upperBound(columns.time, moment + close));
  const leftAt = findStays(until, step).stays.at(-1)?.leftAt ?? null;
  return leftAt !== null && Math.abs(leftAt - moment) <= close ? leftAt : null;
}

/**
 * Where the range, or points that lie far apart, cannot tell what left its corridors close to an alert's beginning.
 *
 * @param began epoch milliseconds; null where it is not known
 */
export function suspectsNotices(
  reads: readonly MetricRead[],
  began: number | null,
  { range, now, timeZone }: { range: Span; now: number; timeZone: string }
): QueryResultMetaNotice[] {
  if (began === null) {
    return [];
  }
  const isCut = began - CLOSE < range.from || Math.min(began + CLOSE, now - NOW_ISH) > range.to;
  const steps = reads.map(({ snapshot }) =>
    snapshot && snapshot.points > 0 ? spacingOf(snapshot.columns, snapshot.step).interval : 0
  );
  const close = closeAt(Math.max(0, ...steps));
  return [
    ...(isCut
      ? [
          notice(
            t(
              'deviations.suspects-cut',
              'The range does not hold the half hour before and after the alert began, {{time}}: metrics that left their corridors then may be missing. Choose a range that holds it.',
              { time: dateTimeFormat(began, { timeZone }), interpolation: { escapeValue: false } }
            ),
            'warning'
          ),
        ]
      : []),
    ...(close > CLOSE
      ? [
          notice(
            t(
              'deviations.suspects-coarse',
              'Datapoints lie too far apart in this range to tell half an hour: shown is what left its corridors within {{minutes}} minutes of the alert’s beginning. A shorter range tells it.',
              { minutes: Math.round(close / MINUTE) }
            )
          ),
        ]
      : []),
  ];
}
