import { t } from '@grafana/i18n';
import { compact, maxBy, sortBy, uniq, upperFirst } from 'lodash';
import { metricTitle } from '../../facts/titles';
import { type Seen } from '../../judging/earlierAlerts';
import { type EndedBy } from '../../judging/endedBy';
import { pair, RAW, clockText, durationText } from '../../ground/texts';
import { distinctNumbers, fitted, inSentence, plain, significant, zoneName } from '../../table/texts';
import { endedByWord, silentSince, trendWord } from '../../table/columns';
import { wordOf } from '../../table/words';
import { type MetricStory } from './readings';

/** An alert's values. Unknown ones are null. Times are epoch milliseconds, spans milliseconds. */
export interface StoryFacts {
  id: string;
  title: string;
  impact: string | null;
  state: 'active' | 'ended' | null;
  since: number | null;
  until: number | null;
  duration: number | null;
  firstMetric: string | null;
  metrics: number | null;
  nodes: number | null;
  outside: number | null;
  lag: number | null;
  seen: Seen | null;
  endedBy: EndedBy | null;
  asOf: number;
}

/** The maximum length of a ticket. */
const MOST_CHARACTERS = 1500;
const MOST_LINES = 20;
/** The maximum of metrics in the two lists, and of systems. */
const MOST_JOINED = 5;
const MOST_OUTSIDE = 3;
const MOST_SYSTEMS = 3;
const MOST_OF_TITLE = 120;

/**
 * An alert as Markdown for a ticket. Its numbers, names, and times match `summary` and `rows`.
 *
 * @param isWhole whether every event was read
 * @param url absolute
 */
export function storyText(
  summary: StoryFacts,
  rows: readonly MetricStory[],
  isWhole: boolean,
  timeZone: string,
  url: string
): string {
  const write = (most: number, link: string[]) =>
    [
      `**${plain(summary.title, MOST_OF_TITLE)}**`,
      // Without it, some renderers treat the list as part of the title's paragraph.
      '',
      ...headLines(summary, most > 0 ? systemsOf(rows) : [], timeZone),
      ...orderLines(rows, most, timeZone),
      ...outsideLines(summary, rows, Math.min(most, MOST_OUTSIDE)),
      ...silentLines(rows, Math.min(most, MOST_OUTSIDE), timeZone),
      ...peakLines(rows),
      ...historyLines(summary, timeZone),
      ...unknownLines(summary, rows, isWhole),
      ...link,
    ].join('\n');
  const isShort = (text: string) => text.length <= MOST_CHARACTERS && text.split('\n').length <= MOST_LINES;
  const text = fitted(MOST_JOINED, isShort, (most) => write(most, [`- <${url}>`]));
  return isShort(text) ? text : write(0, []);
}

/** In the order in which they joined. */
function systemsOf(rows: readonly MetricStory[]): string[] {
  const names = uniq(compact(rows.map(({ metric }) => metric.systemName)));
  // If there are many, only the first metric's: a shortened list would look complete.
  return names.length > MOST_SYSTEMS ? compact([rows[0].metric.systemName]) : names;
}

function headLines(summary: StoryFacts, systems: readonly string[], timeZone: string): string[] {
  const { impact, state, since, until, duration, firstMetric, metrics, nodes, lag, asOf } = summary;
  const stateText = state === 'active' ? t('tables.active', 'active') : state && t('words.ended', 'ended');
  return [
    ...item([
      fact(
        t('label.impact', 'Impact'),
        plain(impact === null ? t('explain.state-unknown', 'unknown') : wordOf(impact))
      ),
      stateText && upperFirst(stateText),
      t('story.text.as-of', 'As of {{time}} ({{zone}})', {
        time: minute(asOf, timeZone),
        zone: plain(zoneName(timeZone)),
        ...RAW,
      }),
    ]),
    ...item([
      fact(t('column.since', 'Since'), since && minute(since, timeZone)),
      fact(t('label.until', 'Until'), until && minute(until, timeZone)),
      fact(t('column.duration', 'Duration'), duration === null ? null : durationText(duration)),
      fact(t('label.metrics', 'Metrics'), metrics),
      fact(t('label.nodes', 'Nodes'), nodes),
    ]),
    ...item([
      fact(t('column.first-metric', 'First metric'), firstMetric && plain(firstMetric)),
      fact(
        systems.length > 1 ? t('label.systems', 'Systems') : t('label.system', 'System'),
        systems.map((system) => plain(system)).join(', ') || null
      ),
    ]),
    ...item([fact(t('column.lag', 'Detection lag'), lag === null ? null : durationText(lag))]),
  ];
}

/** `Nodes: 3`. Null if unknown. */
function fact(name: string, value: string | number | null): string | null {
  return value === null ? null : pair(name, value);
}

/** A line with the known values. Empty without any. */
function item(facts: Array<string | null>): string[] {
  const known = facts.filter((one) => one !== null);
  return known.length > 0 ? [`- ${known.join('. ')}`] : [];
}

function orderLines(rows: readonly MetricStory[], most: number, timeZone: string): string[] {
  const known = rows.filter(({ metric }) => metric.joinedAt !== null);
  if (known.length < 2) {
    return [];
  }
  const lines = known.map((row) => {
    return pair(minute(row.metric.joinedAt ?? 0, timeZone), plain(metricTitle(row.metric)));
  });
  const title = t('story.timeline', 'Timeline');
  return listed(
    isCut(lines, most) ? t('story.text.first', '{{title}}, the first', { title, ...RAW }) : title,
    lines,
    most
  );
}

