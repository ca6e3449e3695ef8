import { type TimeRange } from '@grafana/data';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { delay, map, type Observable, Subscription, take } from 'rxjs';
import { catalogueOf } from '../catalogue/catalogue';
import { namesSeen } from '../answer/nameBook';
import { type Context } from '../answer/runner';
import { descriptorOf, isComplete, withSettings } from '../families';
import { spanOf } from '../fields/pickers';
import { type AnomalyQuery } from '../query/query';
import { parseSeries } from '../query/series';

/**
 * Starts a query of series that names none with the first series of the pickers: the one that alerts most severely now,
 * else the one that did so last. A query that somebody has edited meanwhile stays as it is.
 *
 * @param stored the query as the host has it
 * @param store stores and runs a query
 * @returns takes the query that was just stored
 */
export function useFirstSeries(
  stored: AnomalyQuery,
  store: (query: AnomalyQuery) => void,
  context: Context,
  range: TimeRange | undefined
): (query: AnomalyQuery) => void {
  const newest = useRef({ stored, store });
  useLayoutEffect(() => {
    newest.current = { stored, store };
  });
  const underWay = useRef<Subscription>(undefined);
  useEffect(() => () => underWay.current?.unsubscribe(), []);

  return (started) => {
    underWay.current?.unsubscribe();
    const isOpen = (query: AnomalyQuery) =>
      descriptorOf(query).model.ofSeries && !isComplete(withSettings(query, context.settings));
    if (!isOpen(started)) {
      return;
    }
    underWay.current = firstSeries(context, range).subscribe({
      next: (series) => {
        const { stored: query, store } = newest.current;
        const isUntouched = ['nodeId', 'metricId', 'series'].every((field) => query[field] === started[field]);
        if (series && isUntouched && query.queryType === started.queryType && isOpen(query)) {
          store({ ...query, ...series });
        }
      },
      // The pickers say why there is nothing to choose from.
      error: () => undefined,
    });
  };
}

/** The first that the pickers list, with its names as far as they are known. */
function firstSeries(context: Context, range: TimeRange | undefined): Observable<Partial<AnomalyQuery> | null> {
  return catalogueOf(context)
    .series(spanOf(context, range))
    .pipe(
      take(1),
      // What the catalogue has already would come before React has drawn the query that was just stored.
      delay(0),
      map(([first]) => {
        const id = first ? parseSeries(first.value) : null;
        const seen = namesSeen(context.operations).all();
        const named = seen.find((one) => `${one.nodeId}:${one.metricId}` === first?.value);
        const { nodeName, metricName, systemName } = named ?? {};
        return id && { ...id, ...present({ nodeName, metricName, systemName }) };
      })
    );
}

function present(names: Record<string, string | null | undefined>) {
  return Object.fromEntries(Object.entries(names).filter(([, name]) => name));
}
