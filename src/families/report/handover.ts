import { type DataFrame, DataFrameType } from '@grafana/data';
import { t } from '@grafana/i18n';
import { uniqBy } from 'lodash';
import { metricTitle } from '../../facts/titles';
import { RAW, dayAndTime, durationText } from '../../ground/texts';
import { seriesKey } from '../../ground/series';
import { type Alert, type Named } from '../../service/alerts';
import { type Paged } from '../../service/paging';
import { type Column, countColumn, minuteColumn, tableFrame, textColumn } from '../../table/frame';
import { alertAddress, type LinkPlace } from '../../table/targets';
import { fitted, link, plain, zoneName } from '../../table/texts';
import { wordOf } from '../../table/words';
import { type Span } from '../../ground/spans';
import { type Period, type ReportAlert } from './periods';
import { flappingOf } from './quality';

const LISTS = ['open', 'ended', 'flapping', 'silent'] as const;
/** Lines of Markdown. Null: not completely read. */
type Lists = Record<(typeof LISTS)[number], string[] | null>;

/** The text for the next shift, and what it lists. */
interface Handover extends Span, Lists {
  text: string;
}

const MOST_CHARACTERS = 3000;
/** The maximum of lines in each list. */
const MOST_LINES = 12;

function headings(): Record<keyof Lists, string> {
  return {
    open: t('report.handover.open', 'Open alerts'),
    ended: t('report.handover.ended', 'Ended alerts'),
    flapping: t('report.flapping', 'Flapping incidents'),
    silent: t('report.handover.silent', 'Metrics without data'),
  };
}

/** @param list the alert list at the end of the range, with metrics; undefined if it could not be read */
export function handoverOf(
  { alerts, span, isWhole, isKnown }: Period,
  list: Paged<Alert> | undefined,
  place: LinkPlace,
  timeZone: string
): Handover {
  const open = alerts.filter(({ active }) => active === true);
  const ended = alerts.filter(({ active }) => active === false);
  const lineOf = (alert: ReportAlert) => alertLine(alert, place, timeZone);
  const lists: Lists = {
    open: isWhole ? open.map(lineOf) : null,
    ended: isWhole ? ended.map(lineOf) : null,
    flapping: isWhole && isKnown ? flappingOf(alerts).map(titleLine) : null,
    silent: isWhole && list?.isWhole ? silentIn(list.rows, open).map(titleLine) : null,
  };
  return { ...span, ...lists, text: textOf(span, lists, place.now, timeZone) };
}

/** The metrics without data in these alerts. */
function silentIn(rows: readonly Alert[], open: readonly ReportAlert[]): Named[] {
  const ids = new Set(open.map(({ id }) => id));
  const metrics = rows.filter(({ id }) => ids.has(id)).flatMap((alert) => alert.metrics ?? []);
  return uniqBy(
    metrics.filter(({ type }) => type === 'missing_data'),
    (metric) => seriesKey(metric)
  );
}

function titleLine(metric: Named): string {
  return `- ${plain(metricTitle(metric))}`;
}

function alertLine(
  { id, title, impact, active, firstSeenAt, until, duration }: ReportAlert,
  place: LinkPlace,
  timeZone: string
) {
  const span = firstSeenAt === null ? null : { from: firstSeenAt, to: until, open: active === true };
  const values = {
    since: firstSeenAt === null ? '?' : dayAndTime(firstSeenAt, place.now, timeZone),
    duration: duration === null ? '?' : durationText(duration),
    ...RAW,
  };
  const what = impact === null ? t('explain.state-unknown', 'unknown') : wordOf(impact);
  return `- ${plain(what)}: ${link(title, alertAddress(id, place, span))}, ${t('report.handover.since', 'since {{since}}, {{duration}}', values)}`;
}

function textOf({ from, to }: Span, lists: Lists, now: number, timeZone: string): string {
  const values = {
    from: dayAndTime(from, now, timeZone),
    to: dayAndTime(to, now, timeZone),
    zone: zoneName(timeZone),
    ...RAW,
  };
  const range = t('report.handover.range', '{{from}} to {{to}} ({{zone}})', values);
  const titles = headings();
  return fitted(
    MOST_LINES,
    ({ length }) => length <= MOST_CHARACTERS,
    (most) =>
      [
        `**${t('report.handover.title', 'Handover')}** ${range}`,
        ...LISTS.flatMap((name) => listed(titles[name], lists[name], most)),
      ].join('\n')
  );
}

/** A list with its number and its first lines. The blank lines make it a list in every renderer. */
function listed(title: string, lines: string[] | null, most: number): string[] {
  const count = lines?.length ?? t('report.handover.unknown', 'incomplete');
  const shown = lines?.slice(0, most) ?? [];
  const isCut = shown.length > 0 && lines !== null && shown.length < lines.length;
  return ['', `**${title}**: ${count}`, ...(shown.length > 0 ? ['', ...shown] : []), ...(isCut ? ['- …'] : [])];
}

export function handoverTable(rows: readonly Handover[], place: LinkPlace): DataFrame {
  const title = t('report.handover.title', 'Handover');
  const columns: Array<Column<Handover>> = [
    textColumn('text', ({ text }) => text, { width: 420, wrap: true }),
    ...LISTS.flatMap((name) => [
      countColumn<Handover>(name, (row) => row[name]?.length ?? null),
      textColumn<Handover>(`${name}Lines`, (row) => row[name]?.join('\n') ?? null, { hidden: true }),
    ]),
    minuteColumn('from', ({ from }) => from, place.now, { hidden: true }),
    minuteColumn('to', ({ to }) => to, place.now, { hidden: true }),
  ];
  return tableFrame(title, rows, columns, DataFrameType.NumericLong);
}
