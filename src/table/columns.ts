import { t } from '@grafana/i18n';
import { type Seen } from '../judging/earlierAlerts';
import { dayText, durationText, keepText, RAW, shortTime } from '../ground/texts';
import { type Column, countColumn, durationColumn, type Look, minuteColumn, textColumn, wordsWidth } from './frame';
import { chunk, compact, mapValues, maxBy, memoize, uniqBy } from 'lodash';
import { type Snapshot } from '../facts/snapshot';
import { judge } from '../ground/judge';
import { pointsOf } from '../ground/spacing';
import { MINUTE } from '../ground/spans';
import { perObject } from '../service/memory';
import { FieldType } from '@grafana/data';
import { type EndedBy } from '../judging/endedBy';
import { type MetricState, type Silence, type Trend } from '../judging/judgeMetric';
import { wordColors } from './colors';
import { textMapping } from './words';

/**
 * The state of a metric as a colored word.
 *
 * @param past the state at the end of a past range is neither an alarm nor an all-clear, so it has no color
 * @param rows all of them: an unknown state is shown as silence, if none of them is unknown for another reason
 */
export function stateColumn<Row extends { silence: Silence | null }>(
  of: (row: Row) => MetricState | null,
  rows: readonly Row[],
  { past, now, timeZone }: { past: boolean; now: number; timeZone: string }
): Column<Row> {
  const silences = rows.filter((row) => of(row) === 'unknown').map(({ silence }) => silence);
  const unknown = silentTextOfAll(silences, now, timeZone) ?? t('explain.state-unknown', 'unknown');
  const { severe } = wordColors();
  const texts: Record<MetricState, string> = {
    outside: t('explain.state-outside', 'outside'),
    inside: t('explain.state-inside', 'inside'),
    unknown,
  };
  const colors = { outside: severe, inside: 'text', unknown: 'text' };
  return mappedColumn('state', of, texts, { colors: past ? mapValues(colors, () => 'text') : colors });
}

/** The trend of a metric that is outside its corridors. */
export function trendColumn<Row>(of: (row: Row) => string | null, look: Look = {}): Column<Row> {
  return mappedColumn('trend', of, trendWords(), { ...look, config: { custom: { filterable: false } } });
}

export function trendWord(trend: Trend): string {
  return trendWords()[trend];
}

function trendWords(): Record<Trend, string> {
  return {
    worse: t('story.trend-worse', 'worse'),
    steady: t('story.trend-steady', 'steady'),
    better: t('story.trend-better', 'better'),
  };
}

/** A metric without data, and since when, if it had any. */
export function silentText({ last }: { last: { at: number } | null }, now: number, timeZone: string): string {
  return last === null ? t('deviations.no-data', 'No data') : silentSince(shortTime(last.at, now, timeZone));
}

export function silentSince(time: string): string {
  return t('incidents.silent-since', 'silent since {{time}}', { time, ...RAW });
}

/** The same of several metrics, which share one text. Undefined if some are not silent. */
function silentTextOfAll(silences: ReadonlyArray<Silence | null>, now: number, timeZone: string): string | undefined {
  const [first, ...others] = uniqBy(compact(silences), 'last.at');
  return first && !silences.includes(null)
    ? silentText(others.length === 0 ? first : { last: null }, now, timeZone)
    : undefined;
}

/** Whether the value returned, or the corridor moved to it. */
export function endedByColumn<Row>(of: (row: Row) => EndedBy | null): Column<Row> {
  const texts: Record<EndedBy, string> = { recovered: endedByWord('recovered'), relearned: endedByWord('relearned') };
  const description = t('story.ended-by', 'Whether the value came back, or the corridors adapted to it.');
  return mappedColumn('endedBy', of, texts, { description });
}

export function endedByWord(endedBy: EndedBy): string {
  return endedBy === 'recovered' ? t('story.recovered', 'recovered') : t('story.relearned', 'new normal');
}

/**
 * Shows each value as its text, in this order in filters. As wide as the texts in the user's language, which no panel can
 * know.
 */
