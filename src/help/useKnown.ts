import { useEffect, useState } from 'react';
import { catchError, from, map, type Observable, of, switchMap } from 'rxjs';
import { alertTitle, worstFirst } from '../catalogue/titles';
import { type Known, type KnownSeries } from '../descriptor';
import { DESCRIPTORS } from '../families';
import { bySeverity } from '../alertbook/order';
import { type AnomalyQuery, complete } from '../query/query';
import { isFilled } from '../query/texts';
import { type Context } from '../answer/runner';
import { type Named } from '../answer/named';
import { listAlerts } from '../service/alertOperations';
import { type Alert } from '../service/alerts';
import { messageOf } from '../service/failure';
import { HOUR } from '../settings';

/** How far back metrics are looked for where nothing is alerting. */
const LOOK_BACK = 24 * HOUR;

/** What the service was found to have. */
export interface Found extends Known {
  state: 'looking' | 'read' | 'failed';
  /** Nothing is alerting: known, not assumed. */
  isQuiet?: boolean;
  /** Why it could not be read, a sentence. */
  reason?: string;
}

/**
 * What to show examples with: the most severe alert of now; the series of the query, else that of the settings, else the worst
 * of that alert, else one that an alert or an anomaly of the last day names.
 */
export function useKnown(context: Context, query: AnomalyQuery): Found {
  const [found, setFound] = useState<Found>({ state: 'looking' });
  const chosen = ofQuery(query) ?? ofSettings(context);
  const isChosen = chosen !== undefined;

  useEffect(() => {
    const subscription = readKnown(context, isChosen).subscribe(setFound);
    return () => subscription.unsubscribe();
  }, [context, isChosen]);

  return chosen ? { ...found, series: chosen } : found;
}

/** @param hasSeries no other is looked for than that of the alert */
function readKnown(context: Context, hasSeries: boolean): Observable<Found> {
  return listAlerts(context.operations, undefined, true).pipe(
    map(ofAlerts),
    switchMap((found) => (found.series || hasSeries ? of(found) : withSeen(found, context))),
    catchError((failure: unknown) => of<Found>({ state: 'failed', reason: messageOf(failure) }))
  );
}

function ofAlerts(alerts: Alert[]): Found {
  const sorted = [...alerts].sort(bySeverity);
  const worst = sorted.find(({ id }) => id !== '');
  const series = firstOf(sorted.flatMap(({ metrics }) => [...(metrics ?? [])].sort(worstFirst)));
  return {
    state: 'read',
    isQuiet: alerts.length === 0,
    ...(worst ? { alert: { alertId: worst.id, title: alertTitle(worst, worst.metrics) } } : {}),
    ...(series ? { series } : {}),
  };
}

function withSeen(found: Found, context: Context): Observable<Found> {
  const now = context.now();
  return from(context.catalogue()).pipe(
    switchMap((catalogue) => catalogue.found({ from: now - LOOK_BACK, to: now })),
    map(({ named }) => {
      const series = firstOf(named);
      return series ? { ...found, series } : found;
    }),
    // The alerts are known; metrics are asked for in the query.
    catchError(() => of(found))
  );
}

/** The first that can be asked for. */
function firstOf(named: readonly Named[]): KnownSeries | undefined {
  for (const { nodeId, metricId, nodeName, metricName } of named) {
    if (nodeId && metricId) {
      return { nodeId, metricId, ...(nodeName ? { nodeName } : {}), ...(metricName ? { metricName } : {}) };
    }
  }
  return undefined;
}

function ofQuery(query: AnomalyQuery): KnownSeries | undefined {
  const { nodeName, metricName, ...ids } = complete(query, DESCRIPTORS.metric.model);
  const [nodeId = '', metricId = ''] = [[ids.nodeId].flat()[0], [ids.metricId].flat()[0]];
  return isFilled(nodeId) && isFilled(metricId)
    ? { nodeId, metricId, ...(nodeName ? { nodeName } : {}), ...(metricName ? { metricName } : {}) }
    : undefined;
}

function ofSettings({ settings: { defaultNodeId: nodeId, defaultMetricId: metricId } }: Context) {
  return nodeId !== '' && metricId !== '' ? { nodeId, metricId } : undefined;
}
