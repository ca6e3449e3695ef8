import { dateTimeFormat } from '@grafana/data';
import { t } from '@grafana/i18n';
import { upperFirst } from 'lodash';
import { metricTitle } from '../alertbook/titles';
import { type News } from '../alertbook/verdict';
import { type EndedBy } from '../judging/endedBy';
import { pair, RAW } from '../loading/texts';
import { endedByWord, verdictWord } from '../tables/states';
import { wordOf } from '../tables/words';
import { durationText } from '../time/durations';
import { type MetricStory } from './alert';
import { type Phases, phaseWord } from './phases';
import { afterOf, firstJoined, newestOf, stateOf, worstOf } from './timeline';

/** What is known of an alert (SY3). What is not known is null. Times are epoch milliseconds, spans milliseconds. */
export interface Facts {
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
  similar: number | null;
  verdict: News['verdict'];
  endedBy: EndedBy | null;
  asOf: number;
}

/** What a ticket takes (SY6). */
const MOST_CHARACTERS = 1500;
const MOST_LINES = 20;
/** Metrics in the two lists, and characters of a name. */
const MOST_JOINED = 5;
const MOST_OUTSIDE = 3;
const MOST_OF_NAME = 100;
const MOST_OF_TITLE = 120;

/**
 * An alert as Markdown for a ticket. Its numbers, names and times are those of `summary` and `rows`.
 *
 * @param isWhole whether every event was read
 * @param url absolute
 */
export function storyText(
  summary: Facts,
  rows: readonly MetricStory[],
  phases: Phases,
  isWhole: boolean,
  timeZone: string,
  url: string
): string {
  const write = (joined: number, outside: number, withLink = true) =>
    [
      `**${plain(summary.title, MOST_OF_TITLE)}**`,
      ...headLines(summary, timeZone),
      ...orderLines(rows, joined, timeZone),
      ...outsideLines(summary, rows, outside),
      ...phaseLines(summary, rows, phases, timeZone),
      ...newsLines(summary),
      ...unknownLines(summary, rows, isWhole),
      ...(withLink ? [`- <${url}>`] : []),
    ].join('\n');
  for (let most = MOST_JOINED; most >= 0; most--) {
    const text = write(most, Math.min(most, MOST_OUTSIDE));
    if (text.length <= MOST_CHARACTERS && text.split('\n').length <= MOST_LINES) {
      return text;
    }
  }
  return write(0, 0, false);
}

function headLines(summary: Facts, timeZone: string): string[] {
  const { impact, state, since, until, duration, firstMetric, metrics, nodes, lag, asOf } = summary;
  const clock = (time: number) => minute(time, timeZone);
  const isKnown = (part: string | null) => part !== null;
  const impactText = impact === null ? t('explain.state-unknown', 'unknown') : wordOf(impact);
  const stateText = state === 'active' ? t('tables.active', 'active') : state && t('words.ended', 'ended');
  const zone = plain(zoneName(timeZone));
  return [
    [
      pair(t('label.impact', 'Impact'), plain(impactText)),
      stateText && upperFirst(stateText),
      t('story.text.as-of', 'As of {{time}} ({{zone}})', { time: clock(asOf), zone, ...RAW }),
    ],
    [
      since === null ? null : pair(t('column.since', 'Since'), clock(since)),
      until === null ? null : pair(t('label.until', 'Until'), clock(until)),
      duration === null ? null : pair(t('column.duration', 'Duration'), durationText(duration)),
      metrics === null ? null : pair(t('label.metrics', 'Metrics'), metrics),
      nodes === null ? null : pair(t('label.nodes', 'Nodes'), nodes),
    ],
    [firstMetric === null ? null : pair(t('column.first-metric', 'First metric'), plain(firstMetric))],
    [lag === null ? null : pair(t('column.lag', 'Detection lag'), durationText(lag))],
  ]
    .filter((parts) => parts.some(isKnown))
    .map((parts) => `- ${parts.filter(isKnown).join('. ')}`);
}

function orderLines(rows: readonly MetricStory[], most: number, timeZone: string): string[] {
  const first = firstJoined(rows);
  const known = rows.filter(({ metric }) => metric.joinedAt !== null);
  if (known.length < 2) {
    return [];
  }
  const lines = known.slice(0, most).map((row) => {
    const after = afterOf(row, first) ?? 0;
    const time = minute(row.metric.joinedAt ?? 0, timeZone);
    return pair(after > 0 ? `${time}, +${durationText(after)}` : time, plain(metricTitle(row.metric)));
  });
  return listed(`${t('story.timeline', 'Timeline')}:`, lines, known.length > most);
}

