import { type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { notice } from '../answer/notices';
import { dateTime } from '../service/operations';

const RAW = { interpolation: { escapeValue: false } };

/** Where `limit` cut rows: the newest are kept (Q19). */
export function shownOf(shown: number, total: number): QueryResultMetaNotice[] {
  return shown >= total
    ? []
    : [
        notice(
          t('alerts.shown-of', 'Showing the newest {{shown}} of {{total}}. Raise the limit or narrow the filters.', {
            shown,
            total,
          }),
          'warning'
        ),
      ];
}

export function inactiveNotice(id: string, at: number): QueryResultMetaNotice {
  return notice(
    t('alerts.not-active', 'Alert {{id}} was not active at {{time}}, or does not exist.', {
      id,
      time: dateTime(at),
      ...RAW,
    })
  );
}

export function unknownAlertNotice(id: string, at: number): QueryResultMetaNotice {
  return notice(t('alerts.unknown', 'No alert {{id}} as of {{time}}.', { id, time: dateTime(at), ...RAW }));
}

export function noEventNotice(id: string, sequence: string, at: number): QueryResultMetaNotice {
  return notice(
    t('alerts.unknown-event', 'No event {{sequence}} of alert {{id}} as of {{time}}.', {
      id,
      sequence,
      time: dateTime(at),
      ...RAW,
    })
  );
}

export function mostSevereNotice(shown: number, total: number): QueryResultMetaNotice[] {
  return shown >= total
    ? []
    : [
        notice(
          t(
            'alerts.severest-of',
            'Showing events of the {{shown}} most severe of {{total}} alerts. Narrow the filters.',
            { shown, total }
          ),
          'warning'
        ),
      ];
}
