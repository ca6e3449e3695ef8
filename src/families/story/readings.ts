import { type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { groupBy, partition, sortBy } from 'lodash';
import { type MetricHistory } from '../../facts/history';
import { severityRank } from '../../facts/order';
import { metricTitle } from '../../facts/titles';
import { type Reader } from '../../facts/follow';
import { judged, type JudgedPoints, type JudgedRequest } from '../../judging/judgedPoints';
import { onlyWorst, unreadText, untimedAlerts } from '../../judging/listNotices';
import { info, names, warn } from '../../ground/notices';
import { coarserNotices, missingNotices, noCorridors, noSuchPairs, spanText } from '../../judging/readingNotices';
import { lowerBound, upperBound } from '../../ground/columns';
import { judge } from '../../ground/judge';
import { pointsOf } from '../../ground/spacing';
import { RAW } from '../../ground/texts';
import { excursionAt, furthest, type Worst } from '../../judging/excursions';
import { type Snapshot } from '../../facts/snapshot';
import { MOST_REQUESTS, type Store } from '../../facts/store';
import { type Span } from '../../ground/spans';
import { type AlertStory, timeToRead, type MetricStory } from './alert';

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
    const { data } = reader.attempt(judged(requestFor(metric), range ?? { from: 0, to: 0 }, now, store));
    return data ? metricStory(metric, data, story) : [];
  });
  const isRead = read.length === chosen.length;
  const reason = range ? info(onlyWorst(chosen.length, metrics.length)) : untimedAlerts(1);
  const leftOut = chosen.length < metrics.length ? [reason] : [];
  return {
    rows: metrics.map((metric) => read.find((one) => one.metric === metric) ?? { metric, ...UNREAD }),
    notices: () => [...leftOut, ...(isRead ? noticesOf(read, timeZone) : [])],
  };
}

function requestFor({ nodeId, metricId }: MetricHistory): JudgedRequest {
  return {
    nodeId: nodeId ?? '',
    metricId: metricId ?? '',
    aggregation: '',
    maxDataPoints: FINE_POINTS,
    requests: Math.floor(MOST_REQUESTS / MOST_METRICS),
  };
}

function metricStory(metric: MetricHistory, read: JudgedPoints, { span, now }: AlertStory): MetricStory {
  const { snapshot, missing, judgment, when } = read;
  const { state, newest, excursions, trend } = judgment;
  // The furthest point of a part may not be the furthest of all.
  const isWhole = snapshot.leftOut === null && missing.every(({ stale }) => stale);
  return {
    metric,
    snapshot,
    missing,
    from: when.from,
    state,
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
