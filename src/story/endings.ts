import { within } from '../known/derived';
import { type Reader } from '../known/follow';
import { allMetricData } from '../entries/metricData';
import { pointsOf } from '../corridors/spacing';
import { BEFORE, type EndedBy, endingOf, type Return } from '../judging/endedBy';
import { AFTER_ALL_OTHERS } from '../service/client';
import { MINUTE } from '../settings';
import { type Store } from '../store/store';
import { type MetricStory } from './alert';

/** The two weeks are read at 15m, like a panel with room for that many points. */
const POINTS = BEFORE / (15 * MINUTE);
/** The longest wait for it, in milliseconds. */
const PATIENCE = 15_000;

/**
 * How a metric came back: its points since then, up to now or the alert's end, are compared with the two weeks before it
 * left. These need one request, which is sent last. If it fails or takes too long, nothing is claimed.
 */
export function readEnding(row: MetricStory, reader: Reader, store: Store): EndedBy | null {
  const back = returnOf(row);
  if (!back) {
    return null;
  }
  const { nodeId, metricId } = row.metric;
  const request = {
    nodeId: nodeId ?? '',
    metricId: metricId ?? '',
    aggregation: '',
    granularity: 'auto' as const,
    maxDataPoints: POINTS,
    from: back.leftAt - BEFORE,
    to: back.leftAt,
    late: AFTER_ALL_OTHERS,
  };
  const { data } = reader.attempt(within(PATIENCE, allMetricData(request, store)));
  return data ? endingOf(back, { ...pointsOf(data), aggregation: data.metadata.aggregation }) : null;
}

/** Null for a metric that is not back. */
function returnOf({ state, points, last, excursion }: MetricStory): Return | null {
  const backAt = state === 'inside' ? last?.backAt : null;
  return points && last && backAt != null ? { leftAt: (excursion ?? last).from, backAt, points } : null;
}
