import { type MetricHistory } from '../../facts/history';
import { type OneAlert } from '../../judging/oneAlert';
import { type AlertSpan, spanOf } from '../../facts/span';
import { type MetricState, type Newest, type Trend } from '../../judging/judgeMetric';
import { type Excursion, type Worst } from '../../judging/excursions';
import { HOUR, MINUTE } from '../../ground/settings';
import { type Snapshot } from '../../facts/snapshot';
import { down, type Span } from '../../ground/spans';

/** An alert in its current state, with its history. Times are epoch milliseconds. */
export interface AlertStory extends OneAlert {
  span: AlertSpan;
  /** Whether every event was read. */
  isWhole: boolean;
  now: number;
}

/** A metric of the alert, and what its data shows at the end of the alert, or now. */
export interface MetricStory {
  metric: MetricHistory;
  /** Null if its data was not read, or is still loading. */
  snapshot: Snapshot | null;
  /** What could not be read of it. */
  missing: Snapshot['missing'];
  /** The small graph begins then. Earlier points only determine the state. */
  from: number;
  state: MetricState;
  /** Null if no value has a corridor. */
  newest: Newest | null;
  /** The point furthest outside in the alert's span (0 if none was). Null if unknown. */
  worst: Worst | null;
  /** The time outside during which it joined. */
  excursion: Excursion | null;
  trend: Trend | null;
}

export function storyOf(one: OneAlert, now: number): AlertStory {
  return { ...one, span: spanOf(one.alert, now), isWhole: one.timeline?.isWhole === true, now };
}

/**
 * The end of data that is read up to now: the newest full minute, so that the stories on one page send the same requests.
 * A millisecond is added, since a service may exclude the end of a range.
 */
function readableUntil({ now }: AlertStory): number {
  return Math.min(now, down(now, MINUTE) + 1);
}

/** The time of the metric data: the alert's, and one hour before it. Null if the alert has no time. */
export function timeToRead(story: AlertStory): Span | null {
  const { span, metrics, timeline } = story;
  const joined = metrics.flatMap(({ joinedAt }) => joinedAt ?? []);
  const began = Math.min(...joined, span.from ?? Infinity);
  const ended = span.isOpen ? null : (span.to ?? timeline?.rows.at(-1)?.time);
  const end = ended ?? readableUntil(story);
  return Number.isFinite(began) ? { from: began - HOUR, to: Math.max(end, began) } : null;
}
