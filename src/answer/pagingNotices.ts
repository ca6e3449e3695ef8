import { type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { cutNotice } from './cutNotice';
import { notice } from './notices';
import { RAW } from '../loading/raw';
import { messageOf, type ServiceFailure } from '../service/failure';
import { type Paged } from '../service/paging';

/** What is to be said about a list that was not read whole: pages left unread, or one that failed. */
export function pagingNotices({ rows, total, cut, failure }: Paged<unknown>): QueryResultMetaNotice[] {
  const notices: QueryResultMetaNotice[] = [];
  if (cut) {
    const isTotal = total !== null && total >= rows.length;
    notices.push(cutNotice(rows.length, isTotal ? total : undefined, cut === 'start' ? 'newest' : 'first', false));
  }
  return failure ? [...notices, incomplete(failure)] : notices;
}

/** That something could not be read, and why. */
export function incomplete({ message }: ServiceFailure): QueryResultMetaNotice {
  return notice(t('answer.incomplete', 'Incomplete: {{reason}}', { reason: message, ...RAW }), 'warning');
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

/** That figures lack what alerts of unknown metrics would add. */
export function unknownMetrics(count: number): QueryResultMetaNotice {
  return notice(
    t('answer.unknown-metrics', 'Incomplete: the metrics of {{count}} alerts are unknown.', {
      count,
      defaultValue_one: 'Incomplete: the metrics of one alert are unknown.',
      defaultValue_other: 'Incomplete: the metrics of {{count}} alerts are unknown.',
    }),
    'warning'
  );
}
