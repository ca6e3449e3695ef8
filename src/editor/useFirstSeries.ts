import { type TimeRange } from '@grafana/data';
import { pickBy } from 'lodash';
import { useEffect, useRef } from 'react';
import { delay, map, type Observable, type Subscription } from 'rxjs';
import { listed } from '../catalogue/catalogue';
import { follow } from '../known/follow';
import { namesSeen } from '../alertbook/names';
import { type Context } from '../answer/runner';
import { descriptorOf, isComplete, withSettings } from '../families';
import { spanOf } from '../fields/pickers';
import { type AnomalyQuery } from '../query/query';
import { parseSeries } from '../query/series';

/**
 * Starts a query of series that names none with the first series of the pickers: the one that alerts most severely now,
 * else the one that did so last.
 *
 * @param store stores and runs a query
 * @returns `start` takes a new query; `stop` leaves it as it is, for when it is edited meanwhile
 */
export function useFirstSeries(
  context: Context,
  range: TimeRange | undefined,
  store: (query: AnomalyQuery) => void
): { start: (query: AnomalyQuery) => void; stop: () => void } {
  const underWay = useRef<Subscription>(undefined);
  const stop = () => underWay.current?.unsubscribe();
  useEffect(() => stop, []);
  const start = (query: AnomalyQuery) => {
    stop();
    if (descriptorOf(query).model.ofSeries && !isComplete(withSettings(query, context.settings))) {
      underWay.current = firstSeries(context, range).subscribe({
        next: (series) => series && store({ ...query, ...series }),
        // The pickers say why there is nothing to choose from.
        error: () => undefined,
      });
    }
  };
  return { start, stop };
}

/** The first that the pickers list, with its names as far as they are known. */
export function firstSeries(context: Context, range: TimeRange | undefined): Observable<Partial<AnomalyQuery> | null> {
  const listing = { list: 'series' as const, range: spanOf(context, range) };
  return follow((reader) => listed(reader, context, listing)).pipe(
    // What the catalogue has already would come before React has drawn the query that was just stored.
    delay(0),
    map((entries) => {
      const first = entries?.[0];
      const id = first ? parseSeries(first.value) : null;
      const seen = namesSeen(context).all();
      const named = seen.find((one) => `${one.nodeId}:${one.metricId}` === first?.value);
      const { nodeName, metricName, systemName } = named ?? {};
      return id && { ...id, ...pickBy({ nodeName, metricName, systemName }) };
    })
  );
}
