import { t } from '@grafana/i18n';
import { type CatalogueEntry } from '../answer/catalogue';
import { anomalyRank, impactRank } from '../incidents/order';
import { type Alert } from '../service/alerts';
import { type Anomaly } from '../service/anomalies';
import { roughDuration } from '../time/durations';

/** Where a metric was named: what a picker says of its entry, and puts it in order by. */
export interface Sighting {
  systemId: string | null;
  nodeId: string | null;
  metricId: string | null;
  of: 'alert' | 'anomaly';
  /** In an alert that is active now. */
  now: boolean;
  /** When it was last seen there, in epoch milliseconds. */
  time: number | null;
  /** The alert's impact or the anomaly's severity. */
  level: string | null;
}

/** What alerts name; `current`: the list is that of now. */
export function inAlerts(alerts: readonly Alert[], current: boolean): Sighting[] {
  return alerts.flatMap(({ impact, active, lastSeenAt, metrics }) =>
    (metrics ?? []).map(({ systemId, nodeId, metricId }): Sighting => {
      const now = current && active !== false;
      return { systemId, nodeId, metricId, of: 'alert', now, time: lastSeenAt, level: impact };
    })
  );
}

/** What anomalies name. */
export function inAnomalies(anomalies: readonly Anomaly[]): Sighting[] {
  return anomalies.flatMap(({ time, severity, metrics }) =>
    metrics.map(({ systemId, nodeId, metricId, updated, started }): Sighting => {
      const seen = updated ?? started ?? time;
      return { systemId, nodeId, metricId, of: 'anomaly', now: false, time: seen, level: severity };
    })
  );
}

/**
 * The entries with why each is listed, those first that are alerting now (the most severe ones before), then those that
 * were last seen in an alert or an anomaly; the rest keep their order.
 *
 * @param idOf what of a sighting is an entry's value
 * @param now epoch milliseconds
 */
export function withSightings(
  entries: readonly CatalogueEntry[],
  sightings: readonly Sighting[],
  idOf: (sighting: Sighting) => string | null,
  now: number
): CatalogueEntry[] {
  const best = new Map<string, Sighting>();
  for (const sighting of sightings) {
    const id = idOf(sighting);
    const known = id === null ? undefined : best.get(id);
    if (id !== null && (!known || moreUrgent(sighting, known) < 0)) {
      best.set(id, sighting);
    }
  }
  return entries
    .map((entry) => ({ entry, seen: best.get(entry.value) }))
    .sort((a, b) => (a.seen && b.seen ? moreUrgent(a.seen, b.seen) : Number(!a.seen) - Number(!b.seen)))
    .map(({ entry, seen }) => (seen ? { ...entry, why: whyText(seen, now) } : entry));
}

function moreUrgent(a: Sighting, b: Sighting): number {
  return (
    Number(b.now) - Number(a.now) ||
    (a.now ? impactRank(a.level) - impactRank(b.level) : 0) ||
    (b.time ?? 0) - (a.time ?? 0) ||
    Number(a.of === 'anomaly') - Number(b.of === 'anomaly') ||
    rankOf(a) - rankOf(b)
  );
}

function rankOf({ of, level }: Sighting): number {
  return of === 'alert' ? impactRank(level) : anomalyRank(level);
}

function whyText({ of, now: alerting, time, level }: Sighting, now: number): string | undefined {
  if (alerting) {
    return level
      ? t('catalogue.alerting-level', 'alerting now, {{level}}', { level, interpolation: { escapeValue: false } })
      : t('catalogue.alerting', 'alerting now');
  }
  if (time === null) {
    return undefined;
  }
  const ago = roughDuration(Math.max(0, now - time));
  return of === 'alert'
    ? t('catalogue.in-alert', 'in an alert {{ago}} ago', { ago })
    : t('catalogue.in-anomaly', 'in an anomaly {{ago}} ago', { ago });
}
