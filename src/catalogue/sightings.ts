import { t } from '@grafana/i18n';
import { type CatalogueEntry } from '../answer/named';
import { anomalyRank, impactRank } from '../alertbook/order';
import { type Alert } from '../service/alerts';
import { type Anomaly } from '../service/anomalies';
import { HOUR, MINUTE } from '../settings';
import { wordOf } from '../tables/words';
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

/** What alerts name; `current`: the list is the current one. */
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
  const texts = new Map<string, string | undefined>();
  const why = ({ of, now: alerting, level, time }: Sighting) => {
    const ago = alerting || time === null ? null : agoOf(time, now);
    // Of many entries most are seen alike, and a text takes its time to make.
    const key = JSON.stringify([of, alerting, level, ago]);
    if (!texts.has(key)) {
      texts.set(key, whyText({ of, alerting, level, ago }));
    }
    return texts.get(key);
  };
  return entries
    .map((entry) => ({ entry, seen: best.get(entry.value) }))
    .sort((a, b) => (a.seen && b.seen ? moreUrgent(a.seen, b.seen) : Number(!a.seen) - Number(!b.seen)))
    .map(({ entry, seen }) => (seen ? { ...entry, why: why(seen) } : entry));
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

/** How long ago, in milliseconds, as exact as it is said. */
function agoOf(time: number, now: number): number {
  const ago = Math.max(0, now - time);
  const unit = ago < 48 * HOUR ? MINUTE : HOUR;
  return Math.round(ago / unit) * unit;
}

interface Why extends Pick<Sighting, 'of' | 'level'> {
  alerting: boolean;
  /** Milliseconds. */
  ago: number | null;
}

function whyText({ of, level, alerting, ago: since }: Why): string | undefined {
  if (alerting) {
    const now = t('catalogue.alerting', 'alerting now');
    return level ? `${now}, ${wordOf(level)}` : now;
  }
  if (since === null) {
    return undefined;
  }
  const ago = roughDuration(since);
  return of === 'alert'
    ? t('catalogue.in-alert', 'in an alert {{ago}} ago', { ago })
    : t('catalogue.in-anomaly', 'in an anomaly {{ago}} ago', { ago });
}
