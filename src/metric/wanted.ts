import { type QueryResultMetaNotice } from '@grafana/data';
import { distinct } from '../corridors/names';
import { type AnomalyQuery, complete, type ForecastQuery, type MetricQuery, queryTypeOf } from '../query';
import { type Request } from '../runner';
import { type Templates } from '../templates';
import { expand, granularityOf, type WantedSeries } from './expand';
import { leftOut, nothingAsked } from './words';

/** One line in one corridor: what a query wants of one node and metric. */
export interface Wanted {
  kind: 'metric' | 'forecast';
  /** The place of its query in `WantedQuery[]`. */
  query: number;
  series: WantedSeries;
  /** Unique over the response. */
  name: string;
  /** Its place among all series, which gives the colour; a metric's forecast shares it. */
  place: number;
}

export interface WantedQuery {
  refId: string;
  target: MetricQuery | ForecastQuery;
  notices: QueryResultMetaNotice[];
  /** What makes the query impossible, as a `ServiceFailure`. */
  failure?: unknown;
}

/** Everything that the queries want, each series under a name of its own. */
export function wantedOf(targets: AnomalyQuery[], request: Request, templates: Templates) {
  const queries: WantedQuery[] = [];
  const wanted: Wanted[] = [];
  let place = 0;
  targets.forEach((stored, query) => {
    const target = queryTypeOf(stored) === 'forecast' ? complete(stored, 'forecast') : complete(stored, 'metric');
    const entry: WantedQuery = { refId: stored.refId, target, notices: [] };
    queries.push(entry);
    try {
      if (target.queryType === 'metric') {
        target.granularity = granularityOf(templates.one(target.granularity, request.scopedVars));
      }
      const { series, leftOut: beyond, empty } = expand(target, templates, request.scopedVars);
      if (empty.length > 0) {
        entry.notices.push(nothingAsked(empty));
      }
      if (beyond.length > 0) {
        entry.notices.push(leftOut(series.length, beyond));
      }
      for (const item of series) {
        const line = { query, series: item, name: item.name, place: place++ };
        if (target.queryType === 'forecast') {
          wanted.push({ ...line, kind: 'forecast' });
        } else {
          wanted.push({ ...line, kind: 'metric' });
          if (target.forecast) {
            wanted.push({ ...line, kind: 'forecast', name: `${item.name} forecast` });
          }
        }
      }
    } catch (failure) {
      entry.failure = failure;
    }
  });
  const unique = distinct(wanted.map(({ name, query }) => ({ name, refId: queries[query].refId })));
  return { queries, wanted: wanted.map((line, i) => ({ ...line, name: unique[i] })) };
}