function outsideLines({ outside }: Facts, rows: readonly MetricStory[], most: number): string[] {
  const out = rows
    .filter((row) => ['outside', 'recovering'].includes(stateOf(row)))
    .sort((a, b) => Math.abs(worstOf(b) ?? 0) - Math.abs(worstOf(a) ?? 0));
  if (out.length === 0 && outside === null) {
    return [];
  }
  return listed(outsideTitle(outside), out.slice(0, most).map(outsideText), out.length > most);
}

function outsideTitle(count: number | null): string {
  const title = t('column.outside-now', 'Outside');
  return count === null ? `${title}:` : pair(title, count);
}

function outsideText(row: MetricStory): string {
  const newest = newestOf(row);
  const worst = worstOf(row);
  const values = {
    name: plain(metricTitle(row.metric)),
    value: rounded(newest?.value ?? NaN),
    from: rounded(newest?.expectedFrom ?? NaN),
    to: rounded(newest?.expectedTo ?? NaN),
    ...RAW,
  };
  const text = t('story.text.is-at', '{{name}}: {{value}}, expected {{from}} to {{to}}', values);
  return worst === null ? text : `${text}. ${pair(t('column.worst', 'Furthest (widths)'), rounded(worst))}`;
}

/** When an alert that ended began and came back, as far as the timeline shows it, and how. */
function phaseLines(
  { state, endedBy }: Facts,
  rows: readonly MetricStory[],
  { left, firstBack, allBack }: Phases,
  timeZone: string
): string[] {
  if (state !== 'ended') {
    return [];
  }
  const lastBack = rows.some(({ stay }) => stay?.backAt === allBack.to) ? allBack.to : null;
  const told = { left: left.to, firstBack: firstBack.to, allBack: lastBack };
  const parts = (['left', 'firstBack', 'allBack'] as const).flatMap((phase) => {
    const time = told[phase];
    return time === null ? [] : pair(phaseWord(phase), minute(time, timeZone));
  });
  const ending = endedBy === null ? [] : pair(t('story.text.ended-by', 'How it ended'), endedByWord(endedBy));
  const all = parts.concat(ending);
  return all.length > 0 ? [`- ${all.join('. ')}`] : [];
}

function newsLines({ similar, verdict }: Facts): string[] {
  const lines: string[] = [];
  if (verdict !== null) {
    lines.push(pair(t('label.verdict', 'Verdict'), verdictWord(verdict)));
  }
  if (similar !== null) {
    lines.push(pair(t('column.similar', 'Similar alerts'), similar));
  }
  return lines.length > 0 ? [`- ${lines.join('. ')}`] : [];
}

function unknownLines(summary: Facts, rows: readonly MetricStory[], isWhole: boolean): string[] {
  const { state, since, until, outside, lag, similar, verdict } = summary;
  const gaps: Array<[boolean, string]> = [
    [!isWhole || rows.length === 0, t('label.alert-events', 'Alert events')],
    [since === null, t('column.since', 'Since')],
    [state === 'ended' && until === null, t('label.until', 'Until')],
    [state === null, t('column.state', 'State')],
    [rows.length > 0 && outside === null, t('column.outside', 'Time outside')],
    [lag === null, t('column.lag', 'Detection lag')],
    [similar === null, t('column.similar', 'Similar alerts')],
    [similar !== null && verdict === null, t('label.verdict', 'Verdict')],
  ];
  const unknown = gaps.flatMap(([isGap, text]) => (isGap ? [text] : []));
  return unknown.length > 0
    ? [`- ${t('story.text.unknown', 'Not known: {{gaps}}', { gaps: unknown.join(', '), ...RAW })}`]
    : [];
}

function listed(title: string, lines: string[], isCut: boolean): string[] {
  return [`- ${title}`, ...lines, ...(isCut ? ['…'] : [])].map((line, i) => (i === 0 ? line : `  - ${line}`));
}

/** Two significant digits. */
function rounded(value: number): string {
  return String(Number(value.toPrecision(2)));
}

function minute(time: number, timeZone: string): string {
  return dateTimeFormat(time, { timeZone, format: 'YYYY-MM-DD HH:mm' });
}

function zoneName(timeZone: string): string {
  const isBrowser = timeZone === '' || timeZone === 'browser';
  return isBrowser ? Intl.DateTimeFormat().resolvedOptions().timeZone : timeZone === 'utc' ? 'UTC' : timeZone;
}

/** Text of the service as Markdown that shows it as it is: on one line, without links, emphasis, code or HTML. */
export function plain(text: string, most = MOST_OF_NAME): string {
  const line = text.replace(/[\s\p{C}]+/gu, ' ').trim();
  const characters = Array.from(line);
  const clipped = characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : line;
  return clipped
    .replace(/[\\`*_{}[\]<>|~#&!$@]/g, '\\$&')
    .replace(/^[-+=]|(?<=^\d{1,9})[.)]/, '\\$&')
    .replace(/(?<=[a-z]):(?=\/)/gi, '\\:')
    .replace(/\bwww\./gi, (www) => `${www.slice(0, -1)}\\.`);
}