function outsideLines({ outside }: StoryFacts, rows: readonly MetricStory[], most: number): string[] {
  const out = sortBy(
    rows.filter(({ state }) => state === 'outside'),
    ({ worst }) => -Math.abs(worst?.widths ?? 0)
  );
  const title = fact(t('column.outside-now', 'Still outside'), outside) ?? t('column.outside-now', 'Still outside');
  const isShort = most > 0 && isCut(out, most);
  const shown = isShort ? t('story.text.furthest', '{{title}}, the furthest', { title, ...RAW }) : title;
  return out.length > 0 || outside !== null ? listed(shown, out.map(outsideText), most) : [];
}

/** The metrics without data at the end of the alert, or now, with the last value of the first. */
function silentLines(rows: readonly MetricStory[], most: number, timeZone: string): string[] {
  const silent = rows.filter(({ silence }) => silence !== null);
  const lines = silent.map(({ metric, silence }, i) => {
    const [name, last] = [plain(metricTitle(metric)), i === 0 && silence?.last];
    return last ? pair(name, `${silentSince(minute(last.at, timeZone))}, ${lastValueText(last.value)}`) : name;
  });
  return lines.length > 0 ? listed(t('deviations.no-data', 'No data'), lines, most) : [];
}

/** `last value 27` */
export function lastValueText(value: number): string {
  return t('story.last-value', 'last value {{value}}', { value: inSentence(significant(value)), ...RAW });
}

/** The metric that was furthest outside. Nothing if that is unknown of a metric, because it may have been further. */
function peakLines(rows: readonly MetricStory[]): string[] {
  const furthest = maxBy(rows, ({ worst }) => Math.abs(worst?.widths ?? 0));
  if (!furthest?.worst || furthest.worst.widths === 0 || rows.some(({ worst }) => worst === null)) {
    return [];
  }
  const values = {
    widths: inSentence(significant(furthest.worst.widths)),
    name: plain(metricTitle(furthest.metric)),
    ...RAW,
  };
  return item([t('story.text.peak', "Peak: {{widths}}× the corridor's width ({{name}})", values)]);
}

function outsideText({ metric, newest, worst, trend }: MetricStory): string {
  const { value = NaN, expectedFrom = NaN, expectedTo = NaN } = newest ?? {};
  const [now, from, to] = distinctNumbers([value, expectedFrom, expectedTo], 2).map(inSentence);
  // Its state follows only when most of the newest points are back.
  const shown = newest?.deviation === 0 ? `${now} (${t('explain.state-inside', 'inside')})` : now;
  const values = { name: plain(metricTitle(metric)), value: shown, from, to, ...RAW };
  const text = t('story.text.is-at', '{{name}}: {{value}}, expected {{from}} to {{to}}', values);
  const widths = worst && inSentence(significant(worst.widths));
  return compact([
    text,
    widths && t('story.text.worst', "Furthest: {{widths}}× the corridor's width", { widths, ...RAW }),
    trend && pair(t('column.trend', 'Trend'), trendWord(trend)),
  ]).join('. ');
}

/** How it ended, and when its first metric alerted before. */
function historyLines({ state, seen, endedBy }: StoryFacts, timeZone: string): string[] {
  const { earlier, lastTime, usually } = seen ?? {};
  return [
    ...item([
      state === 'ended' ? fact(t('story.text.ended-by', 'How it ended'), endedBy && endedByWord(endedBy)) : null,
    ]),
    ...item([
      fact(t('column.earlier', 'Earlier alerts'), earlier ?? null),
      fact(t('column.last-time', 'Last time'), lastTime == null ? null : minute(lastTime, timeZone)),
      fact(t('column.usually', 'Usually'), usually == null ? null : durationText(usually)),
    ]),
  ];
}

function unknownLines(summary: StoryFacts, rows: readonly MetricStory[], isWhole: boolean): string[] {
  const { state, since, until, outside, lag, seen } = summary;
  const gaps: Array<[boolean, string]> = [
    [!isWhole || rows.length === 0, t('label.alert-events', 'Alert events')],
    [since === null, t('column.since', 'Since')],
    [state === 'ended' && until === null, t('label.until', 'Until')],
    [state === null, t('column.state', 'State')],
    [rows.length > 0 && outside === null, t('column.outside-now', 'Still outside')],
    [lag === null, t('column.lag', 'Detection lag')],
    [seen === null, t('column.earlier', 'Earlier alerts')],
  ];
  const unknown = gaps.flatMap(([isGap, text]) => (isGap ? text : [])).join(', ');
  return unknown === '' ? [] : item([t('story.text.unknown', 'Not known: {{gaps}}', { gaps: unknown, ...RAW })]);
}

/** Omitting one line saves nothing if its replacement is one, too. */
function isCut(lines: readonly unknown[], most: number): boolean {
  return lines.length > most + (most > 0 ? 1 : 0);
}

/** A list with the first lines. The title shows if there are more. */
function listed(title: string, lines: string[], most: number): string[] {
  const shown = isCut(lines, most) ? lines.slice(0, most) : lines;
  return [`- ${title}${shown.length > 0 ? ':' : ''}`, ...shown.map((line) => `  - ${line}`)];
}

function minute(time: number, timeZone: string): string {
  return clockText(time, timeZone, 'YYYY-MM-DD HH:mm');
}
