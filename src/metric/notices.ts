import { type DataFrame, type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { upperFirst } from 'lodash';
import { emptyNotice, variableMissing } from '../answer/inputs';
import { info, warn } from '../answer/notices';
import { invalidText } from '../answer/times';
import {
  coarserNotices,
  leftOutSpan,
  missingNotices,
  names,
  noCorridors,
  noSeries,
  noSuchPairs,
  seriesLeftOut,
  spanText,
} from '../answer/readingNotices';
import { type Context, type Request } from '../answer/runner';
import { RAW } from '../loading/texts';
import { MAX_RESULTS } from '../query/query';
import { storedFilters, unusedFilter } from '../tables/filters';
import { overlayFrame } from '../tables/marks';
import { type Span, union } from '../time/spans';
import { type LineAnswer } from './arrived';
import { MOST_ASKED, type PlannedQuery } from './lines';

/** What all queries of a panel have in common. */
export interface Around {
  request: Request;
  context: Context;
}

/** Lines that are shown, those of pairs that do not exist, and names of series that were not requested. */
export interface LinesRead {
  shown: LineAnswer[];
  absent: LineAnswer[];
  unasked: string[];
}

/** The notices of a query. @param outcome null until everything has arrived */
export function noticesOf(query: PlannedQuery, outcome: LinesRead | null, around: Around): QueryResultMetaNotice[] {
  const { context, request } = around;
  const { target, empty, malformed, compare, shift } = query;
  const notices: QueryResultMetaNotice[] = [];
  if (empty.length > 0) {
    notices.push(emptyNotice(empty[0]));
  }
  if (malformed.length > 0) {
    notices.push(noSeries(malformed));
  }
  if (compare !== '' && compare !== 'none' && shift === 0) {
    notices.push(warn(invalidText(t('metric.editor.compare', 'Compare'), compare, '1d, 7d, 4w')));
  }
  // Filters, of a dashboard or clicked in Explore, do not apply to a query that names its series.
  notices.push(...storedFilters(target).map(unusedFilter));
  if (target.queryType === 'metric' && target.granularity !== 'auto' && context.settings.metricVersion === 'v2') {
    notices.push(info(t('metric.v2-granularity', 'Granularity is ignored: the v2 API chooses it.')));
  }
  return outcome ? [...notices, ...outcomeNotices(outcome, query, request.timezone)] : notices;
}

function outcomeNotices(
  { shown, absent, unasked }: LinesRead,
  { passed, leftOut, product }: PlannedQuery,
  timeZone: string
): QueryResultMetaNotice[] {
  const notices = shown.flatMap((answer) => lineNotices(answer, timeZone));
  notices.push(...coarserNotices(shown.flatMap(({ name, snapshot }) => (snapshot ? [{ name, snapshot }] : []))));
  const unlearnedNames = shown.flatMap(({ name, unlearned }) => (unlearned ? [name] : []));
  if (unlearnedNames.length > 0) {
    notices.push(noCorridors(unlearnedNames));
  }
  const goneCount = absent.length + passed.count;
  if (goneCount > 0) {
    notices.push(noSuchPairs([...absent.map(({ name }) => name), ...passed.first], goneCount));
  }
  const beyond = [...unasked, ...leftOut.first];
  const beyondCount = unasked.length + leftOut.count;
  if (beyondCount > 0) {
    const isFull = shown.filter(({ line }) => line.kind === 'metric' || line.kind === 'forecast').length >= MAX_RESULTS;
    notices.push(isFull || !product ? seriesLeftOut(beyond, beyondCount) : notAsked(beyond, beyondCount));
  }
  return notices;
}

function lineNotices(answer: LineAnswer, timeZone: string): QueryResultMetaNotice[] {
  const { line, name, snapshot, thinned, beyond, unreadable, absence, error } = answer;
  if (error) {
    return [];
  }
  const notices: QueryResultMetaNotice[] = [];
  if (snapshot) {
    notices.push(...missingNotices(snapshot.missing, timeZone));
  }
  if (snapshot?.leftOut && line.kind === 'metric') {
    notices.push(leftOutSpan(snapshot.leftOut, timeZone));
  }
  if (thinned) {
    const values = { ...thinned, ...RAW };
    notices.push(info(t('metric.thinned', 'Showing {{rows}} of {{points}} points. Zoom in to see all.', values)));
  }
  if (absence === 'empty') {
    const values = { name, ...RAW };
    notices.push(
      info(t('metric.no-data', 'No data for {{name}}. Baselines usually exist within 7 days of ingestion.', values))
    );
  }
  if (beyond) {
    const values = { span: spanText(beyond, timeZone), ...RAW };
    notices.push(
      info(t('forecast.beyond', 'The forecast is longer than the time range. To see all of it: {{span}}.', values))
    );
  }
  if (unreadable) {
    const reason = t('failure.lack-something', 'unknown format');
    const values = { names: `${t('label.forecast', 'Forecast')} (${name})`, reason, ...RAW };
    notices.push(warn(t('answer.unread', "Couldn't read {{names}}: {{reason}}", values)));
  }
  return notices;
}

function notAsked(beyond: string[], count: number): QueryResultMetaNotice {
  const values = { max: MOST_ASKED, names: names(beyond, count), ...RAW };
  return warn(t('inputs.left-out', 'More than {{max}}, so left out: {{names}}', values));
}

/** Why a query cannot run, for its error. */
export function problemText({ kind, text }: NonNullable<PlannedQuery['problem']>): string {
  return kind === 'variable'
    ? variableMissing(text)
    : invalidText(t('label.granularity', 'Granularity'), text, 'auto, 1m, 15m, 1h');
}

/** Marks in the plot what is still to come (contract: an annotation frame's region, gone with Done). */
export function loadingFrame(refId: string, coming: readonly Span[]): DataFrame {
  return grayFrame(`coming-${refId}`, refId, t('preview.loading', 'Loading…'), union(coming));
}

/** Marks the present in a plot that goes beyond it. */
export function nowFrame(refId: string, now: number): DataFrame {
  return grayFrame('now', refId, upperFirst(t('editor.moment.placeholder', 'now')), [{ from: now, to: now }]);
}

/** @param spans regions; a mark where one has no length */
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