export function mappedColumn<Row>(
  name: string,
  of: (row: Row) => string | null,
  texts: Readonly<Record<string, string>>,
  { colors, config, ...look }: Look & { colors?: Readonly<Record<string, string>> } = {}
): Column<Row> {
  const mappings = [
    textMapping(Object.entries(texts).map(([value, text]) => [value, { text, color: colors?.[value] }])),
  ];
  const custom = { ...config?.custom, ...(colors && { cellOptions: { type: 'color-text' } }) };
  return textColumn(name, of, {
    width: wordsWidth(Object.values(texts)),
    ...look,
    config: { ...config, custom, mappings },
  });
}

/** Points are up to a tenth of a step off. */
const ABOUT_A_MINUTE = 1.5 * MINUTE;

/**
 * A text for rows whose points are farther apart than 1m, and for sums, which depend on it; empty for others.
 *
 * @param of milliseconds; null without points @param rows of the table, which hides the column if it is empty
 */
export function resolutionColumn<Row>(
  of: (row: Row) => number | null,
  rows: readonly Row[],
  isSum: (row: Row) => boolean = () => false
): Column<Row> {
  // Rows have few different resolutions, and translating is slow.
  const [textOf, sumText] = [memoize(resolutionText), memoize(sumsText)];
  const text = (row: Row) => (isSum(row) ? sumText(of(row)) : textOf(of(row)));
  return textColumn('resolution', text, { width: 180, wrap: true, hidden: rows.every((row) => text(row) === '') });
}

/** `By values of 15 min.` */
function resolutionText(step: number | null): string {
  return isCoarse(step) ? t('explain.resolution', 'By values of {{step}}.', { step: durationText(step), ...RAW }) : '';
}

function sumsText(step: number | null): string {
  return step === null ? '' : t('explain.sums', 'By sums of {{step}}.', { step: durationText(step), ...RAW });
}

/** Whether points are farther apart than 1m. */
export function isCoarse(step: number | null): step is number {
  return step !== null && step > ABOUT_A_MINUTE;
}

interface SeenOptions {
  now: number;
  timeZone: string;
  /** Whether the query does not ask for them. */
  hidden?: boolean;
}

/** What is known of the earlier alerts of the first metric. */
export function seenColumn<Row>(of: (row: Row) => Seen | null, { now, timeZone, hidden }: SeenOptions): Column<Row> {
  const text = (row: Row) => {
    const seen = of(row);
    return seen && seenText(seen, now, timeZone);
  };
  return textColumn('seen', text, {
    width: 240,
    wrap: true,
    hidden,
    description: t('earlier.seen', 'Earlier alerts with the same first metric in the 90 days before'),
  });
}

/** The sentence, and its numbers, which are hidden. */
export function seenColumns<Row>(of: (row: Row) => Seen | null, options: SeenOptions): Array<Column<Row>> {
  return [
    seenColumn(of, options),
    countColumn('earlier', (row) => of(row)?.earlier ?? null, { hidden: true }),
    minuteColumn('lastTime', (row) => of(row)?.lastTime ?? null, options.now, { hidden: true }),
    durationColumn('usually', (row) => of(row)?.usually ?? null, { hidden: true }),
  ];
}

const firstText = keepText(() => t('earlier.first', 'first in 90 days'));
const againText = keepText((duration: string) =>
  t('earlier.again', 'again, {{duration}} after the last', { duration, ...RAW })
);
const nthText = keepText((n: number) => t('earlier.nth', '{{nth}} in 90 days', { nth: ordinal(n), n }));
const lastText = keepText((day: string) => t('earlier.last', 'last {{day}}', { day, ...RAW }));
const longestText = keepText(() => t('earlier.longest', 'already the longest'));
const usuallyText = keepText((duration: string) => t('earlier.usually', 'usually {{duration}}', { duration, ...RAW }));

/**
 * `first in 90 days`, `4th in 90 days, last Nov 18, usually 40 min`, `4th in 90 days, last Nov 18, already the longest`, or
 * `again, 1 h 45 min after the last, 4th in 90 days, usually 40 min`.
 */
