import { map, type Observable, of } from 'rxjs';
import { fakeService } from './fakeContext';
import { type Context } from '../../src/table/runner';
import { type Alert, type AlertMetric, toAlert } from '../../src/service/alerts';
import { type Anomaly } from '../../src/service/anomalies';
import { listOf, type Page } from '../../src/service/paging';
import { type OperationRequest, type Operations } from '../../src/service/operations';
import { type StoredSettings } from '../../src/ground/settings';
import { type Templates } from '../../src/ground/templates';

/** Answers by operation. */
interface Given {
  listAlerts?: () => Observable<Alert[]>;
  listAnomalies?: () => Observable<Anomaly[]>;
  exploreAlerts?: () => Observable<Page<Alert>>;
}

interface Parts {
  jsonData?: StoredSettings;
  /** The dashboard's variables: values by name. */
  variables?: Record<string, string[]>;
  operations?: Given;
}

/** A context for component tests. Its service has no names unless `operations` returns some. */
export function testContext({ jsonData = {}, variables = {}, operations = {} }: Parts = {}): Context {
  const { context } = fakeService(() => ({ status: 404 }), { jsonData, variables });
  const templates = Object.assign(Object.create(context.templates) as Templates, {
    names: () => Object.keys(variables),
  });
  const given = new Map<string, (() => Observable<unknown>) | undefined>([
    ['v2/alerts', () => (operations.listAlerts?.() ?? of([])).pipe(map((rows) => listOf(rows, null)))],
    ['v2/anomalies', operations.listAnomalies ?? (() => of([]))],
    ['v2/alerts/explore', operations.exploreAlerts],
  ]);
  const service: Operations = Object.assign(Object.create(context.operations) as Operations, {
    with: () => service,
    read: <T>(request: OperationRequest, reader: (body: unknown) => T): Observable<T> => {
      const give = given.get(request.segments.map((one) => (typeof one === 'string' ? one : one.value)).join('/'));
      return give ? give().pipe(map((read) => read as T)) : context.operations.read(request, reader);
    },
  });
  return { ...context, templates, operations: service };
}

/** An alert list with these metrics. */
export function alertsNaming(...metrics: Array<Partial<AlertMetric>>): () => Observable<Alert[]> {
  const named = metrics.map(({ metricId, metricName, ...metric }) => ({
    ...metric,
    statTypeId: metricId,
    statTypeName: metricName,
  }));
  return () => of([toAlert({ id: 'a1', active: true, metrics: named })]);
}
