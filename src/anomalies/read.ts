import { map, type Observable } from 'rxjs';
import { readEach } from '../answer/answers';
import { type AnomalyScope } from './models';
import {
  getAnomalyUpdate,
  listAnomalies,
  listAnomalyUpdates,
  listCurrentAnomalies,
  listUnreadAnomalies,
} from '../service/anomalyOperations';
import { type Anomaly, type AnomalyGroups } from '../service/anomalies';
import { type Operations } from '../service/operations';

/** An anomaly as an operation gave it; `group` for the unread ones only. */
export interface FoundAnomaly {
  anomaly: Anomaly;
  group: keyof AnomalyGroups | null;
}

export interface AnomaliesRead {
  found: FoundAnomaly[];
  /** Which alert, or which alert's update, could not be read, and why. */
  failed: Array<{ value: { alertId: string; updateId: string }; failure: unknown }>;
}

/** Which anomalies; times in epoch milliseconds. */
interface AnomaliesWanted {
  scope: AnomalyScope;
  range: { from: number; to: number };
  /** Of the field `to`; undefined where it is empty. */
  to: number | undefined;
  alertIds: readonly string[];
  updates: ReadonlyArray<{ alertId: string; updateId: string }>;
  withMetrics: boolean;
}

/** One of the five anomaly operations (interface: Anomalies). Those of an alert are read for each value. */
export function readAnomalies(operations: Operations, wanted: AnomaliesWanted): Observable<AnomaliesRead> {
  const { scope, range, to, alertIds, updates, withMetrics } = wanted;
  switch (scope) {
    case 'current':
      return listCurrentAnomalies(operations, to).pipe(map(whole));
    case 'unread':
      return listUnreadAnomalies(operations, to, withMetrics).pipe(map(grouped));
    case 'alert':
      return each(
        alertIds.map((alertId) => ({ alertId, updateId: '' })),
        ({ alertId }) => listAnomalyUpdates(operations, alertId).pipe(map((list) => list.map(named(alertId))))
      );
    case 'update':
      return each([...updates], ({ alertId, updateId }) =>
        getAnomalyUpdate(operations, alertId, updateId, withMetrics).pipe(map((one) => [named(alertId)(one)]))
      );
    default:
      return listAnomalies(operations, range.from, to ?? range.to, withMetrics).pipe(map(whole));
  }
}

function each(
  values: Array<{ alertId: string; updateId: string }>,
  read: (value: { alertId: string; updateId: string }) => Observable<Anomaly[]>
): Observable<AnomaliesRead> {
  return readEach(values, read).pipe(
    map(({ read: parts, failed }) => ({ ...whole(parts.flatMap(({ result }) => result)), failed }))
  );
}

/** Whose anomalies were requested is known, also where the answer does not repeat it. */
function named(alertId: string): (anomaly: Anomaly) => Anomaly {
  return (anomaly) => ({ ...anomaly, id: anomaly.id || alertId });
}

function whole(anomalies: Anomaly[]): AnomaliesRead {
  return { found: anomalies.map((anomaly) => ({ anomaly, group: null })), failed: [] };
}

function grouped(groups: AnomalyGroups): AnomaliesRead {
  const found = (['new', 'updated', 'closed'] as const).flatMap((group) =>
    groups[group].map((anomaly) => ({ anomaly, group }))
  );
  return { found, failed: [] };
}
