import { distinct } from '../corridors/names';
import { type SeriesQuery } from './models';
import { type Request } from '../answer/runner';
import { type Templates } from '../answer/templates';
import { expand, granularityOf, type WantedSeries } from '../answer/expand';
import { type Say } from './say';

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
  target: SeriesQuery;
  notices: Say[];
  /** It stands for several series. */
  product: boolean;
  /** A granularity that there is not: the query cannot be asked. */
  badGranularity?: string;
}

/** Everything that the queries want, each series under a name of its own. */
export function wantedOf(targets: SeriesQuery[], request: Request, templates: Templates) {
  const queries: WantedQuery[] = [];
  const wanted: Wanted[] = [];
  let place = 0;
  targets.forEach((target, query) => {
    const entry: WantedQuery = { refId: target.refId, target, notices: [], product: false };
    queries.push(entry);
    if (target.queryType === 'metric') {
      const text = templates.one(target.granularity, request.scopedVars);
      const granularity = granularityOf(text);
      if (granularity === null) {
        entry.badGranularity = text;
        return;
      }
      target.granularity = granularity;
    }
    const { series, product, leftOut, malformed, empty } = expand(target, templates, request.scopedVars);
    entry.product = product;
    if (empty.length > 0) {
      entry.notices.push((words) => words.nothingAsked(empty));
    }
    if (malformed.length > 0) {
      entry.notices.push((words) => words.noSeries(malformed));
    }
    if (leftOut.length > 0) {
      entry.notices.push((words) => words.leftOut(series.length, leftOut));
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
  });
  const unique = distinct(wanted.map(({ name, query }) => ({ name, refId: queries[query].refId })));
  return { queries, wanted: wanted.map((line, i) => ({ ...line, name: unique[i] })) };
}
