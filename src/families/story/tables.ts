import { AppEvents, type DataFrame } from '@grafana/data';
import { t } from '@grafana/i18n';
import { getAppEvents } from '@grafana/runtime';
import { maxBy, uniqBy } from 'lodash';
import { durationOf } from '../../facts/history';
import { impactSince } from '../../judging/incidents';
import { metricTitle } from '../../facts/titles';
import { isPast } from '../../ground/spans';
import { pair } from '../../ground/texts';
import { type Seen } from '../../judging/earlierAlerts';
import { type EndedBy } from '../../judging/endedBy';
import { type Silence } from '../../judging/judgeMetric';
import { type Named } from '../../service/alerts';
import {
  endedByColumn,
  mappedColumn,
  seenColumns,
  silentText,
  stateColumn,
  trendColumn,
  distanceColumn,
} from '../../table/columns';
import {
  coloredColumn,
  type Column,
  countColumn,
  durationColumn,
  metricColumns,
  minuteColumn,
  scoreColumn,
  tableFrame,
  textColumn,
} from '../../table/frame';
import { alertLinks, type LinkRow, linksTo, type RowLink, rowSpan } from '../../table/links';
import { inSentence, significant } from '../../table/texts';
import { alertAddress, alertView, type LinkPlace, type RowSpan, targetsOf } from '../../table/targets';
import { type AlertStory, type MetricStory } from './readings';
import { lastValueText, type StoryFacts, storyText } from './text';

/** One row per metric, in the order in which they joined the alert. */
export function timelineTable(
  story: AlertStory | null,
  rows: readonly MetricStory[],
  place: LinkPlace,
  { isFetching, timeZone }: { isFetching: boolean; timeZone: string }
): DataFrame {
  const { span = null, now = place.now } = story ?? {};
  const shown = span?.from == null ? null : { from: span.from, to: span.to ?? now, open: span.isOpen };
  const alert = story ? { ...story.alert, title: story.title } : undefined;
  const names = metricColumns<MetricStory>(
    place,
    rows,
    ({ metric }) => metric,
    ({ metric }) => ({ alert, metric, span: shown })
  );
  const newestOf = ({ state, newest }: MetricStory) => (state === 'unknown' ? null : newest);
  // What is still to come is not unknown.
  const stateOf = ({ state, snapshot }: MetricStory) => (isFetching && snapshot === null ? null : state);
  const number = (name: string, of: (row: MetricStory) => number | null, description?: string) =>
    scoreColumn(name, of, { description });
  const columns: Array<Column<MetricStory>> = [
    minuteColumn('joinedAt', ({ metric }) => metric.joinedAt, place.now),
    { ...names.metricName, name: 'metric' },
    { ...names.nodeName, name: 'node' },
    { ...names.systemName, name: 'system' },
    minuteColumn('leftAt', ({ excursion }) => excursion?.leftAt ?? null, place.now),
    stateColumn(stateOf, rows, {
      past: span !== null && isPast({ to: span.to ?? now, now }),
      now: place.now,
      timeZone,
    }),
    trendColumn(({ trend }) => trend),
    number('value', (row) => newestOf(row)?.value ?? null, t('story.value', 'Value now, or when the alert ended')),
    number('expectedFrom', (row) => newestOf(row)?.expectedFrom ?? null),
    number('expectedTo', (row) => newestOf(row)?.expectedTo ?? null),
    number(
      'worst',
      ({ worst }) => worst?.widths ?? null,
      t('metric.editor.deviation-for', 'Distance to the nearest corridor, in main corridor widths')
    ),
    coloredColumn('severity', ({ metric }) => metric.worst, { width: 105 }),
    distanceColumn(({ snapshot, from }) => snapshot && { snapshot, from }),
    names.nodeId,
    names.metricId,
  ];
  return tableFrame(t('story.timeline', 'Timeline'), rows, columns);
}

