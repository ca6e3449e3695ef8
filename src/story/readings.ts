import { type QueryResultMetaNotice } from '@grafana/data';
import { compact, groupBy, partition, sortBy } from 'lodash';
import { combineLatest, last, map, type Observable, of, startWith, switchMap } from 'rxjs';
import { type CourseMetric } from '../alertbook/course';
import { severityRank } from '../alertbook/order';
import { metricTitle } from '../alertbook/titles';
import { onlyWorst } from '../answer/inputs';
import { unreadText } from '../answer/listNotices';
import { info, warn } from '../answer/notices';
import { coarserNotices, leftOutSpan, missingNotices, names, noCorridors, noSuchPairs } from '../answer/readingNotices';
import { pointsOf } from '../corridors/spacing';
import { judgeMetric } from '../judging/judgeMetric';
import { stayAt } from '../judging/stays';
import { type Snapshot } from '../store/snapshot';
import { type Store } from '../store/store';
import { type Span } from '../time/spans';
import { type AlertStory, timeToRead, type MetricStory } from './alert';
import { readEndings } from './endings';

/** Metrics whose data is read (SY1). */
const MOST_METRICS = 12;
/** A metric takes this many requests at most: two weeks at 1m, longer alerts are read coarser. */
const MOST_REQUESTS_EACH = 7;
const FINE_POINTS = 14 * 24 * 60;

export interface Readings {
  /** In the order of joining. */
  rows: MetricStory[];
  isComplete: boolean;
  notices: QueryResultMetaNotice[];
}

/** What is shown of a metric whose data was not read. */
const UNREAD = {
  snapshot: null,
  state: 'unknown',
  newest: null,
  worst: null,
  stays: null,
  last: null,
  stay: null,
  trend: null,
  endedBy: null,
} as const;

/**
 * Reads the data of the alert's worst metrics: at once without, then with each that arrives, and at last with how those that
 * are back came back. It never fails.
 */
export function readMetrics(story: AlertStory, store: Store, timeZone: string): Observable<Readings> {
  const { metrics } = story;
  const range = timeToRead(story);
  const readable = metrics.filter(({ nodeId, metricId }) => range && nodeId && metricId);
  const chosen = sortBy(readable, ({ worst }) => severityRank(worst)).slice(0, MOST_METRICS);
  const reads = chosen.map((metric) => readMetric(metric, range, store, story.now).pipe(startWith(null)));
  const all = reads.length > 0 ? combineLatest(reads) : of([]);
  return all.pipe(
    map((read): Readings => {
      const known = compact(read);
      const isComplete = known.length === chosen.length;
      const leftOut = chosen.length < metrics.length ? [info(onlyWorst(chosen.length, metrics.length))] : [];
      return {
        rows: metrics.map((metric) => known.find((one) => one.metric === metric) ?? { metric, ...UNREAD }),
        isComplete,
        notices: [...leftOut, ...(isComplete ? noticesOf(known, timeZone) : [])],
      };
    }),
    switchMap((readings) => (readings.isComplete ? withEndings(readings, story, store) : of(readings)))
  );
}

function withEndings(readings: Readings, story: AlertStory, store: Store): Observable<Readings> {
  return readEndings(readings.rows, story, store).pipe(
    map((endings) => ({
      ...readings,
      rows: readings.rows.map((row) => ({ ...row, endedBy: endings.get(row) ?? null })),
    })),
    startWith({ ...readings, isComplete: false })
  );
}

function readMetric(metric: CourseMetric, range: Span | null, store: Store, now: number): Observable<MetricStory> {
  const request = {
    nodeId: metric.nodeId ?? '',
    metricId: metric.metricId ?? '',
    aggregation: '',
    granularity: 'auto' as const,
    maxDataPoints: FINE_POINTS,
    requests: MOST_REQUESTS_EACH,
    from: range?.from ?? 0,
    to: range?.to ?? 0,
  };
  return store.read(request).pipe(
    last(),
    map((snapshot) => storyOf(metric, snapshot, now))
  );
}

function storyOf(metric: CourseMetric, snapshot: Snapshot, now: number): MetricStory {
  const { from, to } = snapshot.range;
  const { columns, step } = pointsOf(snapshot);
  const { state, newest, worst, stays, trend } = judgeMetric(columns, { from, to, now, step });
  // The furthest point of a part is not known to be the furthest.
  const isWhole = snapshot.leftOut === null && snapshot.missing.every(({ stale }) => stale);
  const last = stays.at(-1) ?? null;
  return {
    metric,
    snapshot,
    state,
    newest,
    worst: isWhole ? (last ? last.worst : worst) : null,
    stays: isWhole && newest ? stays : null,
    last,
    stay: metric.joinedAt === null ? null : stayAt(stays, metric.joinedAt, step),
    trend,
    endedBy: null,
  };
}

/** What is not known of the metrics, and why. */
function noticesOf(read: readonly MetricStory[], timeZone: string): QueryResultMetaNotice[] {
  const readings = read.flatMap(({ metric, snapshot, newest }) =>
    snapshot ? [{ name: metricTitle(metric), snapshot, newest }] : []
  );
  const [empty, others] = partition(readings, ({ snapshot }) => snapshot.points === 0);
  const reasonOf = ({ snapshot }: (typeof readings)[number]) => snapshot.missing[0]?.failure.message ?? '';
  const failed = Object.entries(groupBy(empty, reasonOf)).map(([reason, group]) => {
    const all = group.map(({ name }) => name);
    return reason === '' ? noSuchPairs(all, all.length) : warn(unreadText(names(all), reason));
  });
  const bare = others.filter(({ newest }) => newest === null).map(({ name }) => name);
  return [
    ...failed,
    ...missingNotices(
      others.flatMap(({ snapshot }) => snapshot.missing),
      timeZone
    ),
    ...coarserNotices(others),
    ...readings.flatMap(({ snapshot: { leftOut } }) => (leftOut ? [leftOutSpan(leftOut, timeZone)] : [])),
    ...(bare.length > 0 ? [noCorridors(bare)] : []),
  ];
}
