import { type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { notice } from '../answer/notices';
import { newest } from '../incidents/newest';
import { type Alert } from '../service/alerts';

/** The newest, in the list's order. */
export function cutTo(found: readonly Alert[], limit: number) {
  const alerts = newest(found, limit);
  return { alerts, notices: alerts.length < found.length ? [limitNotice(alerts.length, found.length)] : [] };
}

function limitNotice(count: number, total: number): QueryResultMetaNotice {
  return notice(
    t('alerts.limit', 'The limit of the query cut the list: the newest {{count}} of {{total}} rows are shown.', {
      count,
      total,
    }),
    'warning'
  );
}
