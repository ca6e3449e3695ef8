import { type QueryResultMetaNotice } from '@grafana/data';
import { uniqBy } from 'lodash';
import { catchError, forkJoin, map, type Observable } from 'rxjs';
import { readEach } from '../answer/answers';
import { NameBook, type Named } from '../answer/named';
import { type Context } from '../answer/runner';
import { type Titles, withTitles } from '../catalogue/lookUps';
import { worstFirst } from '../catalogue/titles';
import { momentOfEnd, readActive, union } from '../incidents/active';
import { namedAnomalies } from '../answer/namedAnomalies';
import { bySeverity } from '../alertbook/order';
import { keyOf } from '../incidents/subject';
import { listAlerts } from '../service/alertOperations';
import { type Alert } from '../service/alerts';
import { type Anomaly } from '../service/anomalies';
import { knownMetrics } from '../service/knownMetrics';
import { type Span } from '../time/span';

/** A metric that can be read. */
export type Candidate = Named & { nodeId: string; metricId: string };

export interface Candidates {
  /** Those of the most severe alerts first, then those of anomalies. */
  candidates: Candidate[];
  /** Metrics that left a running alert while it was watched, so that nothing names them any more. */
  left: Candidate[];
  /** Of the sources that could not be read. */
  failures: unknown[];
  /** Of what may be missing beside. */
  notices: QueryResultMetaNotice[];
  /** Whether none is to come any more: the metrics of some alerts have to be looked up. */
  complete: boolean;
  /** Whether of every alert of the range it is known which metrics it is about. */
  known: boolean;
}

/** What the sources said. */
interface Sources {
  alerts: Alert[];
  anomalies: Anomaly[];
  failures: unknown[];
  notices: QueryResultMetaNotice[];
}

/**
 * The metrics that the range's alerts and anomalies name, each once: of the alerts that were active in it as far as their
 * metrics are known, at once and with every look-up. Fails where no source can be read.
 *
 * @param range epoch milliseconds
 */
export function readCandidates(context: Pick<Context, 'operations' | 'now'>, range: Span): Observable<Candidates> {
  const sources = forkJoin([
    readAlerts(context, range),
    readEach([range], (span) => namedAnomalies(context.operations, span)),
  ]).pipe(
    map(([{ alerts, failures, notices }, anomalies]): Sources => {
      const failed = [...failures, ...anomalies.failed.map(({ failure }) => failure)];
      if (alerts === null && anomalies.read.length === 0) {
        throw failed[0];
      }
      const named = anomalies.read.flatMap(({ result }) => result);
      return { alerts: alerts ?? [], anomalies: named, failures: failed, notices };
    })
  );
  return withTitles(sources, ({ alerts }) => alerts, context, range).pipe(
    map(({ read: { alerts, anomalies, ...rest }, titles, complete }) => {
      const book = new NameBook();
      book.add(ofAlerts(alerts, titles));
      book.add(ofAnomalies(anomalies));
      const candidates = book.all().filter(isCandidate);
      const named = new Set(candidates.map(keyOf));
      const running = alerts.filter(({ active }) => active !== false);
      const gone = running.flatMap(({ id }) => knownMetrics(context.operations).leftOf(id, range.from));
      const left = uniqBy(gone.filter(isCandidate), keyOf).filter((one) => !named.has(keyOf(one)));
      const known = alerts.every((alert) => titles.metricsOf(alert) !== null);
      return { ...rest, candidates, left, complete, known };
    })
  );
}

/** Where the search fails, the alerts of the lists at the range's ends; null where these fail, too. */
function readAlerts(
  context: Pick<Context, 'operations' | 'now'>,
  range: Span
): Observable<{ alerts: Alert[] | null } & Pick<Sources, 'failures' | 'notices'>> {
  return readActive(context, range).pipe(
    map(({ alerts, notices }) => ({ alerts, failures: [], notices })),
    catchError((failure: unknown) => {
      const moments = [range.from, momentOfEnd(range.to, context.now())];
      return readEach(moments, (at) => listAlerts(context.operations, at, true)).pipe(
        map(({ read }) => ({
          alerts: read.length === 0 ? null : union(...read.map(({ result }) => result)).sort(bySeverity),
          failures: [failure],
          notices: [],
        }))
      );
    })
  );
}

function ofAlerts(alerts: readonly Alert[], titles: Titles): Named[] {
  return alerts.flatMap((alert) => [...(titles.metricsOf(alert) ?? [])].sort(worstFirst));
}

function ofAnomalies(anomalies: readonly Anomaly[]): Named[] {
  return [...anomalies].sort((a, b) => (b.severityNum ?? 0) - (a.severityNum ?? 0)).flatMap(({ metrics }) => metrics);
}

function isCandidate<T extends Named>(named: T): named is T & Candidate {
  return Boolean(named.nodeId) && Boolean(named.metricId);
}
