import { type DataFrame, DataFrameType, dateTimeForTimeZone } from '@grafana/data';
import { t } from '@grafana/i18n';
import { keyBy, mapValues, max, orderBy, pick, pickBy, sortBy } from 'lodash';
import { impactRank } from '../../facts/order';
import { IMPACTS } from '../../ground/query';
import { distinctNames } from '../../ground/frameNames';
import { seriesKey } from '../../ground/series';
import { type Span, DAY } from '../../ground/spans';
import { median } from '../../judging/endedBy';
import { type Named } from '../../service/alerts';
import { colorOf } from '../../table/colors';
import {
  coloredColumn,
  type Column,
  countColumn,
  durationColumn,
  flagColumn,
  tableFrame,
  textColumn,
  timeColumn,
} from '../../table/frame';
import { corridorsLinks, metricAlertsLinks, nodeLinks } from '../../table/links';
import { type LinkPlace } from '../../table/targets';
import { nullMapping } from '../../table/words';
import { type By } from './models';
import { type Period, type ReportAlert } from './periods';

/** Numbers of a row. Times are in milliseconds. */
interface Figures {
  alerts: number;
  /** How long the alerts were active in the span. Overlapping alerts each count. */
  activeTime: number;
  /** Of the whole durations. Null if none is known. */
  longest: number | null;
  median: number | null;
}

export interface GroupRow extends Figures {
  /** Its impact, or the name of its system, node, or metric, or the ID. Null if its alerts have none. */
  name: string | null;
  /** For a series: the name of its node, or the ID. */
  nodeName: string | null;
  /** What the service says of its system, node, or metric. */
  metric: Partial<Named>;
  /** The row for alerts with unknown metrics. */
  isUnknown: boolean;
}

interface DayRow extends Figures {
  /** Epoch milliseconds of its start. */
  day: number;
  /** The range, or the time until now, contains only a part of it. */
  partial: boolean;
  /** `activeTime` of the alerts of each impact. */
  byImpact: Record<string, number>;
}

type MetricGroup = 'system' | 'node' | 'metric' | 'series';
export type GroupBy = Extract<By, MetricGroup | 'impact'>;

/** An impact or an ID. Null: the alert has none. Undefined: its metrics are unknown. */
type Group = string | null | undefined;

/** What a group's row knows of its metrics. The first field is its ID. */
const FIELDS = {
  system: ['systemId', 'systemName'],
  node: ['nodeId', 'nodeName'],
  metric: ['metricId', 'metricName'],
  series: ['metricId', 'metricName', 'nodeId', 'nodeName'],
} as const;

function groupOf(by: MetricGroup, metric: Named): string | null {
  return by === 'series' ? seriesKey(metric) : metric[FIELDS[by][0]];
}

/** The rows of a report by impact, system, node, metric, or series. */
export function groupRows(by: GroupBy, { alerts, span }: Period): GroupRow[] {
  const groups = new Map<Group, ReportAlert[]>(by === 'impact' ? IMPACTS.map((impact) => [impact, []]) : []);
  for (const alert of alerts) {
    const own = by === 'impact' ? [alert.impact] : (alert.metrics?.map((metric) => groupOf(by, metric)) ?? [undefined]);
    for (const group of new Set<Group>(own)) {
      const known = groups.get(group);
      known ? known.push(alert) : groups.set(group, [alert]);
    }
  }
  const naming = by === 'impact' ? null : namesOf(by, alerts);
  const rows = [...groups].map(([group, members]): GroupRow => ({
    ...(naming?.get(group) ?? { name: group ?? null, nodeName: null, metric: {} }),
    isUnknown: group === undefined,
    ...figuresOf(members, span),
  }));
  return by === 'impact'
    ? sortBy(rows, [({ name }) => impactRank(name), 'name'])
    : orderBy(
        rows,
        ['activeTime', 'alerts', 'name', ({ metric }) => metric[FIELDS[by][0]], ({ metric }) => metric.nodeId],
        ['desc', 'desc', 'asc', 'asc', 'asc']
      );
}

/** The names of rows: the first name in any alert, otherwise the ID. If several have the same name, the ID follows it. */
function namesOf(by: MetricGroup, alerts: readonly ReportAlert[]) {
  const [id, name] = FIELDS[by];
  const groups = new Map<Group, Partial<Named>>();
  for (const metric of alerts.flatMap(({ metrics }) => metrics ?? [])) {
    const group = groupOf(by, metric);
    groups.set(group, { ...pickBy(pick(metric, FIELDS[by])), ...groups.get(group) });
  }
  const metrics = [...groups.values()];
  const shown = (nameField: keyof Named, idField: keyof Named) =>
    distinctNames(
      metrics,
      ({ [nameField]: named, [idField]: id }) => named ?? id ?? '',
      (metric) => metric[idField] ?? ''
    ).map((text) => text || null);
  const [names, nodeNames] = [shown(name, id), shown('nodeName', 'nodeId')];
  return new Map(
    [...groups].map(([group, metric], i) => [group, { name: names[i], nodeName: nodeNames[i], metric }] as const)
  );
}

/**
 * The rows of a report by day: each day cut to the range, with the alerts that were active on it.
 *
 * @param now the time that has passed; epoch milliseconds
 */
