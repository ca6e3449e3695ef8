import { t } from '@grafana/i18n';
import { type CatalogueEntry } from './entries';
import { impactRank } from '../alertbook/order';
import { type Alert } from '../service/alerts';
import { type Anomaly } from '../service/anomalies';
import { wordOf } from '../tables/words';

/** Where a metric was named: what a picker puts its entries in order by. */
export interface Mention {
  systemId: string | null;
  nodeId: string | null;
  metricId: string | null;
  /** In an alert that is active now. */
  isNow: boolean;
  /** When it was last seen there, in epoch milliseconds. */
  time: number | null;
  /** The alert's impact. */
  impact: string | null;
}

/** What alerts name; `current`: the list is the current one. */
export function inAlerts(alerts: readonly Alert[], current: boolean): Mention[] {
  return alerts.flatMap(({ impact, active, lastSeenAt, metrics }) =>
    (metrics ?? []).map(({ systemId, nodeId, metricId }): Mention => {
      return { systemId, nodeId, metricId, isNow: current && active !== false, time: lastSeenAt, impact };
    })
  );
}

/** What anomalies name. */
export function inAnomalies(anomalies: readonly Anomaly[]): Mention[] {
  return anomalies.flatMap(({ time, metrics }) =>
    metrics.map(({ systemId, nodeId, metricId, updated, started }): Mention => {
      return { systemId, nodeId, metricId, isNow: false, time: updated ?? started ?? time, impact: null };
    })
  );
}

/**
 * The entries, those first that are alerting now (the most severe ones before), then those that were last seen in an
 * alert or an anomaly; the rest keep their order. What is alerting says so.
 *
 * @param idOf what of a mention is an entry's value
 */
export function withMentions(
  entries: readonly CatalogueEntry[],
  mentions: readonly Mention[],
  idOf: (mention: Mention) => string | null
): CatalogueEntry[] {
  const best = new Map<string, Mention>();
  for (const mention of mentions) {
    const id = idOf(mention);
    const known = id === null ? undefined : best.get(id);
    if (id !== null && (!known || byUrgency(mention, known) < 0)) {
      best.set(id, mention);
    }
  }
  return entries
    .map((entry) => ({ entry, seen: best.get(entry.value) }))
    .sort((a, b) => (a.seen && b.seen ? byUrgency(a.seen, b.seen) : Number(!a.seen) - Number(!b.seen)))
    .map(({ entry, seen }) => (seen?.isNow ? { ...entry, why: alertingText(seen) } : entry));
}

function byUrgency(a: Mention, b: Mention): number {
  return (
    Number(b.isNow) - Number(a.isNow) ||
    (a.isNow ? impactRank(a.impact) - impactRank(b.impact) : 0) ||
    (b.time ?? 0) - (a.time ?? 0)
  );
}

function alertingText({ impact }: Mention): string {
  const now = t('catalogue.alerting', 'alerting now');
  return impact ? `${now}, ${wordOf(impact)}` : now;
}
