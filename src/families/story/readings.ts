import { type QueryResultMetaNotice } from '@grafana/data';
import { partition, sortBy } from 'lodash';
import { singleAlert } from '../../facts/alerts';
import { Courses } from '../../facts/courses';
import { type ReadContext } from '../../facts/facts';
import { type Reader } from '../../facts/reader';
import { type MetricHistory, type AlertSpan, spanOf } from '../../facts/history';
import { severityRank } from '../../facts/order';
import { type Snapshot } from '../../facts/snapshot';
import { MOST_REQUESTS, type Store } from '../../facts/store';
import { eventsOf, type Timeline } from '../../facts/timeline';
import { metricTitle } from '../../facts/titles';
import { type Alert } from '../../service/alerts';
import { currentAlert } from '../../judging/alertEvents';
import { lowerBound, upperBound } from '../../ground/columns';
import { judge } from '../../ground/judge';
import { info } from '../../ground/notices';
import { isGone } from '../../ground/failure';
import { pointsOf } from '../../ground/spacing';
import { down, type Span, HOUR, MINUTE } from '../../ground/spans';
import { type Excursion, excursionAt, furthest, type Worst } from '../../judging/excursions';
import { type FinestRequest } from '../../facts/metricData';
import {
  type MetricState,
  type Newest,
  type Silence,
  type Trend,
  judgedMetric,
  type JudgedPoints,
} from '../../judging/judgeMetric';
import { onlyWorst, untimedAlerts } from '../../judging/listNotices';
import { leftOutSpan, noSuchPairs, readingNotices, unreadNotices } from '../../judging/readingNotices';

/** An alert in its current state, with its history. Times are epoch milliseconds. */
export interface AlertStory {
  alert: Alert;
  title: string;
  span: AlertSpan;
  /** Its metrics in its events, in the order in which they joined. */
  metrics: readonly MetricHistory[];
  /** Null if the service has no events of it. */
  timeline: Timeline | null;
  /** What its first events show. */
  courses: Courses;
  /** Why the single alert could not be read. */
  failures: unknown[];
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
  /** Null if it has data, or that is not known. */
  silence: Silence | null;
  /** Null if no value has a corridor. */
  newest: Newest | null;
  /** The point furthest outside in the alert's span (0 if none was). Null if unknown. */
  worst: Worst | null;
  /** The time outside during which it joined. */
  excursion: Excursion | null;
  trend: Trend | null;
}

/**
 * An alert and its events. Null while they are read, undefined if the service has neither. An ended alert can no longer be
 * read, but its events show it. @throws the failure if the events can't be read
 */
export function readStory(
  reader: Reader,
  context: ReadContext,
  id: string,
  now: number
): AlertStory | null | undefined {
  const events = reader.read(eventsOf(context, id));
  const single = reader.read(singleAlert(context, id));
  if (events.isFetching || single.isFetching) {
    return null;
  }
  if (events.error !== undefined && !isGone(events.error)) {
    throw events.error;
  }
  const timeline = events.data ?? null;
  const { alert, failures } = currentAlert(id, single, timeline?.rows ?? []);
  const courses = new Courses(context, new Map(timeline && [[id, { data: timeline }]]));
  return alert
    ? {
        alert,
        title: courses.titleOf(alert),
        span: spanOf(alert, now),
        metrics: courses.of(id)?.metrics ?? [],
        timeline,
        courses,
        failures,
        isWhole: timeline?.isWhole === true,
        now,
      }
    : undefined;
}

/**
 * The end of data that is read up to now: the newest full minute, so that the stories on one page send the same requests.
 * A millisecond is added, since a service may exclude the end of a range.
 */
function readableUntil({ now }: AlertStory): number {
  return Math.min(now, down(now, MINUTE) + 1);
}

/** The time of the metric data: the alert's, and one hour before it. Null if the alert has no time. */
function timeToRead(story: AlertStory): Span | null {
  const { span, metrics, timeline } = story;
  const joined = metrics.flatMap(({ joinedAt }) => joinedAt ?? []);
  const began = Math.min(...joined, span.from ?? Infinity);
  const ended = span.isOpen ? null : (span.to ?? timeline?.rows.at(-1)?.time);
  const end = ended ?? readableUntil(story);
  return Number.isFinite(began) ? { from: began - HOUR, to: Math.max(end, began) } : null;
}

