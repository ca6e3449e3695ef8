import { sortBy } from 'lodash';
import { type Entry, type Reader } from '../../facts/reader';
import { type AnomalyScope } from './models';
import {
  type Anomaly,
  type AnomalyGroups,
  getAnomalyUpdate,
  listAnomalies,
  listAnomalyUpdates,
  listCurrentAnomalies,
  listUnreadAnomalies,
} from '../../service/anomalies';
import { type Operations } from '../../service/operations';
import { type Span } from '../../ground/spans';

/** An anomaly from an operation. `group` only applies to unread ones. */
export interface FoundAnomaly {
  anomaly: Anomaly;
  group: keyof AnomalyGroups | null;
}

export interface AnomaliesRead {
  found: FoundAnomaly[];
  /** Why some could not be read. */
  failures: unknown[];
}

/** The selected anomalies. Times are in epoch milliseconds. */
interface AnomaliesWanted {
  scope: AnomalyScope;
  range: Span;
  /** From the field `to`. Undefined if it is empty. */
  to: number | undefined;
  alertIds: readonly string[];
  updateId: string;
  withMetrics: boolean;
}

/** The anomalies of one operation in time order, without a time last. An alert's anomalies are read for each value. */
export function readAnomalies(reader: Reader, operations: Operations, wanted: AnomaliesWanted): AnomaliesRead {
  const { found, failures } = readUnsorted(reader, operations, wanted);
  return { found: sortBy(found, ({ anomaly }) => anomaly.time ?? Infinity), failures };
}

function readUnsorted(reader: Reader, operations: Operations, wanted: AnomaliesWanted): AnomaliesRead {
  const { scope, range, to, alertIds, updateId, withMetrics } = wanted;
  const read = <T>(key: string, start: Entry<T>['start'], toFound: (data: T) => FoundAnomaly[]): AnomaliesRead => {
    const { data, error } = reader.read({ key, start });
    return { found: data === undefined ? [] : toFound(data), failures: error === undefined ? [] : [error] };
  };
  switch (scope) {
    case 'current':
      return read(scope, () => listCurrentAnomalies(operations, to), ungrouped);
    case 'unread':
      return read(scope, () => listUnreadAnomalies(operations, to, withMetrics), grouped);
    case 'alert':
      return ofAlerts(alertIds, (id) => read(id, () => listAnomalyUpdates(operations, id), ungrouped));
    case 'update':
      return ofAlerts(alertIds, (id) =>
        read(
          id,
          () => getAnomalyUpdate(operations, id, updateId, withMetrics),
          (one) => ungrouped([one])
        )
      );
    default:
      return read(scope, () => listAnomalies(operations, range.from, to ?? range.to, withMetrics), ungrouped);
  }
}

/** The answers may not contain the alert that was requested. */
function ofAlerts(alertIds: readonly string[], read: (alertId: string) => AnomaliesRead): AnomaliesRead {
  const all = alertIds.map((id) => {
    const { found, failures } = read(id);
    const named = found.map(({ anomaly, group }) => ({ anomaly: { ...anomaly, id: anomaly.id || id }, group }));
    return { found: named, failures };
  });
  return { found: all.flatMap(({ found }) => found), failures: all.flatMap(({ failures }) => failures) };
}

function ungrouped(anomalies: Anomaly[]): FoundAnomaly[] {
  return anomalies.map((anomaly) => ({ anomaly, group: null }));
}

function grouped(groups: AnomalyGroups): FoundAnomaly[] {
  return (['new', 'updated', 'closed'] as const).flatMap((group) =>
    groups[group].map((anomaly) => ({ anomaly, group }))
  );
}
