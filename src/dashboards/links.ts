import { t } from '@grafana/i18n';
import { type DashboardLink } from '@grafana/schema';

/** A menu of the dashboards that ship with the plugin. By their tag, so that those that are not imported are left out. */
export function dashboardLinks(): DashboardLink[] {
  return [
    {
      type: 'dashboards',
      tags: ['anomaly-monitoring'],
      title: t('explore.dashboards', 'Anomaly dashboards'),
      asDropdown: true,
      icon: 'dashboard',
      includeVars: false,
      keepTime: true,
      targetBlank: false,
      tooltip: '',
      url: '',
      placement: 'inControlsMenu',
    },
  ];
}