function seenText({ earlier, lastTime, usually, isLongest, after }: Seen, now: number, timeZone: string): string {
  if (earlier === 0) {
    return firstText();
  }
  const last = lastTime === null ? null : dayText(lastTime, now, timeZone);
  const duration = usually === null ? null : durationText(usually);
  const again = after === null ? null : durationText(after);
  const parts = [
    again && againText(again),
    nthText(earlier + 1),
    !again && last && lastText(last),
    isLongest ? longestText() : duration && usuallyText(duration),
  ];
  return parts.filter(Boolean).join(', ');
}

const SUFFIXES: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' };

const ORDINALS = new Intl.PluralRules('en', { type: 'ordinal' });

/** `4th`, in English. Other languages use the number. */
function ordinal(n: number): string {
  return n + (SUFFIXES[ORDINALS.select(n)] ?? 'th');
}

/** The maximum of points in a small graph. */
const MOST_POINTS = 100;

/** What a small graph shows: the points of a metric from a time on, in epoch milliseconds. */
export interface DistanceGraph {
  snapshot: Snapshot;
  from: number;
}

/**
 * The distance of each row's metric from its corridors over time, in widths of main (0 inside): a small frame per cell,
 * for a sparkline. It is plain data, so that a snapshot keeps it.
 */
export function distanceColumn<Row>(of: (row: Row) => DistanceGraph | null, hidden = false): Column<Row> {
  const custom = {
    width: 150,
    cellOptions: { type: 'sparkline', hideValue: true },
    ...(hidden ? { hideFrom: { viz: true }, hidden } : {}),
  };
  const cellOf = (row: Row) => {
    const graph = of(row);
    return graph && distanceFrame(graph);
  };
  return { name: 'distance', type: FieldType.frame, of: cellOf, config: { unit: 'none', decimals: 1, custom } };
}

/** Made once for each graph: a table is made several times. */
export const distanceFrame = perObject(({ snapshot, from }: DistanceGraph) => {
  const { columns, step } = pointsOf(snapshot);
  const { deviation } = judge(columns);
  const known = Array.from(columns.time.keys()).filter(
    (row) => columns.time[row] >= from && !Number.isNaN(deviation[row])
  );
  const size = Math.ceil(known.length / MOST_POINTS);
  // The farthest of several neighbors is drawn, so that a short peak stays visible.
  const shown = chunk(known, size).flatMap((rows) => maxBy(rows, (row) => Math.abs(deviation[row])) ?? []);
  if (shown.length === 0) {
    return null;
  }
  const field = (name: string, type: FieldType, values: number[], config = {}) => ({ name, type, config, values });
  return {
    length: shown.length,
    // For a CSV file: the newest distance.
    value: deviation[known[known.length - 1]],
    fields: [
      field(
        'time',
        FieldType.time,
        shown.map((row) => columns.time[row]),
        // Without it, Grafana breaks the line wherever points are farther apart than the first two.
        { interval: 2 * size * step }
      ),
      field(
        'distance',
        FieldType.number,
        shown.map((row) => deviation[row])
      ),
    ],
  };
});

/** The number of values in a line. */
const LINE_VALUES = 48;

/**
 * The furthest distances, and the newest, as a list at equal intervals from the start to the end: a sparkline draws a frame
 * on the panel's time range, and a list from edge to edge.
 */
export function lineColumn<Row>(of: (row: Row) => (DistanceGraph & { to: number }) | null): Column<Row> {
  const lineOf = (graph: DistanceGraph & { to: number }) => {
    const [time, distance] = distanceFrame(graph)?.fields ?? [];
    const line: Array<number | null> = Array.from({ length: LINE_VALUES }, () => null);
    time?.values.forEach((at, i) => {
      const share = (at - graph.from) / (graph.to - graph.from);
      const place = Math.min(Math.floor(share * LINE_VALUES), LINE_VALUES - 1);
      if (place === LINE_VALUES - 1 || Math.abs(distance.values[i]) >= Math.abs(line[place] ?? 0)) {
        line[place] = distance.values[i];
      }
    });
    return time ? line : null;
  };
  const config = { custom: { hideFrom: { viz: true }, hidden: true } };
  return {
    name: 'line',
    type: FieldType.other,
    of: (row) => {
      const graph = of(row);
      return graph && lineOf(graph);
    },
    config,
  };
}
