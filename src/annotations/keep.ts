import { type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { notice } from '../answer/notices';

/** The rows that the limit leaves, and a notice where it cut. */
export interface Kept<T> {
  rows: T[];
  notices: QueryResultMetaNotice[];
}

/** @param bySeverity order for `sort`, most severe first */
export function keepMostSevere<T>(rows: readonly T[], limit: number, bySeverity: (a: T, b: T) => number): Kept<T> {
  return keep(rows, limit, bySeverity, (values) =>
    t(
      'annotations.limit',
      'Only the {{limit}} most severe of {{total}} annotations are drawn. Raise the limit, or narrow the filters.',
      values
    )
  );
}

/** Of rows of one time the first ones are the newest. */
export function keepNewest<T extends { time: number }>(rows: readonly T[], limit: number): Kept<T> {
  return keep(
    rows,
    limit,
    (a, b) => b.time - a.time,
    (values) =>
      t(
        'annotations.limit-newest',
        'Only the newest {{limit}} of {{total}} annotations are drawn. Raise the limit, or narrow the filters.',
        values
      )
  );
}

function keep<T>(
  rows: readonly T[],
  limit: number,
  order: (a: T, b: T) => number,
  textOf: (values: { limit: number; total: number }) => string
): Kept<T> {
  const most = Math.max(0, Math.floor(limit));
  if (rows.length <= most) {
    return { rows: [...rows], notices: [] };
  }
  return {
    rows: [...rows].sort(order).slice(0, most),
    notices: [notice(textOf({ limit: most, total: rows.length }), 'warning')],
  };
}
