import { type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { notice } from '../notices';
import { type Paged } from '../service/paging';

/**
 * What is to be said about a list that was not read whole: pages left unread, or one that failed.
 *
 * @param kept `first` or `newest`: which part of the list the rows are
 */
export function pagingNotices(
  { rows, total, cut, failure }: Paged<unknown>,
  kept: 'first' | 'newest'
): QueryResultMetaNotice[] {
  const notices: QueryResultMetaNotice[] = [];
  if (cut) {
    notices.push(notice(cutText(rows.length, total, kept), 'warning'));
  }
  if (failure) {
    notices.push(
      notice(
        t('alerts.page-missing', 'A page of the list is missing, so rows may be missing: {{reason}}', {
          reason: failure.message,
          interpolation: { escapeValue: false },
        }),
        'warning'
      )
    );
  }
  return notices;
}

function cutText(count: number, total: number | null, kept: 'first' | 'newest'): string {
  const values = { count, total };
  if (kept === 'newest') {
    return total === null
      ? t('alerts.cut-newest', 'The list was cut: only its newest {{count}} rows were read.', values)
      : t('alerts.cut-newest-of', 'The list was cut: only the newest {{count}} of {{total}} rows were read.', values);
  }
  return total === null
    ? t(
        'alerts.cut-first',
        'The list was cut: only its first {{count}} rows were read. Narrow the range or the filters.',
        values
      )
    : t(
        'alerts.cut-first-of',
        'The list was cut: only {{count}} of {{total}} rows were read. Narrow the range or the filters.',
        values
      );
}
