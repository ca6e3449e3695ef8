import { t } from '@grafana/i18n';
import { type DashboardLink } from '@grafana/schema';

/** A menu of the plugin's dashboards. They are found by tag, so that missing ones are omitted. */
export function dashboardLinks(): DashboardLink[] {
  const menu = {
    type: 'dashboards' as const,
    tags: ['anomaly-monitoring'],
    title: t('explore.dashboards', 'Anomaly dashboards'),
    asDropdown: true,
    icon: 'dashboard',
    includeVars: false,
    keepTime: true,
    targetBlank: false,
    tooltip: '',
    url: '',
    placement: 'inControlsMenu' as const,
  };
  return [menu];
}
