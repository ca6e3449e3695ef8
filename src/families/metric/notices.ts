import { type DataFrame, type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { upperFirst } from 'lodash';
import { emptyNotice } from '../../ground/inputs';
import { info, seriesLeftOut } from '../../ground/notices';
import { coarserNotices, noCorridors, noSeries, noSuchPairs } from '../../judging/readingNotices';
import { type Context } from '../../table/runner';
import { RAW } from '../../ground/texts';
import { overlayFrame } from '../../table/marks';
import { type Span, union } from '../../ground/spans';
import { type LineAnswer } from './answer';
import { type PlannedQuery } from './lines';
import { METRIC } from './models';

/** Displayed lines, and those of pairs that do not exist. */
interface LinesRead {
  shown: LineAnswer[];
  absent: LineAnswer[];
}

/** The notices of a query. @param outcome null until everything has arrived */
export function noticesOf(query: PlannedQuery, outcome: LinesRead | null, context: Context): QueryResultMetaNotice[] {
  const { target, empty, malformed } = query;
  const notices: QueryResultMetaNotice[] = [];
  if (empty.length > 0) {
    notices.push(emptyNotice(METRIC.fields[empty[0]]));
  }
  if (malformed.length > 0) {
    notices.push(noSeries(malformed));
  }
  if (target.queryType === 'metric' && target.granularity !== 'auto' && context.settings.metricVersion === 'v2') {
    notices.push(info(t('metric.v2-granularity', 'Granularity is ignored: the v2 API chooses it.')));
  }
  return outcome ? [...notices, ...outcomeNotices(outcome, query)] : notices;
}

function outcomeNotices({ shown, absent }: LinesRead, { leftOut }: PlannedQuery): QueryResultMetaNotice[] {
  const notices = shown.flatMap(({ error, notices, absence, name }) =>
    error ? [] : absence === 'empty' ? [...notices, noData(name)] : notices
  );
  notices.push(...coarserNotices(shown.flatMap(({ name, snapshot }) => (snapshot ? [{ name, snapshot }] : []))));
  const unlearnedNames = shown.flatMap(({ name, unlearned }) => (unlearned ? [name] : []));
  if (unlearnedNames.length > 0) {
    notices.push(noCorridors(unlearnedNames));
  }
  if (absent.length > 0) {
    notices.push(noSuchPairs(absent.map(({ name }) => name)));
  }
  if (leftOut.count > 0) {
    notices.push(seriesLeftOut(leftOut.first, leftOut.count));
  }
  return notices;
}

function noData(name: string): QueryResultMetaNotice {
  const values = { name, ...RAW };
  return info(t('metric.no-data', 'No data for {{name}}. Baselines usually exist within 7 days of ingestion.', values));
}

/** Marks the part of the graph that is still loading. */
export function loadingFrame(refId: string, pending: readonly Span[]): DataFrame {
  return grayFrame(`coming-${refId}`, refId, t('preview.loading', 'Loading…'), union(pending));
}

/** Marks the current time in a graph that ends later. */
export function nowFrame(refId: string, now: number): DataFrame {
  return grayFrame('now', refId, upperFirst(t('editor.moment.placeholder', 'now')), [{ from: now, to: now }]);
}

/** @param spans regions; a region without length becomes a mark */
function grayFrame(id: string, refId: string, title: string, spans: readonly Span[]): DataFrame {
  const marks = spans.map(({ from, to }) => ({
    id: `${id}-${from}`,
    time: from,
    timeEnd: from === to ? null : to,
    title,
    text: '',
    tags: [],
    color: 'rgba(128, 128, 128, 0.5)',
  }));
  return { ...overlayFrame(marks), refId, name: title };
}
