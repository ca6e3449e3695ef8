import { type DashboardJson, type StoredQuery } from './stage';

/** A dashboard with one panel and an annotation. */
export function annotatedDashboard(query: StoredQuery): DashboardJson {
  return {
    title: 'Annotated',
    panels: [
      {
        type: 'timeseries',
        title: 'Counts',
        gridPos: { x: 0, y: 0, w: 24, h: 12 },
        targets: [{ queryType: 'alertCounts' }],
      },
    ],
    annotations: {
      list: [{ name: 'Alerts', target: { refId: 'Anno', queryType: 'annotations', source: 'alerts', ...query } }],
    },
  };
}
