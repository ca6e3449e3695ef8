import { uniqBy } from 'lodash';
import { type Alert, type AlertMetric } from './alerts';
import { perInstance } from './perInstance';

/** As many metrics are kept, of all alerts together; the alerts told of longest ago go first. */
const MOST_METRICS = 50_000;

interface Known {
  metrics: AlertMetric[];
  /** The moment that the answer describes, in epoch milliseconds. */
  at: number;
  /** It was asked for without a moment. */
  isNow: boolean;
  /** Metrics that it was told to have now, and then no more. */
  left: Left[];
}

interface Left {
  metric: AlertMetric;
  /** When it was last told, in epoch milliseconds. */
  at: number;
}

/**
 * The metrics of alerts as far as any answer told them. Of several answers that about the latest moment counts, in
 * whatever order they come; one without metrics says nothing.
 */
export class KnownMetrics {
  private readonly byAlert = new Map<string, Known>();
  private count = 0;

  constructor(private readonly most = MOST_METRICS) {}

  /** @param moment what the answer describes, in epoch milliseconds; undefined: now */
  note(alerts: readonly Alert[], moment?: number): void {
    const isNow = moment === undefined;
    const at = moment ?? Date.now();
    for (const { id, metrics } of alerts) {
      const before = this.byAlert.get(id);
      if (id !== '' && metrics && metrics.length > 0 && !(before && before.at > at)) {
        this.drop(id, before);
        const known = { metrics, at, isNow, left: leftBy(metrics, isNow, before) };
        this.byAlert.set(id, known);
        this.count += weightOf(known);
      }
    }
    for (const [id, known] of this.byAlert) {
      if (this.count <= this.most) {
        break;
      }
      this.drop(id, known);
    }
  }

  /** Never empty; null where no answer told them. */
  of(alertId: string): readonly AlertMetric[] | null {
    return this.byAlert.get(alertId)?.metrics ?? null;
  }

  /** Metrics that were part of an alert while it was watched, at `since` or later, and are not any more: most recovered. */
  leftOf(alertId: string, since: number): AlertMetric[] {
    return (this.byAlert.get(alertId)?.left ?? []).filter(({ at }) => at >= since).map(({ metric }) => metric);
  }

  private drop(id: string, known: Known | undefined): void {
    if (known) {
      this.byAlert.delete(id);
      this.count -= weightOf(known);
    }
  }
}

function leftBy(metrics: readonly AlertMetric[], isNow: boolean, before: Known | undefined): Left[] {
  const gone = isNow && before?.isNow ? before.metrics.map((metric) => ({ metric, at: before.at })) : [];
  const there = new Set(metrics.map(keyOf));
  return uniqBy([...gone, ...(before?.left ?? [])], ({ metric }) => keyOf(metric)).filter(
    ({ metric }) => !there.has(keyOf(metric))
  );
}

function keyOf({ nodeId, metricId }: AlertMetric): string {
  return JSON.stringify([nodeId, metricId]);
}

function weightOf({ metrics, left }: Known): number {
  return metrics.length + left.length;
}

/** What the answers to a data source's requests told so far. */
export const knownMetrics = perInstance(() => new KnownMetrics());
