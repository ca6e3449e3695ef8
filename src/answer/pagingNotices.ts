import { type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { notice } from './notices';
import { messageOf } from '../service/failure';
import { type Paged } from '../service/paging';

/** What is to be said about a list that was not read whole: pages left unread, or one that failed. */
export function pagingNotices({ rows, total, cut, failure }: Paged<unknown>): QueryResultMetaNotice[] {
  const notices: QueryResultMetaNotice[] = [];
  if (cut) {
    notices.push(notice(cutText(rows.length, total, cut), 'warning'));
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

function cutText(count: number, total: number | null, cut: 'start' | 'end'): string {
  const values = { count, total };
  if (cut === 'start') {
    return t('alerts.cut-start', 'The list was cut: only the newest {{count}} of {{total}} rows were read.', values);
  }
  return total === null || total < count
    ? t(
        'alerts.cut-end',
        'The list was cut: only its first {{count}} rows were read. Narrow the range or the filters.',
        values
      )
    : t(
        'alerts.cut-end-of',
        'The list was cut: only the first {{count}} of {{total}} rows were read. Narrow the range or the filters.',
        values
      );
}

/** Where an alert could not be compared with similar ones. @param failures why; the first is shown */
export function verdictNotices([failure]: readonly unknown[]): QueryResultMetaNotice[] {
  const reason = failure === undefined || failure === null ? null : messageOf(failure);
  return reason === null
    ? []
    : [
        notice(
          t('story.not-compared', "Couldn't compare with similar alerts: {{reason}}", {
            reason,
            interpolation: { escapeValue: false },
          }),
          'warning'
        ),
      ];
}
