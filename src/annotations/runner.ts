import { map, type Observable, of } from 'rxjs';
import { searchesOf } from '../incidents/narrow';
import { type Answer, runEach } from '../answer/answers';
import { emptyNotice, Inputs } from '../answer/inputs';
import { type Context, type Request } from '../answer/runner';
import { storedFilters } from '../tables/filters';
import { annotationFrame } from './mark';
import { type AnnotationQuery, type AnnotationSource } from './models';
import { DEFAULT_MARKS } from '../query/query';
import { fromAlertEvents, fromAlerts, fromAnomalies, type Source } from './sources';
import { rangeOf } from '../time/span';

const SOURCES: Record<AnnotationSource, Source> = {
  alerts: fromAlerts,
  alertEvents: fromAlertEvents,
  anomalies: fromAnomalies,
};

/** Dashboard annotations: a frame of annotation fields per query. */
export const runAnnotations = runEach(annotate);

function annotate(query: AnnotationQuery, request: Request, context: Context): Observable<Answer> {
  const inputs = new Inputs(request, context);
  const alert = inputs.all(query.alertId);
  const given = { alertId: alert, nodeId: inputs.all(query.nodeId), metricId: inputs.all(query.metricId) };
  for (const [field, values] of Object.entries(given)) {
    if (values.given && values.values.length === 0) {
      return of({ frames: [annotationFrame([])], notices: [emptyNotice(field)] });
    }
  }
  const { nodeId, metricId, q } = query;
  const searches = searchesOf({ nodeId, metricId, q }, inputs, storedFilters(query));
  const several = (texts: string[]) => texts.flatMap((text) => inputs.all(text).values);
  const source = SOURCES[query.source];
  const wanted = {
    alertIds: alert.given ? alert.values : undefined,
    searches: searches.combinations,
    impacts: several(query.impact),
    severities: several(query.severity),
    range: rangeOf(request),
    limit: inputs.number(query.limit, 'limit', DEFAULT_MARKS),
    shape: query.shape,
  };
  return source(wanted, request, context).pipe(
    map(({ marks, notices, failures }) => {
      if (marks.length === 0 && failures.length > 0) {
        throw failures[0];
      }
      return {
        frames: [annotationFrame(marks)],
        notices: [...notices, ...alert.notices, ...searches.notices],
        failures,
      };
    })
  );
}