/** An alert in one row. */
interface StorySummary extends StoryFacts {
  /** Markdown. Null until everything was read. */
  text: string | null;
  /** The metric in the title. */
  first: Named | null;
  /** The time that its links show. */
  span: RowSpan | null;
  /** When the alert reached its present impact. Null also if it has ended. */
  impactSince: number | null;
  /** The last value of the first metric without data. */
  last: Silence['last'];
  /** The metric that is furthest outside, and how far. If none is, the first without data, and since when. */
  worstNow: string | null;
}

/** What was read for a summary, apart from the alert itself. */
interface SummaryReadings {
  rows: readonly MetricStory[];
  seen: Seen | null;
  endedBy: EndedBy | null;
  isFetching: boolean;
}

export function summaryOf(
  story: AlertStory,
  { rows, seen, endedBy, isFetching }: SummaryReadings,
  place: LinkPlace,
  timeZone: string
): StorySummary {
  const { alert, span, metrics, isWhole, now } = story;
  const isCounted = isWhole && metrics.length > 0;
  const facts: StoryFacts = {
    id: alert.id,
    title: story.title,
    impact: alert.impact,
    state: alert.active === null ? null : alert.active ? 'active' : 'ended',
    since: span.from,
    until: span.isOpen ? null : span.to,
    duration: durationOf(alert, now),
    firstMetric: metrics.length > 0 ? metricTitle(metrics[0]) : null,
    metrics: isCounted ? metrics.length : null,
    nodes: isCounted ? uniqBy(metrics, 'nodeId').length : null,
    outside: isCounted ? outsideOf(rows) : null,
    lag: lagOf(rows, span.from),
    seen,
    endedBy,
    asOf: span.isOpen ? now : (span.to ?? now),
  };
  const linked = rowSpan(alert, now);
  const write = () => storyText(facts, rows, isWhole, timeZone, alertAddress(facts.id, place, linked));
  const events = story.courses.whole(alert.id)?.events ?? null;
  return {
    ...facts,
    first: metrics.at(0) ?? null,
    span: linked,
    impactSince: impactSince([{ alert, events }], now),
    last: rows.find(({ silence }) => silence !== null)?.silence?.last ?? null,
    worstNow: isFetching || !span.isOpen ? null : worstNowOf(rows, now, timeZone),
    text: isFetching ? null : write(),
  };
}

/** @param isLater the alert continued after a past time range, so that its state is not the one at the range's end */
export function summaryTable(
  summary: StorySummary | null,
  place: LinkPlace,
  { isLater, timeZone }: { isLater: boolean; timeZone: string }
): DataFrame {
  const links = alertLinks(place, linkRowOf, true);
  const columns: Array<Column<StorySummary>> = [
    textColumn('title', ({ title }) => title, { width: 220, wrap: true, links }),
    coloredColumn('impact', ({ impact }) => impact, { width: 75 }),
    mappedColumn('state', ({ state }) => state, states(isLater), { wrap: true }),
    minuteColumn('since', ({ since }) => since, place.now, { links: ownTimeLinks(place) }),
    minuteColumn('until', ({ until }) => until, place.now),
    durationColumn('duration', ({ duration }) => duration),
    textColumn('firstMetric', ({ firstMetric }) => firstMetric, { width: 175, wrap: true }),
    countColumn('metrics', ({ metrics }) => metrics, { width: 80 }),
    countColumn('nodes', ({ nodes }) => nodes, { width: 75 }),
    countColumn('outside', ({ outside }) => outside, {
      width: 80,
      description: t('story.outside', 'Metrics outside their corridors now, or when the alert ended'),
    }),
    durationColumn('lag', ({ lag }) => lag, {
      description: t('story.lag', 'From when the first metric left its corridors to the alert'),
    }),
    endedByColumn(({ endedBy }) => endedBy),
    ...seenColumns<StorySummary>(({ seen }) => seen, { now: place.now, timeZone }),
    textColumn('text', ({ text }) => text, { hidden: true }),
    textColumn('copy', ({ text }) => text && t('story.copy', 'Copy for a ticket'), {
      hidden: true,
      links: [copyLink()],
    }),
    minuteColumn('impactSince', (row) => row.impactSince, place.now, { hidden: true }),
    textColumn('worstNow', ({ worstNow }) => worstNow, { hidden: true, wrap: true }),
    minuteColumn('silentSince', ({ last }) => last?.at ?? null, place.now, { hidden: true }),
    scoreColumn('lastValue', ({ last }) => last?.value ?? null, { hidden: true }),
    minuteColumn('asOf', ({ asOf }) => asOf, place.now, { hidden: true }),
    textColumn('id', ({ id }) => id, { hidden: true }),
  ];
  return tableFrame(t('label.alert', 'Alert'), summary ? [summary] : [], columns);
}

