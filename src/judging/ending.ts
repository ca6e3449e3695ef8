import { pointsOf } from '../ground/spacing';
import { BEFORE_END, type EndedBy, endedBy } from './endedBy';
import { AFTER_ALL_OTHERS } from '../service/client';
import { type Named } from '../service/alerts';
import { MINUTE } from '../ground/settings';
import { type Store } from '../facts/store';
import { within } from '../facts/derived';
import { type Reader } from '../facts/follow';
import { allMetricData } from '../facts/metricData';

/** The two weeks are read at 15m, like a panel with room for that many points. */
const POINTS = BEFORE_END / (15 * MINUTE);
/** The longest wait for them, in milliseconds. */
const PATIENCE = 15_000;

/**
 * How an alert's first metric came back. This is one request, which is sent last. If it fails or takes too long, nothing is
 * claimed.
 *
 * @param end of the alert, or a moment when the metric is back; epoch milliseconds
 */
export function readEnding(reader: Reader, metric: Named | null, end: number | null, store: Store): EndedBy | null {
  const { nodeId, metricId } = metric ?? {};
  if (!nodeId || !metricId || end === null) {
    return null;
  }
  const request = {
    nodeId,
    metricId,
    aggregation: '',
    granularity: 'auto' as const,
    maxDataPoints: POINTS,
    from: end - BEFORE_END,
    to: end,
    late: AFTER_ALL_OTHERS,
  };
  const { data } = reader.attempt(within(PATIENCE, allMetricData(request, store)));
  return data ? endedBy(pointsOf(data).columns, end) : null;
}
