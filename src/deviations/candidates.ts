import { forkJoin, map, type Observable } from 'rxjs';
import { bySeverity, severityRank } from '../incidents/order';
import { readEach } from '../answer/answers';
import { listAlerts } from '../service/alertOperations';
import { type Alert } from '../service/alerts';
import { type Anomaly } from '../service/anomalies';
import { type Operations } from '../service/operations';
import { namedAnomalies } from '../incidents/namedAnomalies';
import { NameBook, type Named } from '../answer/named';

/** A metric that can be read. */
export type Candidate = Named & { nodeId: string; metricId: string };

export interface Candidates {
  /** Those of the most severe alerts first, then those of anomalies. */
  candidates: Candidate[];
  /** Of the sources that could not be read. */
  failures: unknown[];
}

/**
 * The metrics that the range's alerts and anomalies name, each once. The interface lists the metrics of alerts by
 * moment: those active at the range's start and at its end are asked for; the anomalies name those between.
 *
 * @param range epoch milliseconds
 */
export function readCandidates(
  operations: Operations,
  range: { from: number; to: number },
  now: number
): Observable<Candidates> {
  const moments = [range.to < now ? range.to : undefined, range.from];
  return forkJoin([
    readEach(moments, (at) => listAlerts(operations, at, true)),
    readEach([range], (span) => namedAnomalies(operations, span)),
  ]).pipe(
    map(([alerts, anomalies]) => {
      const failures = [...alerts.failed, ...anomalies.failed].map(({ failure }) => failure);
      if (failures.length === moments.length + 1) {
        throw failures[0];
      }
      const book = new NameBook();
      book.add(ofAlerts(alerts.read.flatMap(({ result }) => result)));
      book.add(ofAnomalies(anomalies.read.flatMap(({ result }) => result)));
      return { candidates: book.all().filter(isCandidate), failures };
    })
  );
}

function ofAlerts(alerts: Alert[]): Named[] {
  return [...alerts]
    .sort(bySeverity)
    .flatMap(({ metrics }) => [...(metrics ?? [])].sort((a, b) => severityRank(a.severity) - severityRank(b.severity)));
}

function ofAnomalies(anomalies: Anomaly[]): Named[] {
  return [...anomalies].sort((a, b) => (b.severityNum ?? 0) - (a.severityNum ?? 0)).flatMap(({ metrics }) => metrics);
}

function isCandidate(named: Named): named is Candidate {
  return Boolean(named.nodeId) && Boolean(named.metricId);
}
