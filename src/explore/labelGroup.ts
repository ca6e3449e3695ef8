import { t } from '@grafana/i18n';

const ABOUT_ALERT = ['alert', 'event', 'impact', 'active'];
const ABOUT_PLACE = ['systemName', 'node', 'nodeName'];

/** The heading above a label of a log line, by its name (see `alerts/eventLogs.ts`). */
export function labelGroup(label: string): string {
  if (ABOUT_ALERT.includes(label)) {
    return t('explore.labels.alert', 'Alert');
  }
  return ABOUT_PLACE.includes(label) ? t('explore.labels.place', 'Node') : t('explore.labels.metric', 'Metric');
}
