import { type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { compact, groupBy, partition } from 'lodash';
import { combineLatest, last, map, type Observable, of, startWith, switchMap } from 'rxjs';
import { type CourseMetric, worstFirst } from '../alertbook/course';
import { metricTitle } from '../alertbook/titles';
import { onlyWorst } from '../answer/inputs';
import { info, warn } from '../answer/notices';
import { coarserNotices, leftOutSpan, missingNotices, names, noCorridors } from '../answer/readingNotices';
import { pointsOf } from '../corridors/spacing';
import { judgeMetric } from '../judging/judgeMetric';
import { stayAt } from '../judging/stays';
import { RAW } from '../loading/texts';
import { isIdentifier } from '../service/identifier';
import { type Snapshot } from '../store/snapshot';
import { type Store } from '../store/store';
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

/**
 * Reads the data of the alert's worst metrics: at once without, then with each that arrives, and at last with how those that
 * are back came back. It never fails.
 */
export function readMetrics(story: AlertStory, store: Store, timeZone: string): Observable<Readings> {
  const { metrics, now } = story;
  const range = timeToRead(story);
  const readable = range
    ? metrics.filter(({ nodeId, metricId }) => isIdentifier(nodeId ?? '') && isIdentifier(metricId ?? ''))
    : [];
  const chosen = worstFirst(readable.map((metric) => ({ ...metric, severity: metric.worst, metric })))
    .slice(0, MOST_METRICS)
    .map(({ metric }) => metric);
  const read = (metric: CourseMetric): Observable<MetricStory | null> =>
    store
      .read({
        nodeId: metric.nodeId ?? '',
        metricId: metric.metricId ?? '',
        aggregation: '',
        granularity: 'auto',
        maxDataPoints: FINE_POINTS,
        requests: MOST_REQUESTS_EACH,
        from: range?.from ?? 0,
        to: range?.to ?? 0,
      })
      .pipe(
        last(),
        map((snapshot) => storyOf(metric, snapshot, now)),
        startWith(null)
      );
  const all = chosen.length > 0 ? combineLatest(chosen.map(read)) : of([]);
  return all.pipe(
    map((read) => {
      const known = new Map(read.map((one, i) => [chosen[i], one]));
      const isComplete = read.every((one) => one !== null);
      return {
        rows: metrics.map((metric) => known.get(metric) ?? unread(metric)),
        isComplete,
        notices: [
          ...leftOutNotice(chosen.length, metrics.length),
          ...(isComplete ? noticesOf(compact(read), timeZone) : []),
        ],
      };
    }),
    switchMap((readings) => (readings.isComplete ? withEndings(readings, story, store) : of(readings)))
  );
}

function withEndings(readings: Readings, story: AlertStory, store: Store): Observable<Readings> {
  return readEndings(readings.rows, story, store).pipe(
    map((endings) => ({
      ...readings,
      rows: readings.rows.map((row) => ({ ...row, endedBy: endings?.get(row) ?? null })),
      isComplete: endings !== null,
    }))
  );
}

function storyOf(metric: CourseMetric, snapshot: Snapshot, now: number): MetricStory {
  const { columns, step } = pointsOf(snapshot);
  const { from, to } = snapshot.range;
  const judgment = judgeMetric(columns, { from, to, now, step });
  // The furthest point of a part is not known to be the furthest.
  const isWhole = snapshot.leftOut === null && snapshot.missing.every(({ stale }) => stale);
  return {
    metric,
    snapshot,
    judgment: isWhole ? judgment : { ...judgment, worst: null },
    stay: metric.joinedAt === null ? null : stayAt(judgment.stays, metric.joinedAt),
    endedBy: null,
  };
}

function unread(metric: CourseMetric): MetricStory {
  return { metric, snapshot: null, judgment: null, stay: null, endedBy: null };
}

function leftOutNotice(read: number, total: number): QueryResultMetaNotice[] {
  return read < total ? [info(onlyWorst(read, total))] : [];
}

/** What is not known of the metrics, and why. */
function noticesOf(read: readonly MetricStory[], timeZone: string): QueryResultMetaNotice[] {
  const snapshots = read.flatMap(({ snapshot }) => snapshot ?? []);
  const nameOf = ({ metric }: MetricStory) => metricTitle(metric);
  const reasonOf = ({ snapshot }: MetricStory) => snapshot?.missing[0]?.failure.message ?? '';
  const [empty, others] = partition(read, ({ snapshot }) => snapshot?.points === 0);
  const failed = Object.entries(groupBy(empty, reasonOf)).map(([reason, group]) => {
    const values = { names: names(group.map(nameOf)), reason, ...RAW };
    return reason === ''
      ? info(t('metric.no-pairs', 'No data: {{names}}.', values))
      : warn(t('answer.unread', "Couldn't read {{names}}: {{reason}}", values));
  });
  const bare = others.filter(({ judgment }) => !judgment?.newest).map(nameOf);
  return [
    ...failed,
    ...missingNotices(
      others.flatMap(({ snapshot }) => snapshot?.missing ?? []),
      timeZone
    ),
    ...coarserNotices(others.flatMap((one) => (one.snapshot ? [{ name: nameOf(one), snapshot: one.snapshot }] : []))),
    ...snapshots.flatMap(({ leftOut }) => (leftOut ? [leftOutSpan(leftOut, timeZone)] : [])),
    ...(bare.length > 0 ? [noCorridors(bare)] : []),
  ];
}
