import { dateTimeFormat } from '@grafana/data';
import { t } from '@grafana/i18n';
import { metricTitle } from '../alertbook/titles';
import { type News } from '../alertbook/verdict';
import { RAW } from '../loading/lazy';
import { verdictWord } from '../tables/states';
import { wordOf } from '../tables/words';
import { durationText } from '../time/durations';
import { type MetricStory } from './readings';
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
  asOf: number;
}

/** What a ticket takes (SY6). */
const MOST_CHARACTERS = 1500;
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
      ...newsLines(summary),
      ...unknownLines(summary, rows, isWhole),
      ...(withLink ? [`- <${url}>`] : []),
    ].join('\n');
  for (let most = MOST_JOINED; most >= 0; most--) {
    const text = write(most, Math.min(most, MOST_OUTSIDE));
    if (text.length <= MOST_CHARACTERS) {
      return text;
    }
  }
  return write(0, 0, false);
}

function headLines(summary: Facts, timeZone: string): string[] {
  const { impact, state, since, until, duration, firstMetric, metrics, nodes, lag, asOf } = summary;
  const clock = (time: number) => minute(time, timeZone);
  const values = {
    impact: plain(impact === null ? t('explain.state-unknown', 'unknown') : wordOf(impact)),
    time: clock(asOf),
    zone: plain(zoneName(timeZone)),
    ...RAW,
  };
  const lines = [
    state === 'active'
      ? t('story.text.active', 'Impact: {{impact}}. Active as of {{time}} ({{zone}})', values)
      : state === 'ended'
        ? t('story.text.ended', 'Impact: {{impact}}. Ended (as of {{time}}, {{zone}})', values)
        : t('story.text.state', 'Impact: {{impact}}. As of {{time}} ({{zone}})', values),
  ];
  const span = [
    since === null ? null : t('story.text.since', 'Since: {{time}}', { time: clock(since), ...RAW }),
    until === null ? null : t('story.text.until', 'Until: {{time}}', { time: clock(until), ...RAW }),
    duration === null
      ? null
      : t('story.text.duration', 'Duration: {{duration}}', { duration: durationText(duration), ...RAW }),
    metrics === null ? null : t('story.text.metrics', 'Metrics: {{number}}', { number: metrics }),
    nodes === null ? null : t('story.text.nodes', 'Nodes: {{number}}', { number: nodes }),
  ].filter((part) => part !== null);
  if (span.length > 0) {
    lines.push(span.join('. '));
  }
  if (firstMetric !== null) {
    const name = plain(firstMetric);
    lines.push(t('story.text.first', 'Began with: {{name}}', { name, ...RAW }));
  }
  if (lag !== null) {
    const text = durationText(lag);
    lines.push(
      t('story.text.lag', 'A metric left its corridors {{duration}} before the alert', { duration: text, ...RAW })
    );
  }
  return lines.map((line) => `- ${line}`);
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
    const values = { time, after: durationText(after), name: plain(metricTitle(row.metric)), ...RAW };
    return after > 0
      ? t('story.text.joined', '{{time}}, after {{after}}: {{name}}', values)
      : t('story.text.joined-first', '{{time}}: {{name}}', values);
  });
  return listed(t('story.text.order', 'Order:'), lines, known.length > most);
}

function outsideLines({ state, outside }: Facts, rows: readonly MetricStory[], most: number): string[] {
  const out = rows
    .filter((row) => ['outside', 'recovering'].includes(stateOf(row)))
    .sort((a, b) => Math.abs(worstOf(b) ?? 0) - Math.abs(worstOf(a) ?? 0));
  if (out.length === 0 && outside === null) {
    return [];
  }
  return listed(outsideTitle(state === 'ended', outside), out.slice(0, most).map(outsideText), out.length > most);
}

function outsideTitle(hasEnded: boolean, count: number | null): string {
  if (count === null) {
    return hasEnded
      ? t('story.text.some-were-outside', 'Outside at the end:')
      : t('story.text.some-outside', 'Outside now:');
  }
  return hasEnded
    ? t('story.text.were-outside', 'Metrics outside at the end: {{number}}', { number: count })
    : t('story.text.outside', 'Metrics outside now: {{number}}', { number: count });
}

function outsideText(row: MetricStory): string {
  const newest = newestOf(row);
  const worst = worstOf(row);
  const values = {
    name: plain(metricTitle(row.metric)),
    value: rounded(newest?.value ?? NaN),
    from: rounded(newest?.expectedFrom ?? NaN),
    to: rounded(newest?.expectedTo ?? NaN),
    worst: rounded(worst ?? NaN),
    ...RAW,
  };
  return worst === null
    ? t('story.text.is-at', '{{name}}: {{value}}, expected {{from}} to {{to}}', values)
    : t(
        'story.text.is-far',
        '{{name}}: {{value}}, expected {{from}} to {{to}}, farthest {{worst}} corridor widths',
        values
      );
}

function newsLines({ similar, verdict }: Facts): string[] {
  const lines: string[] = [];
  if (verdict !== null) {
    lines.push(t('story.text.verdict', 'Verdict: {{verdict}}', { verdict: verdictWord(verdict), ...RAW }));
  }
  if (similar !== null) {
    lines.push(t('story.text.similar', 'Similar alerts before: {{number}}', { number: similar }));
  }
  return lines.length > 0 ? [`- ${lines.join('. ')}`] : [];
}

function unknownLines(summary: Facts, rows: readonly MetricStory[], isWhole: boolean): string[] {
  const { state, since, until, outside, lag, similar, verdict } = summary;
  const gaps: Array<[boolean, string]> = [
    [!isWhole || rows.length === 0, t('story.text.no-events', 'some events')],
    [since === null, t('story.text.no-since', 'when it began')],
    [state === 'ended' && until === null, t('story.text.no-until', 'when it ended')],
    [state === null, t('story.text.no-state', 'whether it is active')],
    [rows.length > 0 && outside === null, t('story.text.no-outside', 'the state of some metrics')],
    [lag === null, t('story.text.no-lag', 'when a metric left its corridors')],
    [similar === null, t('story.text.no-similar', 'similar alerts')],
    [similar !== null && verdict === null, t('story.text.no-verdict', 'whether it is usual')],
  ];
  const unknown = gaps.flatMap(([isGap, text]) => (isGap ? [text] : []));
  return unknown.length > 0
    ? [`- ${t('story.text.unknown', 'Not known: {{gaps}}', { gaps: unknown.join(', '), ...RAW })}`]
    : [];
}

function listed(title: string, lines: string[], isCut: boolean): string[] {
  return [`- ${title}`, ...lines, ...(isCut ? [t('story.text.more', 'and more')] : [])].map((line, i) =>
    i === 0 ? line : `  - ${line}`
  );
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
