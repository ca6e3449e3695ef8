import { type DataFrame, DataFrameType, formattedValueToString, getValueFormat } from '@grafana/data';
import { t } from '@grafana/i18n';
import { countBy, sum } from 'lodash';
import { flappingMetric, incidentsOf } from '../../judging/incidents';
import { seriesKey } from '../../ground/series';
import { type Named } from '../../service/alerts';
import { type Column, flagColumn, scoreColumn, tableFrame, textColumn } from '../../table/frame';
import { textMapping } from '../../table/words';
import { mappedColumn } from '../../table/columns';
import { type Span, DAY, HOUR, MINUTE } from '../../ground/spans';
import { type Period, type ReportAlert } from './periods';

/** A week, possibly with a change to daylight saving time. Shorter periods only have counts. */
const SHORTEST = 7 * DAY - HOUR;

const TEN_MINUTES = 10 * MINUTE;
/** More alerts than this within ten minutes are a flood. */
const FLOOD = 10;
const FLEETING = 5 * MINUTE;
/** An alert that lasts longer is standing. */
export const STANDING = DAY;
const TOP = 10;

/** A figure of the quality of alerting, after EEMUA 191 and ISA-18.2 (docs/queries.md). */
interface Figure {
  figure: string;
  name: string;
  /** What the standards recommend. None where their unit is another. */
  target?: string;
  meaning: string;
  /** Rates and shares (from 0 to 1) need a complete period of a week. Others are counts. */
  kind?: 'rate' | 'share';
  needsMetrics?: boolean;
  /** @param began the alerts that began in the span. Null if there is no value. */
  of: (began: readonly ReportAlert[], span: Span) => number | null;
}

function figures(): Figure[] {
  const atMost = (value: string) => t('report.target.at-most', 'at most {{value}}', { value });
  const nearZero = t('report.target.near-zero', 'near 0');
  return [
    {
      figure: 'alerts',
      name: t('report.began', 'Alerts that began'),
      meaning: t('report.began-for', 'In the time range'),
      of: (began) => began.length,
    },
    {
      figure: 'perDay',
      name: t('report.per-day', 'Alerts per day'),
      target: atMost('150'),
      meaning: t('report.average-for', 'The average over the time range'),
      kind: 'rate',
      of: (began, { from, to }) => began.length / ((to - from) / DAY),
    },
    {
      figure: 'perTenMinutes',
      name: t('report.per-ten', 'Alerts per 10 min'),
      target: atMost('1'),
      meaning: t('report.average-for', 'The average over the time range'),
      kind: 'rate',
      of: (began, { from, to }) => began.length / ((to - from) / TEN_MINUTES),
    },
    {
      figure: 'busiest',
      name: t('report.busiest', 'Most alerts in 10 min'),
      target: atMost('10'),
      meaning: t('report.busiest-for', 'More than 10 are a flood'),
      of: (began) => mostWithin(began.map(({ firstSeenAt }) => firstSeenAt ?? 0)),
    },
    {
      figure: 'flood',
      name: t('report.flood', 'Time in a flood'),
      target: t('report.target.below', 'below {{value}}', { value: '1%' }),
      meaning: t('report.flood-for', 'Share of 10 min in which more than 10 alerts began'),
      kind: 'share',
      of: floodShare,
    },
    impactFigure('severe', t('report.severe', 'Severe alerts'), atMost('5%')),
    impactFigure('high', t('report.high', 'High alerts'), atMost('15%')),
    {
      figure: 'flapping',
      name: t('report.flapping', 'Flapping incidents'),
      target: nearZero,
      meaning: t('report.flapping-for', '3 or more alerts began with one metric, less than 1 h apart'),
      needsMetrics: true,
      of: (began) => flappingOf(began).length,
    },
    {
      figure: 'fleeting',
      name: t('report.fleeting', 'Fleeting alerts'),
      target: nearZero,
      meaning: t('report.fleeting-for', 'Over in less than 5 min'),
      of: (began) => began.filter(isFleeting).length,
    },
    {
      figure: 'standing',
      name: t('report.standing', 'Standing alerts'),
      target: nearZero,
      meaning: t('report.standing-for', 'Began in the time range and lasted more than 24 h of it'),
      of: (began, span) => began.filter((alert) => isStanding(alert, span)).length,
    },
    {
      figure: 'topTen',
      name: t('report.top-ten', 'Top 10 metrics'),
      meaning: t('report.top-ten-for', 'Their share of all metrics in alerts'),
      kind: 'share',
      needsMetrics: true,
      of: topShare,
    },
  ];
}

interface QualityRow extends Figure {
  value: number | null;
  /** From the search of the previous period. */
  before: number | null;
  complete: boolean;
}

/** @param before undefined if it could not be read */
export function qualityRows(present: Period, before: Period | undefined): QualityRow[] {
  return figures().map((figure) => ({
    ...figure,
    value: valueOf(figure, present),
    before: before ? valueOf(figure, before) : null,
    complete: present.isWhole && (present.isKnown || !figure.needsMetrics),
  }));
}

