import { type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { notice } from '../answer/notices';
import { type Titles } from '../catalogue/lookUps';
import { metricTitle, worstFirst } from '../catalogue/titles';
import { type Subject } from '../incidents/subject';
import { type Alert, type AlertMetric } from '../service/alerts';
import { type Column, countColumn, textColumn } from '../tables/frame';

/** As many of the shared metrics are named. */
const MOST_NAMED = 3;

/**
 * Of the alerts those that began before the subject did and share metrics with it: whether it has happened before.
 *
 * @returns `unknown`: how many earlier ones there are whose metrics are not known, so that nothing can be told of them
 */
export function seenBefore(alerts: readonly Alert[], subject: Subject, titles: Titles) {
  const earlier = alerts.filter(
    ({ id, firstSeenAt }) =>
      !subject.alertIds.includes(id) && (subject.began === null || (firstSeenAt ?? -Infinity) < subject.began)
  );
  return {
    alerts: earlier.filter((alert) => sharedBy(alert, subject, titles).length > 0),
    unknown: earlier.filter((alert) => titles.metricsOf(alert) === null).length,
  };
}

/** How much of the subject an alert had in common with it. */
export function sharedColumns(subject: Subject, titles: Titles): Array<Column<{ alert: Alert }>> {
  return [
    countColumn('shared', ({ alert }) => sharedBy(alert, subject, titles).length, {
      width: 90,
      description: t('alerts.shared', 'How many metrics it had in common'),
    }),
    textColumn('sharedMetrics', ({ alert }) => namesOf(sharedBy(alert, subject, titles)), { width: 260 }),
  ];
}

export function notKnown(count: number): QueryResultMetaNotice {
  return notice(
    t('alerts.shared-unknown', 'Of earlier alerts whose metrics are not known nothing can be told: {{number}}.', {
      number: count,
    })
  );
}

function sharedBy(alert: Alert, subject: Subject, titles: Titles): AlertMetric[] {
  return (titles.metricsOf(alert) ?? []).filter(subject.isPart);
}

function namesOf(metrics: readonly AlertMetric[]): string {
  const names = [...metrics].sort(worstFirst).map(metricTitle);
  const more = names.length - MOST_NAMED;
  return names.slice(0, MOST_NAMED).join(', ') + (more > 0 ? `, +${more}` : '');
}
