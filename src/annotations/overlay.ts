import { type DataFrame, type DataQueryResponse, DataTopic, type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { type DataQuery } from '@grafana/schema';
import { catchError, forkJoin, map, type Observable, of } from 'rxjs';
import { readActive, union } from '../incidents/active';
import { bySeverity } from '../incidents/order';
import { Inputs } from '../answer/inputs';
import { expand } from '../answer/expand';
import { withNotices } from '../answer/notices';
import { DEFAULT_MARKS, type FieldsOf } from '../query/query';
import { type SERIES_FIELDS } from '../query/series';
import { type Context, queryError, type Request, type Runner } from '../answer/runner';
import { linkPlace } from '../tables/links';
import { namedAnomalies } from '../incidents/namedAnomalies';
import { type Named } from '../answer/named';
import { alertMarks } from './alertMarks';
import { anomalyMarks, bySeverityThenLatest, type TimedAnomaly } from './anomalyMarks';
import { keepMostSevere } from './keep';
import { annotationFrame, type Mark } from './mark';
import { rangeOf } from '../time/span';

export type OverlayKind = 'alerts' | 'anomalies';

/** A series that is drawn, and the query it belongs to. */
export interface OverlayTarget extends Partial<Named> {
  refId: string;
  nodeId: string;
  metricId: string;
}

interface Layer {
  marks: Mark[];
  notices: QueryResultMetaNotice[];
}

/** What the overlay reads of a metric query. */
type OverlaidQuery = DataQuery & FieldsOf<typeof SERIES_FIELDS> & { overlay: string };

/**
 * The overlays of metric queries: a frame of annotations per query with those alerts or anomalies that touch its own
 * nodes and metrics. What fails is an error of its query; the metric's own frames come from elsewhere and stay.
 */
export const runOverlay: Runner<OverlaidQuery> = (targets, request, context) =>
  forkJoin(targets.map((target) => overlayOf(target, request, context))).pipe(
    map((answers) => ({
      data: answers.flatMap(({ data }) => data),
      errors: answers.flatMap(({ errors }) => errors ?? []),
    }))
  );

function overlayOf(query: OverlaidQuery, request: Request, context: Context): Observable<DataQueryResponse> {
  const { refId } = query;
  const kind = new Inputs(request, context).one(query.overlay);
  if (kind !== 'alerts' && kind !== 'anomalies') {
    return of({ data: [] });
  }
  const { series } = expand(query, context.templates, request.scopedVars);
  const wanted = series.map(({ identity }) => ({ refId, ...identity }));
  return overlayFrames(wanted, kind, request, context).pipe(
    map((data) => ({ data })),
    catchError((failure) => of({ data: [], errors: [queryError(refId, overlayMissing(kind, failure))] }))
  );
}

/**
 * A frame per refId with the alerts or anomalies of its targets, drawn in the panel itself and in their own colours. A
 * search by node and metric finds alerts, one operation all anomalies: panels of one metric and range ask the same.
 */
export function overlayFrames(
  targets: readonly OverlayTarget[],
  kind: OverlayKind,
  request: Request,
  context: Context
): Observable<DataFrame[]> {
  const refIds = [...new Set(targets.map(({ refId }) => refId))];
  if (refIds.length === 0) {
    return of([]);
  }
  const read = kind === 'alerts' ? alertLayer : anomalyLayer;
  return forkJoin(
    refIds.map((refId) =>
      read(
        targets.filter((target) => target.refId === refId),
        request,
        context
      ).pipe(
        map(({ marks, notices }) => {
          const frame = { ...annotationFrame(marks), refId, name: titleOf(kind) };
          return withNotices([{ ...frame, meta: { dataTopic: DataTopic.Annotations } }], notices)[0];
        })
      )
    )
  );
}

function alertLayer(targets: OverlayTarget[], request: Request, context: Context): Observable<Layer> {
  const range = rangeOf(request);
  return forkJoin(
    targets.map(({ nodeId, metricId }) => readActive(context, range, { nodeId, metricId }))
  ).pipe(
    map((found) => {
      const { rows, notices } = keepMostSevere(union(...found.map(({ alerts }) => alerts)), DEFAULT_MARKS, bySeverity);
      const touched = (id: string) =>
        targets.filter((_, i) => found[i].alerts.some((alert) => alert.id === id)).map(toNamed);
      const marks = alertMarks(rows, {
        shape: 'auto',
        range,
        place: linkPlace(request, context),
        timeZone: request.timezone,
        namesOf: touched,
      });
      return { marks, notices: [...notices, ...found.flatMap((one) => one.notices)] };
    })
  );
}

function anomalyLayer(targets: OverlayTarget[], request: Request, context: Context): Observable<Layer> {
  const touches = ({ nodeId, metricId }: Named) =>
    targets.some((target) => target.nodeId === nodeId && target.metricId === metricId);
  return namedAnomalies(context.operations, rangeOf(request)).pipe(
    map((anomalies) => {
      const own = anomalies
        .filter((anomaly): anomaly is TimedAnomaly => anomaly.time !== null && anomaly.metrics.some(touches))
        .map((anomaly) => ({ ...anomaly, metrics: anomaly.metrics.filter(touches) }));
      const { rows, notices } = keepMostSevere(own, DEFAULT_MARKS, bySeverityThenLatest);
      return { marks: anomalyMarks(rows, linkPlace(request, context)), notices };
    })
  );
}

function toNamed({ nodeId, metricId, nodeName, metricName, systemName }: OverlayTarget): Named {
  return {
    nodeId,
    nodeName: nodeName || null,
    systemId: null,
    systemName: systemName || null,
    metricId,
    metricName: metricName || null,
  };
}

function titleOf(kind: OverlayKind): string {
  return kind === 'alerts' ? t('overlay.alerts', 'Alerts') : t('overlay.anomalies', 'Anomalies');
}

function overlayMissing(kind: OverlayKind, failure: unknown): Error {
  const values = {
    reason: failure instanceof Error ? failure.message : String(failure),
    interpolation: { escapeValue: false },
  };
  return new Error(
    kind === 'alerts'
      ? t('overlay.alerts-missing', "The panel's overlay of alerts could not be read: {{reason}}", values)
      : t('overlay.anomalies-missing', "The panel's overlay of anomalies could not be read: {{reason}}", values)
  );
}
