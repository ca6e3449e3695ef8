import { type DataFrame } from '@grafana/data';
import { t } from '@grafana/i18n';
import { config } from '@grafana/runtime';
import { uniqBy } from 'lodash';
import { metricTitle } from '../../facts/titles';
import { RAW } from '../../ground/texts';
import { seriesKey } from '../../ground/series';
import { type Alert, type Named } from '../../service/alerts';
import { type Paged } from '../../service/paging';
import { countColumn, minuteColumn, tableFrame, textColumn } from '../../table/frame';
import { link, plain, zoneName } from '../../table/texts';
import { alertView, type LinkPlace, sharedTarget, urlOf } from '../../table/targets';
import { wordOf } from '../../table/words';
import { type Span } from '../../ground/spans';
import { dayAndTime, durationText } from '../../ground/timeTexts';
import { type Period, type ReportAlert } from './periods';
import { flappingOf } from './quality';
import { numeric } from './table';

/** The text for the next shift, and what it lists as lines of Markdown. Null: not completely read. */
interface Handover extends Span {
  open: string[] | null;
  ended: string[] | null;
  flapping: string[] | null;
  silent: string[] | null;
  text: string;
}

const MOST_CHARACTERS = 3000;
/** The maximum of lines in each list. */
const MOST_LINES = 12;

type Lists = Pick<Handover, 'open' | 'ended' | 'flapping' | 'silent'>;

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
  const url = `${window.location.origin}${config.appSubUrl ?? ''}${urlOf(sharedTarget(), alertView(id), place, span)}`;
  const values = {
    since: firstSeenAt === null ? '?' : dayAndTime(firstSeenAt, place.now, timeZone),
    duration: duration === null ? '?' : durationText(duration),
    ...RAW,
  };
  const what = impact === null ? t('explain.state-unknown', 'unknown') : wordOf(impact);
  return `- ${plain(what)}: ${link(title, url)}, ${t('report.handover.since', 'since {{since}}, {{duration}}', values)}`;
}

function textOf({ from, to }: Span, { open, ended, flapping, silent }: Lists, now: number, timeZone: string): string {
  const values = {
    from: dayAndTime(from, now, timeZone),
    to: dayAndTime(to, now, timeZone),
    zone: zoneName(timeZone),
    ...RAW,
  };
  const write = (most: number) =>
    [
      `**${t('report.handover.title', 'Handover')}** ${t('report.handover.range', '{{from}} to {{to}} ({{zone}})', values)}`,
      ...listed(t('report.handover.open', 'Open alerts'), open, most),
      ...listed(t('report.handover.ended', 'Ended alerts'), ended, most),
      ...listed(t('report.flapping', 'Flapping incidents'), flapping, most),
      ...listed(t('report.handover.silent', 'Metrics without data'), silent, most),
    ].join('\n');
  for (let most = MOST_LINES; most > 0; most--) {
    const text = write(most);
    if (text.length <= MOST_CHARACTERS) {
      return text;
    }
  }
  return write(0);
}

/** A list with its number and its first lines. The blank lines make it a list in every renderer. */
function listed(title: string, lines: string[] | null, most: number): string[] {
  const count = lines?.length ?? t('report.handover.unknown', 'incomplete');
  const shown = lines?.slice(0, most) ?? [];
  const isCut = shown.length > 0 && lines !== null && shown.length < lines.length;
  return ['', `**${title}**: ${count}`, ...(shown.length > 0 ? ['', ...shown] : []), ...(isCut ? ['- …'] : [])];
}

export function handoverTable(rows: readonly Handover[], place: LinkPlace): DataFrame {
  const counted = (name: keyof Lists, heading: string) => [
    countColumn<Handover>(name, (row) => row[name]?.length ?? null, { heading }),
    textColumn<Handover>(`${name}Lines`, (row) => row[name]?.join('\n') ?? null, { hidden: true }),
  ];
  const frame = tableFrame(t('report.handover.title', 'Handover'), rows, [
    textColumn('text', ({ text }) => text, {
      width: 420,
      wrap: true,
      heading: t('report.handover.title', 'Handover'),
    }),
    ...counted('open', t('report.handover.open', 'Open alerts')),
    ...counted('ended', t('report.handover.ended', 'Ended alerts')),
    ...counted('flapping', t('report.flapping', 'Flapping incidents')),
    ...counted('silent', t('report.handover.silent', 'Metrics without data')),
    minuteColumn('from', ({ from }) => from, place.now, { hidden: true }),
    minuteColumn('to', ({ to }) => to, place.now, { hidden: true }),
  ]);
  return numeric(frame);
}
