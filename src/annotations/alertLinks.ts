import { t } from '@grafana/i18n';
import { alertDashboardUrl, type LinkPlace, type RowSpan } from '../tables/links';
import { anchor } from './html';
import { urlOf } from './names';

/**
 * Ways on from an annotation of an alert, over the alert's own time with a margin: the Alert dashboard that ships with the
 * plugin, and the alert's events in Explore.
 */
export function alertLinks(alertId: string, place: LinkPlace, span: RowSpan): string {
  if (alertId === '') {
    return '';
  }
  return [
    anchor(t('links.alert-dashboard', 'Alert dashboard'), dashboardUrl(alertId, place, span)),
    anchor(
      t('links.alert-events', 'Events of this alert'),
      urlOf(place, { queryType: 'alertEvents', alertId, changes: true }, span)
    ),
  ].join(' · ');
}

function dashboardUrl(alertId: string, place: LinkPlace, span: RowSpan): string | undefined {
  try {
    return alertDashboardUrl(place, alertId, span);
  } catch {
    // A lone surrogate in an id has no form in a URL.
    return undefined;
  }
}
