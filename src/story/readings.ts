import { type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { compact, groupBy, maxBy, partition, sortBy } from 'lodash';
import { type MetricHistory } from '../alertbook/history';
import { severityRank } from '../alertbook/order';
import { metricTitle } from '../alertbook/titles';
import { type Reader } from '../known/follow';
import { judged, type JudgedPoints, type JudgedRequest } from '../entries/judgedPoints';
import { onlyWorst, unreadText, untimedAlerts } from '../notices/listNotices';
import { info, warn } from '../notices/notices';
import { coarserNotices, missingNotices, names, noCorridors, noSuchPairs, spanText } from '../notices/readingNotices';
import { concat } from '../corridors/columns';
import { RAW } from '../loading/texts';
import { isOld } from '../judging/judgeMetric';
import { excursionAt } from '../judging/excursions';
import { type Snapshot } from '../store/snapshot';
import { MOST_REQUESTS, type Store } from '../store/store';
import { type Span } from '../time/spans';
import { type AlertStory, timeToRead, type MetricStory, type MissingData } from './alert';
import { readEnding } from './endings';

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
  points: null,
  from: 0,
  state: 'unknown',
  newest: null,
  worst: null,
  excursions: null,
  last: null,
  excursion: null,
  trend: null,
  silence: null,
  endedBy: null,
} as const;

/** What the data of the alert's worst metrics shows, and finally how those that are back came back. */
export function readMetrics(story: AlertStory, reader: Reader, store: Store, timeZone: string): MetricReadings {
  const { metrics, now } = story;
  const range = timeToRead(story);
  const readable = metrics.filter(({ nodeId, metricId }) => range && nodeId && metricId);
  const chosen = sortBy(readable, ({ worst }) => severityRank(worst)).slice(0, MOST_METRICS);
  const read = chosen.flatMap((metric) => {
    const { data } = reader.attempt(judged(requestFor(metric), range ?? { from: 0, to: 0 }, now, store));
    return data ? metricStory(metric, data) : [];
  });
  const isRead = read.length === chosen.length;
  const known = isRead ? read.map((row) => ({ ...row, endedBy: readEnding(row, reader, store) })) : read;
  const reason = range ? info(onlyWorst(chosen.length, metrics.length)) : untimedAlerts(1);
  const leftOut = chosen.length < metrics.length ? [reason] : [];
  return {
    rows: metrics.map((metric) => known.find((one) => one.metric === metric) ?? { metric, ...UNREAD }),
    notices: () => [...leftOut, ...(isRead ? noticesOf(known, timeZone) : [])],
  };
}

function requestFor({ nodeId, metricId }: MetricHistory): JudgedRequest {
  return {
    nodeId: nodeId ?? '',
    metricId: metricId ?? '',
    aggregation: '',
    maxDataPoints: FINE_POINTS,
    // One request is for how it came back.
    requests: Math.floor(MOST_REQUESTS / MOST_METRICS) - 1,
  };
}

function metricStory(metric: MetricHistory, read: JudgedPoints): MetricStory {
  const { snapshot, recent, missing, points, judgment, when } = read;
  const { state, newest, worst, excursions, trend } = judgment;
  // The furthest point of a part may not be the furthest of all.
  const isWhole = snapshot.leftOut === null && missing.every(({ stale }) => stale);
  const last = excursions.at(-1) ?? null;
  const silence = metric.type === 'missing_data' ? lastValueOf(snapshot, recent) : null;
  return {
    metric,
    snapshot,
    missing,
    points,
    from: when.from,
    state,
    newest,
    worst: isWhole ? (last ? last.worst : worst) : null,
    // Without data since the range began, their absence is not proven.
    excursions: isWhole && newest && newest.at >= when.from ? excursions : null,
    last,
    excursion: metric.joinedAt === null ? null : excursionAt(excursions, metric.joinedAt, when.step),
    trend,
    // Data that has returned is not missing.
    silence: silence && isOld(silence.at, when) ? silence : null,
    endedBy: null,
  };
}

/** The newest value, with or without a corridor. */
function lastValueOf(...snapshots: Array<Snapshot | null>): MissingData | null {
  const values = compact(snapshots).flatMap(({ columns }) => {
    const { time, smoothened } = concat(columns);
    const row = smoothened.findLastIndex((value) => !Number.isNaN(value));
    return row < 0 ? [] : [{ at: time[row], value: smoothened[row] }];
  });
  return maxBy(values, 'at') ?? null;
}

/** Notices about unknown values of the metrics. */
function noticesOf(read: readonly MetricStory[], timeZone: string): QueryResultMetaNotice[] {
  const readings = read.flatMap(({ metric, snapshot, missing, newest }) =>
    snapshot ? [{ name: metricTitle(metric), snapshot, missing, newest }] : []
  );
  const [empty, others] = partition(readings, ({ snapshot }) => snapshot.points === 0);
  const reasonOf = ({ snapshot }: (typeof readings)[number]) => snapshot.missing[0]?.failure.message ?? '';
  const failed = Object.entries(groupBy(empty, reasonOf)).map(([reason, group]) => {
    const all = group.map(({ name }) => name);
    return reason === '' ? noSuchPairs(all) : warn(unreadText(names(all), reason));
  });
  const bare = others.filter(({ newest }) => newest === null).map(({ name }) => name);
  return [
    ...failed,
    ...missingNotices(
      others.flatMap(({ missing }) => missing),
      timeZone
    ),
    ...coarserNotices(others),
    ...readings.flatMap(({ snapshot: { leftOut } }) => (leftOut ? [tooLong(leftOut, timeZone)] : [])),
    ...(bare.length > 0 ? [noCorridors(bare)] : []),
  ];
}

/** A metric's link shows it over the whole time of the alert. */
function tooLong(span: Span, timeZone: string): QueryResultMetaNotice {
  const values = { span: spanText(span, timeZone), ...RAW };
  return warn(
    t('story.too-long', 'Not loaded: {{span}}. The alert is too long; open a metric to see this time.', values)
  );
}
