import { type TimeRange } from '@grafana/data';
import { pickBy } from 'lodash';
import { useEffect, useRef } from 'react';
import { delay, map, type Observable, type Subscription } from 'rxjs';
import { listed } from '../catalogue/catalogue';
import { pickerSpan } from '../catalogue/offer';
import { follow } from '../known/follow';
import { namesSeen } from '../alertbook/names';
import { type Context } from '../answer/runner';
import { descriptorOf, isComplete, withSettings } from '../families';
import { type AnomalyQuery } from '../query/query';
import { parseSeries } from '../query/series';

/**
 * Starts a query about series that has none with the first series of the pickers: the one with the most severe active
 * alert, otherwise the one that alerted last.
 *
 * @param store stores and runs a query
 * @returns `start` accepts a new query; `stop` keeps it unchanged, for when it is edited meanwhile
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
        // The pickers show why there are no options.
        error: () => undefined,
      });
    }
  };
  return { start, stop };
}

/** The first series in the pickers' list, with its known names. */
export function firstSeries(context: Context, range: TimeRange | undefined): Observable<Partial<AnomalyQuery> | null> {
  const listing = { list: 'series' as const, range: pickerSpan(context, range) };
  return follow((reader) => listed(reader, context, listing)).pipe(
    // Known entries would arrive before React has rendered the query that was just stored.
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
