import { type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { type Similar } from '../alertbook/similar';
import { cutNotice, type CutRows } from '../answer/listNotices';
import { alertNotFound, onlyWorst } from '../answer/inputs';
import { notice } from '../answer/notices';
import { RAW } from '../loading/texts';

type Notices = QueryResultMetaNotice[];

/** Where `limit` cut rows: the newest are kept (Q19), of similar alerts the first. */
export function shownOf(shown: number, total: number, kept: CutRows = 'newest'): Notices {
  return shown < total ? [cutNotice(shown, total, kept)] : [];
}

export function inactiveNotice(id: string, at: number): QueryResultMetaNotice {
  return notice(alertNotFound(id, at));
}

/** What is incomplete about an alert's similar alerts. */
export function similarNotices(id: string, { searched, metrics, isCut }: Similar): Notices {
  const notices: Notices = [];
  if (metrics === 0) {
    const values = { id, ...RAW };
    const text = t('alerts.similar-no-metrics', 'Nothing searched: the metrics of alert {{id}} are unknown.', values);
    notices.push(notice(text, 'warning'));
  }
  if (searched.length < metrics) {
    notices.push(notice(onlyWorst(searched.length, metrics)));
  }
  if (isCut) {
    const text = t('alerts.similar-cut', 'Some similar alerts may be missing: a search returned too many.');
    notices.push(notice(text, 'warning'));
  }
  return notices;
}