export function dayRows({ alerts: all, span: range }: Period, now: number, timeZone: string): DayRow[] {
  const days = daysOf(range, timeZone);
  return days.map((day, i) => {
    const span = { from: Math.max(day.from, range.from), to: Math.min(day.to, range.to) };
    const [isFirst, isLast] = [i === 0, i === days.length - 1];
    // At midnight, the old day is over. An alert that touches an end of the range belongs to the day there.
    const alerts = all.filter(({ firstSeenAt, until }) => {
      const start = firstSeenAt ?? -Infinity;
      return (start < span.to || isLast) && (until > span.from || start >= span.from || isFirst);
    });
    const ofImpact = (impact: string) => alerts.filter((alert) => alert.impact === impact);
    return {
      day: day.from,
      partial: span.from > day.from || Math.min(span.to, now) < day.to,
      ...figuresOf(alerts, span),
      byImpact: mapValues(keyBy(IMPACTS), (impact) => activeTime(ofImpact(impact), span)),
    };
  });
}

function figuresOf(alerts: readonly ReportAlert[], span: Span): Figures {
  const durations = alerts.flatMap(({ duration }) => duration ?? []);
  return {
    alerts: alerts.length,
    activeTime: activeTime(alerts, span),
    longest: max(durations) ?? null,
    median: median(durations),
  };
}

/** How long the alerts were active in the span, in milliseconds. */
export function activeTime(alerts: readonly ReportAlert[], { from, to }: Span): number {
  const within = ({ firstSeenAt, until }: ReportAlert) =>
    Math.min(until, to) - Math.max(firstSeenAt ?? -Infinity, from);
  return alerts.reduce((sum, alert) => sum + Math.max(0, within(alert)), 0);
}

/** Of a longer range (27 years), the newest days: a larger table is slow. */
export const MOST_DAYS = 10_000;

/**
 * The days of a time zone that a range touches, in time order: from the start of a day to the start of the next one, even
 * if clocks change. None begins at the range's end.
 *
 * @param timeZone in Grafana's form, including `browser` and `utc`
 */
export function daysOf(range: Span, timeZone: string): Span[] {
  const days: Span[] = [];
  let start = startOfDay(Math.max(range.from, range.to - MOST_DAYS * DAY), timeZone);
  do {
    // Half a day into the next day, in whichever direction clocks change.
    const next = startOfDay(start + 1.5 * DAY, timeZone);
    days.push({ from: start, to: next });
    start = next;
  } while (start < range.to);
  return days;
}

function startOfDay(time: number, timeZone: string): number {
  return dateTimeForTimeZone(timeZone, time).startOf('day').valueOf();
}

/** @param isComplete all its alerts and their metrics are known */
export function groupTable(by: GroupBy, rows: readonly GroupRow[], place: LinkPlace, isComplete = true): DataFrame {
  const columns = by === 'impact' ? impactColumns() : groupColumns(by, place, isComplete);
  return tableFrame(t('type.alert-report', 'Alert report'), rows, columns, DataFrameType.NumericLong);
}

/** The rows by day, with the parts of a day's time under alert for stacked bars. */
export function dayTable(rows: readonly DayRow[]): DataFrame {
  const ofImpact = IMPACTS.map((impact) =>
    durationColumn<DayRow>(impact, ({ byImpact }) => byImpact[impact], {
      width: 95,
      config: { color: { mode: 'fixed', fixedColor: colorOf(impact) } },
    })
  );
  const columns: Array<Column<DayRow>> = [
    timeColumn('day', ({ day }) => day, { width: 150, config: { unit: 'time:ddd YYYY-MM-DD' } }),
    ...figureColumns<DayRow>(),
    ...ofImpact,
    flagColumn('partial', ({ partial }) => partial),
  ];
  return tableFrame(t('type.alert-report', 'Alert report'), rows, columns, DataFrameType.TimeSeriesWide);
}

function impactColumns(): Array<Column<GroupRow>> {
  const impact = coloredColumn<GroupRow>('impact', ({ name }) => name);
  return [withNone(impact, t('option.none', 'none')), ...figureColumns<GroupRow>()];
}

function groupColumns(by: MetricGroup, place: LinkPlace, isComplete: boolean): Array<Column<GroupRow>> {
  const [id] = FIELDS[by];
  const node = nodeLinks<GroupRow>(place, (row) => row);
  const metric = metricAlertsLinks<GroupRow>(place, (row) => row);
  const links = { node, metric, series: corridorsLinks<GroupRow>(place, (row) => row), system: [] }[by];
  const nameOf = ({ name, isUnknown }: GroupRow) => (isUnknown ? t('report.unknown', 'metrics unknown') : name);
  const key = textColumn(by === 'series' ? 'metric' : by, nameOf, { width: 180, wrap: true, links });
  const ofNode = (name: string, of: (row: GroupRow) => string | null) =>
    by === 'series' ? [textColumn<GroupRow>(name, of, { width: 120, wrap: true, links: node })] : [];
  return [
    by === 'system' ? withNone(key, t('report.no-system', 'no system')) : key,
    ...ofNode('node', ({ nodeName }) => nodeName),
    ...figureColumns<GroupRow>(),
    ...ofNode('nodeId', (row) => row.metric.nodeId ?? null),
    textColumn(id, (row) => row.metric[id] ?? null, { width: 120, links: by === 'series' ? metric : links }),
    // An alert that is missing, or whose metrics are unknown, may belong to any row.
    flagColumn('complete', () => isComplete),
  ];
}

function figureColumns<Row extends Figures>(): Array<Column<Row>> {
  return [
    countColumn('alerts', ({ alerts }) => alerts, { width: 70 }),
    durationColumn('activeTime', (row) => row.activeTime, {
      description: t('report.active-time', 'Time that alerts were active; overlapping alerts are added up'),
    }),
    durationColumn('longest', (row) => row.longest),
    durationColumn('median', (row) => row.median),
  ];
}

/** The column with a text instead of missing values. */
function withNone(column: Column<GroupRow>, text: string): Column<GroupRow> {
  const { mappings = [] } = column.config;
  return { ...column, config: { ...column.config, mappings: [...mappings, nullMapping({ text })] } };
}
