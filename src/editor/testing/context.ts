import { type Observable, of } from 'rxjs';
import { type Context } from '../../runner';
import { type Operations } from '../../service/operations';
import { readSettings, type StoredSettings } from '../../settings';
import { type Templates } from '../../templates';
import { Catalogue } from '../../variables/catalogue';
import { type Alert, type AlertMetric, toAlert } from '../../service/alerts';

interface Parts {
  jsonData?: StoredSettings;
  /** The dashboard's variables: their values by name. */
  variables?: Record<string, string[]>;
  operations?: Partial<Operations>;
}

/** 2026-11-21T12:00Z */
export const NOW = Date.UTC(2026, 10, 21, 12);

/** A context for component tests: a service that names nothing unless `operations` says so. */
export function testContext({ jsonData = {}, variables = {}, operations = {} }: Parts = {}): Context {
  const context: Context = {
    operations: {
      alertsVersion: 'v2',
      listAlerts: () => of([]),
      listAnomalies: () => of([]),
      ...operations,
    } as unknown as Operations,
    settings: readSettings({ jsonData }),
    templates: {
      names: () => Object.keys(variables),
      all: (text: string) => variables[text.replace('$', '')] ?? [text],
      holdsVariable: (text: string) => text.includes('$'),
    } as unknown as Templates,
    dataSource: { uid: 'anomaly', name: 'Anomalies here', type: 'anomaly-monitoring-datasource' },
    now: () => NOW,
    catalogue: () => Promise.resolve(new Catalogue(context)),
  };
  return context;
}

export function metricOf(metric: Partial<AlertMetric>): AlertMetric {
  return toAlert({ metrics: [{ statTypeId: metric.metricId, statTypeName: metric.metricName, ...metric }] })
    .metrics![0];
}

/** An alert list that names these metrics. */
export function alertsNaming(...metrics: Array<Partial<AlertMetric>>): () => Observable<Alert[]> {
  return () => of([{ ...toAlert({ id: 'a1', active: true }), metrics: metrics.map(metricOf) }]);
}