/** @param isLater they are of a later time than the range's end */
function states(isLater: boolean) {
  return isLater
    ? { active: t('story.still-active', 'still active'), ended: t('story.ended-later', 'ended later') }
    : { active: t('tables.active', 'active'), ended: t('words.ended', 'ended') };
}

/** The number of metrics that are outside. Null unless the state of every one is known. */
function outsideOf(rows: readonly MetricStory[]): number | null {
  const isUnknown = rows.some(({ state }) => state === 'unknown');
  return isUnknown ? null : rows.filter(({ state }) => state === 'outside').length;
}

/** `Response time · checkout-api: -2.1×`, in widths of the main corridor, or the first without data. Without the only name. */
function worstNowOf(rows: readonly MetricStory[], now: number, timeZone: string): string | null {
  const named = ({ metric }: MetricStory, text: string) => (rows.length > 1 ? pair(metricTitle(metric), text) : text);
  const outside = rows.filter(({ state }) => state === 'outside');
  const worst = maxBy(outside, ({ newest }) => Math.abs(newest?.deviation ?? 0));
  const widths = worst?.newest?.deviation;
  if (worst && widths) {
    // A metric whose state is unknown may be further outside.
    const least = outsideOf(rows) !== null ? '' : widths > 0 ? '≥ ' : '≤ ';
    return named(worst, `${least}${inSentence(significant(widths))}×`);
  }
  const silent = rows.find(({ silence }) => silence !== null);
  if (!silent?.silence) {
    return null;
  }
  const text = silentText(silent.silence, now, timeZone);
  const { last } = silent.silence;
  return named(silent, last ? `${text}, ${lastValueText(last.value)}` : text);
}

/** From the earliest `leftAt` to the alert. Null if none is earlier, or if a metric left at an unknown earlier time. */
function lagOf(rows: readonly MetricStory[], since: number | null): number | null {
  const left = Math.min(...rows.flatMap(({ excursion }) => excursion?.leftAt ?? []));
  const isEarliest = rows.every(({ excursion }) => (excursion?.from ?? left) >= left);
  return since === null || left > since || !isEarliest ? null : since - left;
}

function linkRowOf(summary: StorySummary): LinkRow {
  const { id, title, impact, first, span } = summary;
  return { alert: { id, title, impact }, metric: first, span };
}

/** A dashboard can be opened over any time. This links to the alert's own. */
function ownTimeLinks(place: LinkPlace): Array<RowLink<StorySummary>> {
  const title = t('story.own-time', 'Set the time range to this alert');
  return targetsOf('alert', place).includes('alert')
    ? linksTo(
        ['alert'],
        place,
        () => title,
        ({ id, span }) => span && { view: alertView(id), span }
      )
    : [];
}

/** The function is the same in every answer: Grafana treats another one as a new panel. */
function copyLink(): RowLink<StorySummary> {
  return { title: t('story.copy', 'Copy for a ticket'), onClick: copyText, urlOf: () => '' };
}

const copyText: RowLink<StorySummary>['onClick'] = ({ replaceVariables }) =>
  copy(replaceVariables?.('${__data.fields.text:raw}') ?? '');

/** Pages without https have no clipboard, and it can be refused: then, the text is shown. */
function copy(text: string) {
  const publish = (type: string, ...payload: string[]) => getAppEvents().publish({ type, payload });
  const show = () => publish(AppEvents.alertInfo.name, t('story.copy', 'Copy for a ticket'), text);
  const clipboard = navigator.clipboard as Clipboard | undefined;
  if (!clipboard) {
    show();
    return;
  }
  clipboard.writeText(text).then(() => publish(AppEvents.alertSuccess.name, t('story.copied', 'Copied')), show);
}
