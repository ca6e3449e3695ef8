import { map, type Observable } from 'rxjs';
import { readEach } from '../answer/answers';
import { type AnomalyScope } from './models';
import {
  type Anomaly,
  type AnomalyGroups,
  getAnomalyUpdate,
  listAnomalies,
  listAnomalyUpdates,
  listCurrentAnomalies,
  listUnreadAnomalies,
} from '../service/anomalies';
import { type Operations } from '../service/operations';
import { type Span } from '../time/spans';

/** An anomaly as an operation gave it; `group` for the unread ones only. */
export interface FoundAnomaly {
  anomaly: Anomaly;
  group: keyof AnomalyGroups | null;
}

export interface AnomaliesRead {
  found: FoundAnomaly[];
  /** The alerts whose anomalies could not be read, and why. */
  failed: Array<{ value: string; failure: unknown }>;
}

/** Which anomalies; times in epoch milliseconds. */
interface AnomaliesWanted {
  scope: AnomalyScope;
  range: Span;
  /** Of the field `to`; undefined where it is empty. */
  to: number | undefined;
  alertIds: readonly string[];
  updateId: string;
  withMetrics: boolean;
}

/** One of the five anomaly operations (interface: Anomalies). Those of an alert are read for each value. */
export function readAnomalies(operations: Operations, wanted: AnomaliesWanted): Observable<AnomaliesRead> {
  const { scope, range, to, alertIds, updateId, withMetrics } = wanted;
  switch (scope) {
    case 'current':
      return listCurrentAnomalies(operations, to).pipe(map(ungrouped));
    case 'unread':
      return listUnreadAnomalies(operations, to, withMetrics).pipe(map(grouped));
    case 'alert':
      return readOfAlerts(alertIds, (alertId) => listAnomalyUpdates(operations, alertId));
    case 'update':
      return readOfAlerts(alertIds, (alertId) =>
        getAnomalyUpdate(operations, alertId, updateId, withMetrics).pipe(map((one) => [one]))
      );
    default:
      return listAnomalies(operations, range.from, to ?? range.to, withMetrics).pipe(map(ungrouped));
  }
}

/** The answers may not repeat whose anomalies were requested. */
function readOfAlerts(
  alertIds: readonly string[],
  read: (alertId: string) => Observable<Anomaly[]>
): Observable<AnomaliesRead> {
  return readEach(alertIds, read).pipe(
    map(({ read: parts, failed }) => {
      const anomalies = parts.flatMap(({ value, result }) =>
        result.map((anomaly) => ({ ...anomaly, id: anomaly.id || value }))
      );
      return { ...ungrouped(anomalies), failed };
    })
  );
}

function ungrouped(anomalies: Anomaly[]): AnomaliesRead {
  return { found: anomalies.map((anomaly) => ({ anomaly, group: null })), failed: [] };
}

function grouped(groups: AnomalyGroups): AnomaliesRead {
  const found = (['new', 'updated', 'closed'] as const).flatMap((group) =>
    groups[group].map((anomaly) => ({ anomaly, group }))
  );
  return { found, failed: [] };
}
