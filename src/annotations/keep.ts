import { type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { notice } from '../answer/notices';

/** The rows that the limit leaves, and a notice where it cut. */
export interface Kept<T> {
  rows: T[];
  notices: QueryResultMetaNotice[];
}

/**
 * The most severe rows.
 *
 * @param bySeverity order for `sort`, most severe first
 */
export function keepMostSevere<T>(rows: readonly T[], limit: number, bySeverity: (a: T, b: T) => number): Kept<T> {
  const most = Math.max(0, Math.floor(limit));
  if (rows.length <= most) {
    return { rows: [...rows], notices: [] };
  }
  return {
    rows: [...rows].sort(bySeverity).slice(0, most),
    notices: [
      notice(
        t(
          'annotations.limit',
          'Only the {{limit}} most severe of {{total}} annotations are drawn. Raise the limit, or narrow the filters.',
          {
            limit: most,
            total: rows.length,
          }
        ),
        'warning'
      ),
    ],
  };
}
