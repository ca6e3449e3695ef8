import { type Page } from '@playwright/test';

const SOURCE = { type: 'anomaly-monitoring-datasource', uid: 'anomaly-monitoring' };

/** A dashboard of one panel, with an annotation of alerts; the page finds it at its address. */
export async function annotatedDashboard(page: Page, query: object): Promise<string> {
  const dashboard = {
    uid: 'annotated',
    title: 'Annotated',
    time: { from: 'now-24h', to: 'now' },
    panels: [
      {
        id: 1,
        type: 'timeseries',
        title: 'Counts',
        gridPos: { x: 0, y: 0, w: 24, h: 12 },
        datasource: SOURCE,
        targets: [{ refId: 'A', queryType: 'alertCounts', datasource: SOURCE }],
      },
    ],
    annotations: {
      list: [
        {
          name: 'Alerts',
          datasource: SOURCE,
          enable: true,
          iconColor: 'red',
          target: { refId: 'Anno', queryType: 'annotations', source: 'alerts', ...query },
        },
      ],
    },
  };
  await page.route('**/api/dashboards/uid/annotated', (route) => route.fulfill({ json: { dashboard, meta: {} } }));
  return 'annotated';
}
