import { type Named } from '../answer/named';
import { HOUR } from '../settings';
import { type ReportAlert } from './reportAlert';

/**
 * Which metrics of which alerts came back: a metric of the alert was in another one that had ended less than an hour
 * before the alert began (contract: `repeats`). A metric is that of one node.
 */
export class Repeats {
  private readonly ends = new Map<string, Array<{ ended: number; id: string }>>();

  /** @param alerts all that are known, those of the span before included */
  constructor(alerts: readonly ReportAlert[]) {
    for (const { id, ended, metrics } of alerts) {
      if (ended === null) {
        continue;
      }
      for (const key of new Set(metrics.map(keyOf))) {
        const ends = this.ends.get(key);
        if (ends) {
          ends.push({ ended, id });
        } else {
          this.ends.set(key, [{ ended, id }]);
        }
      }
    }
    this.ends.forEach((ends) => ends.sort((a, b) => a.ended - b.ended));
  }

  /** Whether the metric, one of the alert's, came back with it. */
  cameBack(alert: ReportAlert, metric: Named): boolean {
    const { began, id } = alert;
    const ends = this.ends.get(keyOf(metric));
    if (began === null || !ends) {
      return false;
    }
    for (let i = firstAfter(ends, began - HOUR); i < ends.length && ends[i].ended <= began; i++) {
      if (ends[i].id !== id) {
        return true;
      }
    }
    return false;
  }
}

function keyOf({ nodeId, metricId }: Named): string {
  return JSON.stringify([nodeId, metricId]);
}

/** The first place whose end lies after `time`. */
function firstAfter(ends: ReadonlyArray<{ ended: number }>, time: number): number {
  let low = 0;
  let high = ends.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ends[middle].ended <= time) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}
