import { partition } from 'lodash';
import { map, type Observable, of, switchMap } from 'rxjs';
import { namesOf } from '../tables/names';
import { isNamed, readMetricIds, searchesOf } from '../tables/searches';
import { type Answer, runEach } from '../answer/answers';
import { emptyFieldOf, emptyNotice, Inputs, type Values } from '../answer/inputs';
import { type Context, type Request } from '../answer/runner';
import { storedFilters, unusedFilters } from '../tables/filters';
import { annotationFrame } from '../tables/marks';
import { type AnnotationQuery, ANNOTATIONS, type AnnotationSource } from './models';
import { isApplied } from '../query/filtering';
import { DEFAULT_MARKS } from '../query/query';
import { noticeMarks } from './noticeMarks';
import { fromAlertEvents, fromAlerts, fromAnomalies, type Source } from './sources';
import { rangeOf } from '../time/spans';

const SOURCES: Record<AnnotationSource, Source> = {
  alerts: fromAlerts,
  alertEvents: fromAlertEvents,
  anomalies: fromAnomalies,
};

/** Dashboard annotations: a frame of annotation fields per query. */
export const runAnnotations = runEach((query: AnnotationQuery, request, context) =>
  readMetricIds(query, request, context).pipe(switchMap((ids) => annotate(query, request, context, ids)))
);

function annotate(
  query: AnnotationQuery,
  request: Request,
  context: Context,
  metricIds: ReadonlySet<string>
): Observable<Answer> {
  const inputs = new Inputs(request, context);
  const { nodeId, metricId, q, source } = query;
  const ofAnomalies = source === 'anomalies';
  const alert = inputs.identifiers(ofAnomalies ? '' : query.alertId);
  const given: Record<string, Values> = {
    alertId: alert,
    nodeId: inputs.all(nodeId),
    metricId: inputs.all(metricId),
  };
  const { names, filters: ofNames } = namesOf(query, inputs);
  const empty = emptyFieldOf({ ...given, names });
  if (empty) {
    return of({ frames: [annotationFrame([])], notices: [emptyNotice(empty)] });
  }
  const [served, ignored] = partition([...storedFilters(query), ...ofNames], (filter) =>
    isApplied(filter, ANNOTATIONS.filtering?.(query))
  );
  const isCompared = source === 'alertEvents' ? isNamed : () => true;
  // The operation for anomalies takes no filters: all of them are compared.
  const searches = searchesOf(
    { nodeId, metricId, q: ofAnomalies ? '' : q },
    inputs,
    ofAnomalies ? [] : served,
    metricIds
  );
  const compared = ofAnomalies ? served : searches.compared.filter(isCompared);
  const unused = unusedFilters([...ignored, ...searches.rest.filter((one) => !isCompared(one))]);
  const wanted = {
    alertIds: alert.given ? alert.values : undefined,
    searches: searches.combinations,
    compared,
    impacts: ofAnomalies ? [] : inputs.words(query.impact),
    severities: ofAnomalies ? inputs.words(query.severity) : [],
    range: rangeOf(request),
    limit: inputs.number(query.limit, 'limit', DEFAULT_MARKS),
    shape: query.shape,
  };
  return SOURCES[source](wanted, request, context).pipe(
    map(({ marks, notices, selection = [], failures, more }) => {
      if (marks.length === 0 && failures.length > 0 && !more) {
        throw failures[0];
      }
      return {
        // Grafana shows no notices of annotations.
        frames: [annotationFrame([...noticeMarks([...selection, ...unused], wanted.range.from), ...marks])],
        notices: [
          ...notices,
          ...Object.values({ ...given, names }).flatMap((values) => values.notices),
          ...searches.notices,
          ...unused,
        ],
        failures,
        more,
      };
    })
  );
}