/** The maximum of metrics whose data is read. */
const MOST_METRICS = 12;
/** Longer alerts are read coarser than at 1m. */
const FINE_POINTS = 14 * 24 * 60;

interface MetricReadings {
  /** In the order of joining. */
  rows: MetricStory[];
  /** Notices about unknown values. */
  notices: () => QueryResultMetaNotice[];
}

/** For a metric whose data was not read. */
const UNREAD = {
  snapshot: null,
  missing: [],
  from: 0,
  state: 'unknown',
  silence: null,
  newest: null,
  worst: null,
  excursion: null,
  trend: null,
} as const;

/** What the data of the alert's worst metrics shows. */
export function readMetrics(story: AlertStory, reader: Reader, store: Store, timeZone: string): MetricReadings {
  const { metrics, now } = story;
  const range = timeToRead(story);
  const readable = metrics.filter(({ nodeId, metricId }) => range && nodeId && metricId);
  const chosen = sortBy(readable, ({ worst }) => severityRank(worst)).slice(0, MOST_METRICS);
  const read = chosen.flatMap((metric) => {
    const { data } = reader.read(judgedMetric(requestFor(metric), range ?? { from: 0, to: 0 }, now, store));
    return data ? metricStory(metric, data, story) : [];
  });
  const isRead = read.length === chosen.length;
  const reason = range ? [info(onlyWorst(chosen.length, metrics.length))] : untimedAlerts(1);
  const leftOut = chosen.length < metrics.length ? reason : [];
  return {
    rows: metrics.map((metric) => read.find((one) => one.metric === metric) ?? { metric, ...UNREAD }),
    notices: () => [...leftOut, ...(isRead ? noticesOf(read, timeZone) : [])],
  };
}

function requestFor({ nodeId, metricId }: MetricHistory): FinestRequest {
  return {
    nodeId: nodeId ?? '',
    metricId: metricId ?? '',
    aggregation: '',
    maxDataPoints: FINE_POINTS,
    requests: Math.floor(MOST_REQUESTS / MOST_METRICS),
  };
}

function metricStory(metric: MetricHistory, read: JudgedPoints, { span, now }: AlertStory): MetricStory {
  const { snapshot, missing, silence, judgment, when } = read;
  const { state, newest, excursions, trend } = judgment;
  // The furthest point of a part may not be the furthest of all.
  const isWhole = snapshot.leftOut === null && missing.every(({ stale }) => stale);
  return {
    metric,
    snapshot,
    missing,
    from: when.from,
    state,
    silence,
    newest,
    worst: isWhole ? worstOf(snapshot, { from: span.from ?? when.from, to: span.to ?? now }) : null,
    excursion: metric.joinedAt === null ? null : excursionAt(excursions, metric.joinedAt, when.step),
    trend,
  };
}

function worstOf(snapshot: Snapshot, { from, to }: Span): Worst | null {
  const { time, deviation } = judge(pointsOf(snapshot).columns);
  const [start, end] = [lowerBound(time, from), upperBound(time, to)];
  return deviation
    .subarray(start, end)
    .reduce<Worst | null>((worst, widths, i) => furthest(worst, widths, time[start + i]), null);
}

/** Notices about unknown values of the metrics. */
function noticesOf(read: readonly MetricStory[], timeZone: string): QueryResultMetaNotice[] {
  const readings = read.flatMap(({ metric, snapshot, missing, newest }) =>
    snapshot ? [{ name: metricTitle(metric), snapshot, missing, isBare: newest === null }] : []
  );
  const [empty, others] = partition(readings, ({ snapshot }) => snapshot.points === 0);
  const [absent, failed] = partition(empty, ({ snapshot }) => snapshot.missing.length === 0);
  return [
    ...unreadNotices(failed.map(({ name, snapshot }) => ({ name, reason: snapshot.missing[0].failure }))),
    ...(absent.length > 0 ? [noSuchPairs(absent.map(({ name }) => name))] : []),
    ...readingNotices(others, timeZone),
    ...readings.flatMap(({ snapshot: { leftOut } }) => (leftOut ? [leftOutSpan(leftOut, timeZone)] : [])),
  ];
}
