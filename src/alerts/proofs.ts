import { catchError, forkJoin, map, type Observable, of } from 'rxjs';
import { type Named } from '../answer/named';
import { type Context } from '../answer/runner';
import { type Titles } from '../catalogue/lookUps';
import { findsOver, searchAlerts } from '../incidents/search';
import { type Alert } from '../service/alerts';
import { perInstance } from '../service/perInstance';
import { HOUR } from '../settings';
import { readEver, unreadOf } from './everNamed';
import { earlierOf, type Likeness, sharedBy } from './likeness';

/** Whether the search finds what is over is not asked again before, in milliseconds. */
const AGAIN_AFTER = HOUR;

/** When it was asked, in epoch milliseconds. */
const triedOf = perInstance(() => ({ at: -Infinity }));

/** Spends the requests that are left on what proves what the searches found, or that they would have found it. Emits once. */
export function prove(
  alerts: readonly Alert[],
  likeness: Likeness,
  titles: Titles,
  context: Context
): Observable<null> {
  const test = testOf(alerts, likeness, titles, context);
  const left = likeness.probed.left - (test ? 1 : 0);
  return forkJoin([test ?? of(null), readEver(openOf(alerts, likeness, titles, context).slice(0, left), context)]).pipe(
    map(() => null)
  );
}

/**
 * The alerts whose events are to be read. How an alert was last does not tell what it was about: most of its metrics have
 * recovered by then. Those that may share most first, then the latest.
 */
function openOf(alerts: readonly Alert[], likeness: Likeness, titles: Titles, context: Context): Alert[] {
  const { byMetric } = likeness.probed;
  return unreadOf(earlierOf(alerts, likeness, titles), context)
    .filter(({ active }) => active === false)
    .map((alert) => ({ alert, ...sharedBy(alert, likeness, titles) }))
    .filter(({ isWhole, metrics }) => !isWhole && metrics.length > 0)
    .map(({ alert, metrics }) => ({ alert, most: Math.max(metrics.length, byMetric.get(alert.id)?.length ?? 0) }))
    .sort((a, b) => b.most - a.most || (b.alert.firstSeenAt ?? 0) - (a.alert.firstSeenAt ?? 0))
    .map(({ alert }) => alert);
}

/**
 * Where the searches for all metrics found nothing that is over, and none ever did, whether they look at such alerts at all:
 * an alert that is over is searched for by a metric that it is known to have had. Null where there is nothing to find out.
 */
function testOf(
  alerts: readonly Alert[],
  likeness: Likeness,
  titles: Titles,
  { operations, now }: Context
): Observable<unknown> | null {
  const { probed, span } = likeness;
  const tried = triedOf(operations);
  const isOpen = probed.ids !== null && probed.left > 0 && span !== null && !findsOver(operations);
  if (!isOpen || Math.abs(now() - tried.at) < AGAIN_AFTER) {
    return null;
  }
  const metrics = alerts.filter(({ active }) => active === false).flatMap((alert) => titles.metricsOf(alert) ?? []);
  const metric = metrics.find(isSearchable);
  if (!metric) {
    return null;
  }
  tried.at = now();
  const { nodeId, metricId } = metric;
  return searchAlerts(operations, span, { nodeId, metricId }).pipe(catchError(() => of(null)));
}

function isSearchable<T extends Named>(metric: T): metric is T & { nodeId: string; metricId: string } {
  return Boolean(metric.nodeId) && Boolean(metric.metricId);
}