/** Only alerts that began in the span count. Later events do not. */
function valueOf({ kind, needsMetrics, of }: Figure, { alerts, span, isWhole, isKnown }: Period): number | null {
  const isShown = !kind || (isWhole && span.to - span.from >= SHORTEST);
  const began = alerts.filter((alert) => beganIn(alert, span));
  return isShown && (isKnown || !needsMetrics) ? of(began, span) : null;
}

function impactFigure(impact: string, name: string, target: string): Figure {
  const shareIn = (began: readonly ReportAlert[]) =>
    began.filter((alert) => alert.impact === impact).length / began.length;
  return {
    figure: impact,
    name,
    target,
    meaning: t('report.impact-for', 'Their share of the alerts that began'),
    kind: 'share',
    of: (began) => (began.length > 0 ? shareIn(began) : null),
  };
}

function isFleeting({ duration, active }: ReportAlert): boolean {
  return duration !== null && duration < FLEETING && active === false;
}

function isStanding({ firstSeenAt, until }: ReportAlert, { to }: Span): boolean {
  return Math.min(until, to) - (firstSeenAt ?? to) > STANDING;
}

/** Whether an alert began in the span, without its end. */
export function beganIn({ firstSeenAt }: ReportAlert, { from, to }: Span): boolean {
  return firstSeenAt !== null && firstSeenAt >= from && firstSeenAt < to;
}

/** The largest number of times within ten minutes. */
function mostWithin(times: number[]): number {
  const sorted = [...times].sort((a, b) => a - b);
  let [first, most] = [0, 0];
  sorted.forEach((time, i) => {
    while (time - sorted[first] >= TEN_MINUTES) {
      first++;
    }
    most = Math.max(most, i - first + 1);
  });
  return most;
}

/** The share of the ten minutes, counted from the start of the span, in which more than ten alerts began. */
function floodShare(began: readonly ReportAlert[], { from, to }: Span): number {
  const counts = countBy(began, ({ firstSeenAt }) => Math.floor(((firstSeenAt ?? 0) - from) / TEN_MINUTES));
  return Object.values(counts).filter((count) => count > FLOOD).length / Math.ceil((to - from) / TEN_MINUTES);
}

/** The metrics of flapping incidents. */
export function flappingOf(alerts: readonly ReportAlert[]): Named[] {
  const keysOf = ({ metrics }: ReportAlert) => metrics?.map((metric) => seriesKey(metric)) ?? null;
  const compared = alerts.map((alert) => {
    const { id, firstSeenAt: from, until: to } = alert;
    return { id, from, to, metrics: keysOf(alert) };
  });
  const firstOf = new Map(alerts.map(({ id, metrics }) => [id, metrics?.[0]]));
  return incidentsOf(compared).flatMap(
    ({ members }) => flappingMetric(members.flatMap(({ id }) => firstOf.get(id) ?? [])) ?? []
  );
}

/** The share of the ten metrics that are in the most alerts, in all metrics of alerts. Null if there are at most ten. */
function topShare(alerts: readonly ReportAlert[]): number | null {
  const metrics = alerts.flatMap(({ metrics }) => metrics ?? []);
  const counts = Object.values(countBy(metrics, (metric) => seriesKey(metric))).sort((a, b) => b - a);
  return counts.length > TOP ? sum(counts.slice(0, TOP)) / sum(counts) : null;
}

/** One row per figure. Each number has the text of its unit. */
export function qualityTable(rows: readonly QualityRow[]): DataFrame {
  const names = Object.fromEntries(figures().map(({ figure, name }) => [figure, name]));
  const columns: Array<Column<QualityRow>> = [
    mappedColumn('figure', ({ figure }) => figure, names),
    valueColumn('value', rows),
    valueColumn('before', rows),
    textColumn('target', ({ target }) => target ?? null),
    textColumn('meaning', ({ meaning }) => meaning, { width: 320, wrap: true }),
    flagColumn('complete', ({ complete }) => complete),
  ];
  return tableFrame(t('report.quality', 'Quality of alerting'), rows, columns, DataFrameType.NumericLong);
}

/** A number that two figures format differently has no text, and is shown unchanged. */
function valueColumn(name: 'value' | 'before', rows: readonly QualityRow[]): Column<QualityRow> {
  const texts = rows.flatMap(({ [name]: value, ...figure }) =>
    value === null ? [] : [[value, figureText(figure, value)] as const]
  );
  const isClear = ([value, text]: readonly [number, string]) =>
    texts.every(([other, another]) => other !== value || another === text);
  const mapping = textMapping(texts.filter(isClear).map(([value, text]) => [value, { text }]));
  return scoreColumn(name, (row) => row[name], { config: { mappings: [mapping] } });
}

function figureText({ figure, kind }: Pick<Figure, 'figure' | 'kind'>, value: number): string {
  if (kind === 'share') {
    return formattedValueToString(getValueFormat('percentunit')(value, figure === 'flood' ? 1 : 0));
  }
  return String(Number.isInteger(value) ? value : Number(value.toFixed(value < 1 ? 2 : 1)));
}
