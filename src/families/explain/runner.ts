import { type DataFrame, type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { partition, uniqBy } from 'lodash';
import { expand, type WantedSeries } from '../../ground/expand';
import { Inputs } from '../../ground/inputs';
import { info, seriesLeftOut } from '../../ground/notices';
import { leftOutSpan, noSuchPairs, readingNotices, spanText } from '../../judging/readingNotices';
import { RAW, durationText, shortTime } from '../../ground/texts';
import { runKnown, type Shown } from '../../present/reader';
import { type Scope } from '../../table/links';
import { isUnanswered } from '../../facts/snapshot';
import { MOST_REQUESTS } from '../../facts/store';
import { FINEST } from '../../facts/metricData';
import { down, isPast, type Span, HOUR, MINUTE } from '../../ground/spans';
import { EXPLAIN, type ExplainQuery } from './models';
import {
  type Judgment,
  type Newest,
  presentExcursion,
  type When,
  judgedMetric,
  type JudgedPoints,
  recentRequests,
} from '../../judging/judgeMetric';
import { type Look, metricColumns, scoreColumn, tableFrame, textColumn, timeColumn } from '../../table/frame';
import { isCoarse, resolutionColumn, stateColumn, trendColumn } from '../../table/columns';
import { textMapping } from '../../table/words';
import { type Reader } from '../../facts/reader';
import { distinctNumbers, inSentence, significant, unitIn } from '../../table/texts';

/** A metric, and what its points show. */
interface MetricReading extends JudgedPoints {
  series: WantedSeries;
}

/** The states of metrics, one sentence each. It waits for the whole range, because half of it could be wrong. */
export const runExplain = runKnown((query: ExplainQuery, scope) => {
  const { series, product, notices } = wantedOf(query, scope);
  const shown = (readings: readonly MetricReading[]): Shown => {
    const { rows, notices: absent, ...outcome } = outcomeOf(readings, product);
    const all = [...notices, ...absent, ...noticesOf(rows, scope.timeZone)];
    return { ...outcome, frames: [explainTable(rows, scope)], notices: all };
  };
  return (reader) => {
    const readings = readMetrics(reader, series, product, scope);
    return readings && (() => shown(readings));
  };
});

runExplain.withoutRows = (_query, scope) => explainTable([], scope);

/**
 * The finest points of each metric, whatever the panel's width. If the service fails, a metric has no points.
 *
 * @param mayBeAbsent they are a product of nodes and metrics
 * @returns null until the range of all metrics is read
 */
function readMetrics(
  reader: Reader,
  series: readonly WantedSeries[],
  mayBeAbsent: boolean,
  { range, now, context: { store } }: Scope
): MetricReading[] | null {
  const requests = Math.floor(MOST_REQUESTS / series.length);
  const readings = series.flatMap((one): MetricReading[] => {
    const { nodeId, metricId, aggregation } = one.identity;
    const wanted = { nodeId, metricId, aggregation, requests, mayBeAbsent };
    const { data } = reader.read(judgedMetric(wanted, range, now, store));
    return data ? [{ ...data, series: one }] : [];
  });
  return readings.length === series.length ? readings : null;
}

/** The metrics of a query, and those that are left out. */
function wantedOf(query: ExplainQuery, { request, context, range, now }: Scope) {
  const inputs = new Inputs(request, context, EXPLAIN);
  const found = expand(query, inputs, inputs.wordOf(query.aggregation, 'aggregation'));
  const { series, product, leftOut } = found;
  // The newest twelve hours of each can be read, and read separately if the points of the range are coarse.
  const each = 2 * recentRequests(Math.min(range.to, now), context.store);
  const most = Math.max(1, Math.floor(MOST_REQUESTS / each));
  const beyond = [...series.slice(most).map(({ name }) => name), ...leftOut.first];
  const count = beyond.length - leftOut.first.length + leftOut.count;
  const notices = [...found.notices, ...(count > 0 ? [seriesLeftOut(beyond, count, most)] : [])];
  return { series: series.slice(0, most), product, notices };
}

/** The metrics with a sentence, and why others have none. @param product whether some of them may not exist */
function outcomeOf(readings: readonly MetricReading[], product: boolean) {
  // If no pair exists, each refusal is an error.
  const anyThere = readings.some(({ snapshot }) => snapshot.points > 0);
  const isAbsent = ({ snapshot: { absence } }: MetricReading) =>
    product && (absence === 'empty' || (absence === 'refused' && anyThere));
  const [absent, present] = partition(readings, isAbsent);
  const rows = present.filter((one) => !isFailed(one));
  // Then, the store's data is old.
  const isOld = present.every(({ snapshot }) => isUnanswered(snapshot));
  const failed = isOld
    ? uniqBy(present, ({ snapshot }) => snapshot.missing[0].failure.message)
    : present.filter(isFailed);
  return {
    rows,
    failures: failed.map(({ snapshot }) => snapshot.missing[0].failure),
    isUnanswered: isOld,
    notices: absent.length > 0 ? [noSuchPairs(absent.map(({ series: { name } }) => name))] : [],
  };
}

function isFailed({ snapshot }: MetricReading): boolean {
  return snapshot.points === 0 && snapshot.missing.length > 0;
}

/** What sentences do not know about their metrics. */
function noticesOf(rows: readonly MetricReading[], timeZone: string): QueryResultMetaNotice[] {
  const known = rows.filter(({ snapshot }) => snapshot.points > 0);
  const named = known.map((one) => ({ ...one, name: one.series.name, isBare: !one.judgment.newest }));
  return [
    ...readingNotices(named, timeZone),
    ...known.flatMap(({ snapshot: { leftOut }, when }) => (leftOut ? [notIncluded(leftOut, when, timeZone)] : [])),
  ];
}

function notIncluded(leftOut: Span, { to, now }: When, timeZone: string): QueryResultMetaNotice {
  const values = { span: spanText(leftOut, timeZone), ...RAW };
  return leftOut.to <= Math.min(to, now) - FINEST
    ? info(t('explain.left-out', 'Not included: {{span}}. Data this fine is limited to about two weeks.', values))
    : leftOutSpan(leftOut, timeZone);
}

/** One row per metric: its state as a sentence, and the numbers in it. */
function explainTable(rows: readonly MetricReading[], { range, now, timeZone, place }: Scope): DataFrame {
  // The columns show IDs for unknown names. Links omit these.
  const linked = ({ series: { identity } }: MetricReading) => ({ metric: { ...identity, systemId: null } });
  const shown = ({ series: { identity } }: MetricReading) => {
    const { nodeId, nodeName, systemName, metricId, metricName } = identity;
    return {
      nodeId,
      nodeName: nodeName || nodeId,
      systemId: null,
      systemName: systemName || null,
      metricId,
      metricName: metricName || metricId,
    };
  };
  const names = metricColumns<MetricReading>(place, rows, shown, linked);
  const excursionOf = ({ judgment }: MetricReading) => judgment.excursions.at(-1);
  const number = (name: string, of: (newest: Newest) => number | null, look: Look = {}) =>
    scoreColumn<MetricReading>(name, ({ judgment: { newest } }) => newest && of(newest), { width: 110, ...look });
  const unknown = rows.filter(({ judgment }) => judgment.state === 'unknown');
  // The distance of an old value looks like the present one.
  const old = unknown.length === rows.length ? unknown.map(({ judgment }) => judgment.newest?.deviation ?? 0) : [];
  const hidden = textMapping(old.map((widths) => [widths, { text: '–' }]));
  const description = t('metric.editor.deviation-for', 'Distance to the nearest corridor, in main corridor widths');
  return tableFrame(t('label.summary', 'Summary'), rows, [
    textColumn('sentence', (row) => rowSentence(row, timeZone), { width: 600, wrap: true }),
    names.metricName,
    names.nodeName,
    timeColumn('leftAt', (row) => excursionOf(row)?.leftAt ?? null),
    number('value', ({ value }) => value),
    number('expectedFrom', ({ expectedFrom }) => expectedFrom),
    number('expectedTo', ({ expectedTo }) => expectedTo),
    number('deviation', ({ deviation }) => deviation, { description, config: { mappings: [hidden] } }),
    stateColumn(({ judgment }) => judgment.state, rows, { past: isPast({ ...range, now }), now: place.now, timeZone }),
    trendColumn(({ judgment }) => judgment.trend),
    scoreColumn('worst', ({ judgment }) => judgment.worst?.widths ?? null, { width: 110 }),
    resolutionColumn(({ resolution }) => resolution, rows, isSum),
    names.nodeId,
    names.metricId,
    // When the value came.
    timeColumn('lastAt', ({ judgment: { newest } }) => newest?.at ?? null, { hidden: true }),
  ]);
}

function rowSentence(row: MetricReading, timeZone: string): string {
  const { series, snapshot, when, judgment, resolution } = row;
  const { metricName, metricId } = series.identity;
  const hasData = snapshot.points > 0;
  const reader = { ...when, timeZone, metricName: metricName || metricId, resolution, isSum: isSum(row), hasData };
  return sentenceOf(judgment, reader);
}

function isSum({ series, snapshot }: MetricReading): boolean {
  return (snapshot.metadata.aggregation || series.identity.aggregation) === 'sum';
}

/** The context of the sentence. */
export interface Viewpoint extends When {
  timeZone: string;
  /** The metric's name. It can contain the unit in parentheses. */
  metricName: string;
  /** Milliseconds between the points of the range. */
  resolution: number | null;
  /** Whether values are sums, which depend on the distance of points. */
  isSum: boolean;
  /** Whether the range has any data. */
  hasData: boolean;
}

/** The state of a metric: since when, its newest value, and how far outside it was. */
export function sentenceOf(judgment: Judgment, reader: Viewpoint): string {
  const { newest } = judgment;
  if (!newest) {
    return reader.hasData ? t('deviations.no-corridors', 'No corridors yet') : t('deviations.no-data', 'No data');
  }
  const parts = [stateText(judgment, newest, reader), valueText(judgment, newest, reader), worstText(judgment, reader)];
  return parts.filter((part) => part !== '').join(' ');
}

function stateText(judgment: Judgment, newest: Newest, reader: Viewpoint): string {
  const { state, since, isSinceKnown, contrarySince, isInsideThroughout } = judgment;
  const last = clock(newest.at, reader);
  if (since === null) {
    return t('explain.unknown', 'Unknown since {{last}}.', { last, ...RAW });
  }
  if (isInsideThroughout) {
    return t('explain.inside-throughout', 'Inside its corridors for the whole range.');
  }
  const time = clock(since, reader);
  const whole = lasted(since, newest, reader);
  const duration = presentExcursion(judgment)?.hasReturns
    ? t('explain.with-returns', '{{duration}}, with short returns', { duration: whole, ...RAW })
    : whole;
  const values = {
    since: isSinceKnown ? time : t('explain.or-earlier', '{{time}} or earlier', { time, ...RAW }),
    duration:
      isSinceKnown && !isPast(reader) ? duration : t('explain.at-least', 'at least {{duration}}', { duration, ...RAW }),
    last,
    newest: lasted(contrarySince ?? newest.at, newest, reader),
    ...RAW,
  };
  if (contrarySince !== null) {
    return state === 'inside'
      ? t('explain.inside-but', 'Inside since {{since}}; outside for {{newest}}.', values)
      : t('explain.outside-but', 'Outside since {{since}}; back inside for {{newest}}.', values);
  }
  if (isPast(reader)) {
    return state === 'inside'
      ? t('explain.was-inside', 'Inside from {{since}} to {{last}} ({{duration}}).', values)
      : t('explain.was-outside', 'Outside from {{since}} to {{last}} ({{duration}}).', values);
  }
  return state === 'inside'
    ? t('explain.inside', 'Inside since {{since}} ({{duration}}).', values)
    : t('explain.outside', 'Outside since {{since}} ({{duration}}).', values);
}

/** A single point covers the time until the next one, which is not over yet. */
function lasted(since: number, newest: Newest, { to, now, step }: Viewpoint): string {
  const span = Math.max(newest.at - since, Math.min(step, Math.min(to, now) - since), MINUTE);
  return durationText(Math.round(span / MINUTE) * MINUTE);
}

function valueText({ state }: Judgment, { at, value, expectedFrom, expectedTo }: Newest, reader: Viewpoint): string {
  const unit = unitIn(reader.metricName);
  const [now, from, to] = distinctNumbers([value, expectedFrom, expectedTo]).map(inSentence);
  const expected = expectedFrom < 0 ? `${from} – ${to}` : `${from}–${to}`;
  const sum = { value: now + unit, step: durationText(reader.step), ...RAW };
  const values = {
    value: reader.isSum ? t('explain.sum', '{{value}} in {{step}}', sum) : sum.value,
    expected: expected + unit,
    time: clock(at, reader),
    ...RAW,
  };
  if (state === 'unknown') {
    return t('explain.last', 'Last value: {{value}}, expected {{expected}}.', values);
  }
  // Refreshes and slow services need time: an old value is not the current one.
  const age = Math.min(reader.to, reader.now) - at;
  if (age > HOUR && !isPast(reader)) {
    const aged = { ...values, age: durationText(down(age, MINUTE)) };
    return t('explain.aged', 'At {{time}} ({{age}} ago): {{value}}, expected {{expected}}.', aged);
  }
  return isPast(reader) || age > 2 * reader.step
    ? t('explain.then', 'At {{time}}: {{value}}, expected {{expected}}.', values)
    : t('explain.now', 'Now {{value}}, expected {{expected}}.', values);
}

function worstText({ worst }: Judgment, reader: Viewpoint): string {
  if (!worst || worst.widths === 0) {
    return '';
  }
  const { resolution } = reader;
  const time = clock(worst.at, reader);
  const values = {
    widths: inSentence(significant(Math.abs(worst.widths), 2)),
    time: !isCoarse(resolution)
      ? time
      : t('explain.by-values', '{{time}} ({{step}} values)', { time, step: durationText(resolution), ...RAW }),
    ...RAW,
  };
  return worst.widths > 0
    ? t('explain.worst-above', "Furthest above: {{widths}}× the corridor's width, at {{time}}.", values)
    : t('explain.worst-below', "Furthest below: {{widths}}× the corridor's width, at {{time}}.", values);
}

function clock(time: number, { now, timeZone }: Viewpoint): string {
  return shortTime(time, now, timeZone);
}
