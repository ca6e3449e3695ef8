import { type Alert, type AlertMetric } from './alerts';
import { perInstance } from './perInstance';

/** As many metrics are kept, of all alerts together; the alerts told of longest ago go first. */
const MOST_METRICS = 50_000;

interface Known {
  metrics: AlertMetric[];
  /** The moment that the answer describes, in epoch milliseconds. */
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

  /** @param at the moment that the answer describes, in epoch milliseconds; undefined: now */
  note(alerts: readonly Alert[], at = Date.now()): void {
    for (const { id, metrics } of alerts) {
      const before = this.byAlert.get(id);
      if (id !== '' && metrics && metrics.length > 0 && !(before && before.at > at)) {
        this.drop(id, before);
        this.byAlert.set(id, { metrics, at });
        this.count += metrics.length;
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

  private drop(id: string, known: Known | undefined): void {
    if (known) {
      this.byAlert.delete(id);
      this.count -= known.metrics.length;
    }
  }
}

/** What the answers to a data source's requests told so far. */
export const knownMetrics = perInstance(() => new KnownMetrics());
