import { type Observable, of } from 'rxjs';
import { fakeService } from '../../../tests/support/fakeContext';
import { type Context } from '../../answer/runner';
import { type Alert, type AlertMetric, toAlert } from '../../service/alerts';
import { type Operations } from '../../service/operations';
import { type StoredSettings } from '../../settings';
import { type Templates } from '../../answer/templates';
import { Catalogue } from '../../catalogue/catalogue';

interface Parts {
  jsonData?: StoredSettings;
  /** The dashboard's variables: their values by name. */
  variables?: Record<string, string[]>;
  operations?: Partial<Operations>;
}

/** A context for component tests: a service that names nothing unless `operations` says so. */
export function testContext({ jsonData = {}, variables = {}, operations = {} }: Parts = {}): Context {
  const { context } = fakeService(() => ({ status: 404 }), { jsonData, variables });
  const templates = Object.assign(Object.create(context.templates) as Templates, {
    names: () => Object.keys(variables),
  });
  const service = Object.assign(Object.create(context.operations) as Operations, {
    listAlerts: () => of([]),
    listAnomalies: () => of([]),
    ...operations,
  });
  const catalogue = new Catalogue({ operations: service, now: context.now });
  return { ...context, templates, operations: service, catalogue: () => Promise.resolve(catalogue) };
}

/** An alert list that names these metrics. */
export function alertsNaming(...metrics: Array<Partial<AlertMetric>>): () => Observable<Alert[]> {
  const named = metrics.map(({ metricId, metricName, ...metric }) => ({
    ...metric,
    statTypeId: metricId,
    statTypeName: metricName,
  }));
  return () => of([toAlert({ id: 'a1', active: true, metrics: named })]);
}
