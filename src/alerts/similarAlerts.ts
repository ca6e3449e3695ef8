import { type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { minBy, uniqBy } from 'lodash';
import { nullMapping } from '../answer/nullMapping';
import { type AlertBook } from '../alertbook/alertBook';
import { alertsAt } from '../judging/active';
import { IMPACTS, severityRank } from '../alertbook/order';
import { byLikeness, type SimilarAlert } from '../judging/similarity';
import { metricTitle, metricTitles } from '../alertbook/titles';
import { alertList } from '../entries/alertEntries';
import { oneAlert } from '../entries/oneAlert';
import { sortFailures } from '../entries/alertReads';
import { eachKnown } from '../known/eachKnown';
import { type Reader } from '../known/follow';
import { type Similar, similarTo } from '../entries/similarEntries';
import { type Inputs } from '../inputs/inputs';
import { knownNotices, onlyWorst, pagingNotices, unknownAlert } from '../notices/listNotices';
import { info, warn } from '../notices/notices';
import { RAW } from '../loading/texts';
import { seriesKey } from '../query/series';
import { type Alert, type AlertMetric } from '../service/alerts';
import { messageOf } from '../service/failure';
import { type RowFilter, storedFilters } from '../filters/filters';
import { fieldFilters } from '../filters/searches';
import { coloredColumn, type Column, countColumn, textColumn } from '../tables/frame';
import { type Span } from '../time/spans';
import { type AlertSearchQuery } from './models';

/** The maximum of metrics in the order column. */
const MOST_ORDERED = 3;

/** The result of a search, in display order. */
export interface AlertsFound {
  alerts: Alert[];
  /** For similar alerts: the alerts to compare with, if they are shown first. */
  own: Alert[];
  /** For similar alerts: the shared metrics by alert ID. */
  shared: ReadonlyMap<string, readonly AlertMetric[]> | null;
  notices: QueryResultMetaNotice[];
  failures: unknown[];
  /** Whether these are all alerts. */
  isWhole: boolean;
}

interface LikeOptions {
  inputs: Inputs;
  range: Span;
  minScore: number;
  /** If the range is in the past, alerts are shown in their state then. */
  moment: number | undefined;
}

/** The earlier alerts that share metrics with those of `like`, the most shared first. Null while more can arrive. */
export function similarFound(
  reader: Reader,
  book: AlertBook,
  query: AlertSearchQuery,
  { inputs, range, minScore, moment }: LikeOptions
): AlertsFound | null {
  const ids = inputs.identifiers(query.like).values;
  const similar = eachKnown(reader, ids, (id) => similarTo(book, id, { range, asOf: moment }));
  const like = eachKnown(reader, query.includeLike ? ids : [], (id) => oneAlert(book, id));
  const end = moment === undefined ? null : reader.attempt(alertList(book, moment));
  if (!similar || !like || end?.isFetching) {
    return null;
  }
  const impacts = inputs.words(query.impact, 'impact', IMPACTS);
  const passes = ({ impact, score }: Alert) =>
    (score ?? -Infinity) >= minScore && (impacts.length === 0 || impacts.includes(impact ?? ''));
  const then = (alert: Alert) => (moment === undefined ? [alert] : alertsAt([alert], moment, end?.data ?? null));
  const failed = sortFailures([...like.failed, ...similar.failed], (id) => unknownAlert(id, book.now(), book.timeZone));
  const results = similar.read.map(({ result }) => result);
  const own = like.read.flatMap(({ result }) => then(result.alert));
  const others = joined(results)
    .filter(({ alert }) => !own.some(({ id }) => id === alert.id))
    .flatMap(({ alert, shared }) => then(alert).map((row) => ({ alert: row, shared })))
    .filter(({ alert }) => passes(alert));
  const earlier = byLikeness(others);
  return {
    alerts: earlier.map(({ alert }) => alert),
    own,
    shared: new Map(earlier.map(({ alert, shared }) => [alert.id, shared])),
    notices: [
      ...failed.notices,
      ...similar.read.flatMap(({ value, result }) => similarNotices(value, result)),
      ...knownNotices(end),
      ...like.read.flatMap(({ result }) => pagingNotices(result.timeline)),
    ],
    // For an unreadable alert, both fail for the same reason.
    failures: uniqBy(
      [
        ...failed.failures,
        ...like.read.flatMap(({ result }) => result.failures),
        ...results.flatMap(({ failures }) => failures),
      ],
      messageOf
    ),
    isWhole: similar.isWhole,
  };
}

function joined(results: readonly Similar[]): SimilarAlert[] {
  const byId = new Map<string, SimilarAlert>();
  for (const one of results.flatMap(({ earlier }) => earlier)) {
    const shared = [...(byId.get(one.alert.id)?.shared ?? []), ...one.shared];
    byId.set(one.alert.id, { ...one, shared: uniqBy(shared, seriesKey) });
  }
  return [...byId.values()];
}

/** What is missing in an alert's similar alerts. */
function similarNotices(id: string, { searched, metrics, incomplete }: Similar): QueryResultMetaNotice[] {
  const notices: QueryResultMetaNotice[] = [];
  if (metrics === 0) {
    const values = { id, ...RAW };
    notices.push(
      warn(t('alerts.similar-no-metrics', 'Nothing searched: the metrics of alert {{id}} are unknown.', values))
    );
  }
  if (searched.length < metrics) {
    notices.push(info(onlyWorst(searched.length, metrics)));
  }
  return [...notices, ...uniqBy(incomplete.flatMap(pagingNotices), 'text')];
}

/** The filters of a query for similar alerts, including its text, node, and metric, because its searches have none. */
export function likeFilters(query: AlertSearchQuery, inputs: Inputs): RowFilter[] {
  const own = fieldFilters({ nodeId: inputs.all(query.nodeId), metricId: inputs.all(query.metricId) });
  const q = inputs.one(query.q, 'q');
  const text = q === '' ? [] : [{ key: 'text', operator: '=', value: q }];
  return [...text, ...own, ...storedFilters(query)];
}

/**
 * Columns after the alert's own: the number of shared metrics, their names, their order of joining, and the worst severity
 * of all metrics of an earlier alert.
 */
export function sharedColumns(
  shared: ReadonlyMap<string, readonly AlertMetric[]>,
  book: AlertBook
): Array<Column<{ alert: Alert }>> {
  const orderOf = ({ id }: Alert) => {
    const metrics = book.wholeHistoryOf(id)?.metrics ?? [];
    const first = metrics.slice(0, MOST_ORDERED).map(metricTitle).join(' → ');
    return first === '' ? null : `${first}${metrics.length > MOST_ORDERED ? ' → …' : ''}`;
  };
  const metrics = uniqBy([...shared.values()].flat(), seriesKey);
  const titles = new Map(metricTitles(metrics).map((title, i) => [seriesKey(metrics[i]), title]));
  const sharedText = (own?: readonly AlertMetric[]) => own?.map((one) => titles.get(seriesKey(one))).join(', ') ?? null;
  const peakOf = ({ id }: Alert) =>
    minBy(book.wholeHistoryOf(id)?.metrics, ({ worst }) => severityRank(worst))?.worst ?? null;
  return [
    countColumn('shared', ({ alert }) => shared.get(alert.id)?.length ?? null, {
      heading: t('column.shared', 'In common'),
      width: 90,
      description: t('alerts.shared', 'Number of metrics in common, of at most 8'),
      // An alert shares its metrics with itself, so it has no number.
      config: { mappings: [nullMapping({ text: t('alerts.this-alert', 'this alert') })] },
    }),
    textColumn('sharedMetrics', ({ alert }) => sharedText(shared.get(alert.id)), {
      heading: t('column.shared-metrics', 'Metrics in common'),
      width: 300,
      wrap: true,
    }),
    textColumn('order', ({ alert }) => orderOf(alert), { hidden: true }),
    coloredColumn('peak', ({ alert }) => peakOf(alert), { width: 90, hidden: true }),
  ];
}
