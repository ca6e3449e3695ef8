import { useEffect, useState } from 'react';
import { catchError, from, map, of, switchMap } from 'rxjs';
import { type KnownSeries } from '../descriptor';
import { DESCRIPTORS } from '../families';
import { type AnomalyQuery, complete } from '../query/query';
import { type Context } from '../answer/runner';
import { HOUR } from '../settings';

/** A metric to show examples with: that of the query, else that of the settings, else one that an alert names. */
export function useSeries(context: Context, query: AnomalyQuery): KnownSeries | undefined {
  const [named, setNamed] = useState<KnownSeries>();
  const { nodeName, metricName, ...ids } = complete(query, DESCRIPTORS.metric.model);
  const [nodeId = ''] = [ids.nodeId].flat();
  const [metricId = ''] = [ids.metricId].flat();
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
