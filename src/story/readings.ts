import { type QueryResultMetaNotice } from '@grafana/data';
import { compact, groupBy, maxBy, partition, sortBy } from 'lodash';
import { combineLatest, map, type Observable, of, startWith, switchMap } from 'rxjs';
import { type CourseMetric } from '../alertbook/course';
import { severityRank } from '../alertbook/order';
import { metricTitle } from '../alertbook/titles';
import { onlyWorst } from '../answer/inputs';
import { type JudgedPoints, readJudged } from '../answer/judgedPoints';
import { unreadText } from '../answer/listNotices';
import { info, warn } from '../answer/notices';
import { coarserNotices, leftOutSpan, missingNotices, names, noCorridors, noSuchPairs } from '../answer/readingNotices';
import { concat } from '../corridors/columns';
import { stayAt } from '../judging/stays';
import { type Snapshot } from '../store/snapshot';
import { type Store } from '../store/store';
import { type Span } from '../time/spans';
import { type AlertStory, timeToRead, type MetricStory, type Silence } from './alert';
import { readEndings } from './endings';

/** Metrics whose data is read. */
const MOST_METRICS = 12;
/** A metric takes this many requests at most: two weeks at 1m, longer alerts are read coarser. */
const MOST_REQUESTS_EACH = 7;
const FINE_POINTS = 14 * 24 * 60;

export interface Readings {
  /** In the order of joining. */
  rows: MetricStory[];
  isComplete: boolean;
  /** The requests that show how metrics came back. */
  calls: string[];
  notices: QueryResultMetaNotice[];
}

/** What is shown of a metric whose data was not read. */
const UNREAD = {
  snapshot: null,
  recent: null,
  points: null,
  from: 0,
  state: 'unknown',
  newest: null,
  worst: null,
  stays: null,
  last: null,
  stay: null,
  trend: null,
  silence: null,
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
        calls: [],
        notices: [...leftOut, ...(isComplete ? noticesOf(known, timeZone) : [])],
      };
    }),
    switchMap((readings) => (readings.isComplete ? withEndings(readings, store) : of(readings)))
  );
}

function withEndings(readings: Readings, store: Store): Observable<Readings> {
  return readEndings(readings.rows, store).pipe(
    map((endings) => ({
      ...readings,
      calls: [...endings.values()].flatMap(({ calls }) => calls),
      rows: readings.rows.map((row) => ({ ...row, endedBy: endings.get(row)?.endedBy ?? null })),
    })),
    startWith({ ...readings, isComplete: false })
  );
}

function readMetric(metric: CourseMetric, range: Span | null, store: Store, now: number): Observable<MetricStory> {
  const request = {
    nodeId: metric.nodeId ?? '',
    metricId: metric.metricId ?? '',
    aggregation: '',
    maxDataPoints: FINE_POINTS,
    requests: MOST_REQUESTS_EACH,
  };
  return readJudged(request, range ?? { from: 0, to: 0 }, now, store).pipe(map((points) => storyOf(metric, points)));
}

function storyOf(metric: CourseMetric, { snapshot, recent, points, judgment, when }: JudgedPoints): MetricStory {
  const { state, newest, worst, stays, trend } = judgment;
  // The furthest point of a part is not known to be the furthest.
  const isWhole = snapshot.leftOut === null && missingOf(snapshot, recent).every(({ stale }) => stale);
  const last = stays.at(-1) ?? null;
  return {
    metric,
    snapshot,
    recent,
    points,
    from: when.from,
    state,
    newest,
    worst: isWhole ? (last ? last.worst : worst) : null,
    stays: isWhole && newest ? stays : null,
    last,
    stay: metric.joinedAt === null ? null : stayAt(stays, metric.joinedAt, when.step),
    trend,
    silence: metric.type === 'missing_data' ? lastValueOf(snapshot, recent) : null,
    endedBy: null,
  };
}

/** The newest value, with or without a corridor. */
function lastValueOf(...snapshots: Array<Snapshot | null>): Silence | null {
  const values = compact(snapshots).flatMap(({ columns }) => {
    const { time, smoothened } = concat(columns);
    const row = smoothened.findLastIndex((value) => !Number.isNaN(value));
    return row < 0 ? [] : [{ at: time[row], value: smoothened[row] }];
  });
  return maxBy(values, 'at') ?? null;
}

function missingOf(snapshot: Snapshot, recent: Snapshot | null): Snapshot['missing'] {
  return [...snapshot.missing, ...(recent?.missing ?? [])];
}

/** What is not known of the metrics, and why. */
function noticesOf(read: readonly MetricStory[], timeZone: string): QueryResultMetaNotice[] {
  const readings = read.flatMap(({ metric, snapshot, recent, newest }) =>
    snapshot ? [{ name: metricTitle(metric), snapshot, recent, newest }] : []
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
      others.flatMap(({ snapshot, recent }) => missingOf(snapshot, recent)),
      timeZone
    ),
    ...coarserNotices(others),
    ...readings.flatMap(({ snapshot: { leftOut } }) => (leftOut ? [leftOutSpan(leftOut, timeZone)] : [])),
    ...(bare.length > 0 ? [noCorridors(bare)] : []),
  ];
}
