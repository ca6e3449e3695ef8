import { useEffect, useState } from 'react';
import { catchError, from, map, of, switchMap } from 'rxjs';
import { type AnomalyQuery, complete } from '../query/query';
import { type Context } from '../answer/runner';
import { HOUR } from '../settings';
import { type Series } from './examples';

/** A metric to show examples with: that of the query, else that of the settings, else one that an alert names. */
export function useSeries(context: Context, query: AnomalyQuery): Series | undefined {
  const [named, setNamed] = useState<Series>();
  const { nodeId, metricId, nodeName, metricName } = complete(query, 'metric');
  const { defaultNodeId, defaultMetricId } = context.settings;
  const own = nodeId !== '' && metricId !== '';
  const known = own || (defaultNodeId !== '' && defaultMetricId !== '');

  useEffect(() => {
    if (known) {
      return;
    }
    const now = context.now();
    const subscription = from(context.catalogue())
      .pipe(
        switchMap((catalogue) => catalogue.found({ from: now - 6 * HOUR, to: now })),
        map((found) => found.named.find((entry) => entry.nodeId && entry.metricId)),
        catchError(() => of(undefined))
      )
      .subscribe((entry) => {
        if (entry?.nodeId && entry.metricId) {
          const { nodeId, metricId, nodeName, metricName } = entry;
          setNamed({ nodeId, metricId, ...(nodeName ? { nodeName } : {}), ...(metricName ? { metricName } : {}) });
        }
      });
    return () => subscription.unsubscribe();
  }, [context, known]);

  if (own) {
    return { nodeId, metricId, ...(nodeName ? { nodeName } : {}), ...(metricName ? { metricName } : {}) };
  }
  return known ? { nodeId: defaultNodeId, metricId: defaultMetricId } : named;
}
