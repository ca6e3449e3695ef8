import { dateTimeForTimeZone } from '@grafana/data';
import { mapValues, keyBy, max, orderBy, sortBy } from 'lodash';
import { IMPACTS, impactRank } from '../../facts/order';
import { median } from '../../judging/endedBy';
import { distinctNames } from '../../ground/frameNames';
import { seriesKey } from '../../ground/series';
import { type AlertMetric } from '../../service/alerts';
import { DAY } from '../../ground/settings';
import { type Span } from '../../ground/spans';
import { type By } from './models';
import { type Period, type ReportAlert } from './periods';

/** Numbers of a row. Times are in milliseconds. */
export interface Figures {
  alerts: number;
  /** How long the alerts were active in the span. Overlapping alerts each count. */
  activeTime: number;
  /** Of the whole durations. Null if none is known. */
  longest: number | null;
  median: number | null;
}

export interface ReportRow extends Figures, Naming {
  /** The row for alerts with unknown metrics. */
  isUnknown: boolean;
}

interface Naming {
  /** Impact, or the name of a system, node, or metric, or its ID. Null if the alert has none. */
  name: string | null;
  /** For a system, node, or metric. */
  id: string | null;
  /** For a series: its node. */
  node?: { name: string | null; id: string | null };
  /** The service's names, without the ID that distinguishes equal ones. For links. */
  plain?: { name: string | null; node?: string | null };
}

export interface DayRow extends Figures {
  /** Epoch milliseconds of its start. */
  day: number;
  /** The range, or the time until now, contains only a part of it. */
  partial: boolean;
  /** `activeTime` of the alerts of each impact. */
  byImpact: Record<string, number>;
}

export type MetricGroup = 'system' | 'node' | 'metric' | 'series';
export type GroupBy = Extract<By, MetricGroup | 'impact'>;

/** An impact or an ID. Null: the alert has none. Undefined: its metrics are unknown. */
type Group = string | null | undefined;

const FIELDS = {
  system: ['systemId', 'systemName'],
  node: ['nodeId', 'nodeName'],
  metric: ['metricId', 'metricName'],
  series: ['metricId', 'metricName'],
} as const;

/** The row of a metric. */
function groupOf(by: MetricGroup, metric: AlertMetric): string | null {
  return by === 'series' ? seriesKey(metric) : metric[FIELDS[by][0]];
}

/** The rows of a report by impact, system, node, metric, or series. */
export function reportRows(by: GroupBy, { alerts, span }: Period): ReportRow[] {
  const groups = new Map<Group, ReportAlert[]>(by === 'impact' ? IMPACTS.map((impact) => [impact, []]) : []);
  for (const alert of alerts) {
    const own = by === 'impact' ? [alert.impact] : (alert.metrics?.map((metric) => groupOf(by, metric)) ?? [undefined]);
    for (const group of new Set<Group>(own)) {
      const known = groups.get(group);
      known ? known.push(alert) : groups.set(group, [alert]);
    }
  }
  const names = by === 'impact' ? null : namesOf(by, alerts);
  const rows = [...groups].map(([group, members]): ReportRow => {
    const naming = names ? names.get(group) : { name: group ?? null, id: null };
    return { name: null, id: null, ...naming, isUnknown: group === undefined, ...figuresOf(members, span) };
  });
  return by === 'impact'
    ? sortBy(rows, [({ name }) => impactRank(name), 'name'])
    : orderBy(
        rows,
        ['activeTime', 'alerts', ({ name }) => String(name), ({ id }) => String(id), ({ node }) => String(node?.id)],
        ['desc', 'desc', 'asc', 'asc', 'asc']
      );
}

/**
 * The rows of a report by day: each day cut to the range, with the alerts that were active on it.
 *
 * @param now the time that has passed; epoch milliseconds
 */
export function dayRows(days: readonly Span[], { alerts: all, span: range }: Period, now: number): DayRow[] {
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

/** The names of rows: the first name in any alert, otherwise the ID. If several have the same name, the ID follows it. */
function namesOf(by: MetricGroup, alerts: readonly ReportAlert[]): Map<Group, Naming> {
  const [idField, nameField] = FIELDS[by];
  const names = new Map<Group, Naming>();
  for (const metric of alerts.flatMap(({ metrics }) => metrics ?? [])) {
    const group = groupOf(by, metric);
    const { [idField]: id, nodeId } = metric;
    const known = names.get(group);
    const node = { name: named(known?.node?.name, metric.nodeName, nodeId), id: nodeId };
    names.set(group, { name: named(known?.name, metric[nameField], id), id, ...(by === 'series' ? { node } : {}) });
  }
  const entries = [...names];
  const own = distinctNames(
    entries,
    ([, { name }]) => name ?? '',
    ([, { id }]) => id ?? ''
  );
  const nodes = distinctNames(
    entries,
    ([, { node }]) => node?.name ?? '',
    ([, { node }]) => node?.id ?? ''
  );
  const distinct = ({ name, id, node }: Naming, i: number): Naming => ({
    name: name && own[i],
    id,
    ...(node ? { node: { ...node, name: nodes[i] } } : {}),
    plain: { name, node: node?.name },
  });
  return new Map(entries.map(([group, naming], i) => [group, distinct(naming, i)]));
}

/** The known name, unless it was only the ID. */
function named(known: string | null | undefined, name: string | null, id: string | null): string | null {
  return known && known !== id ? known : name || id;
}

/** If there are more days (27 years), only the newest are listed, because a larger table is slow. */
export const MOST_DAYS = 10_000;

/**
 * The days of a time zone that a range touches, in time order: from the start of a day to the start of the next one, even
 * if clocks change. None begins at the range's end.
 *
 * @param timeZone in Grafana's form, including `browser` and `utc`
 */
export function daysOf(range: Span, timeZone: string): Span[] {
  const from = Math.max(range.from, range.to - MOST_DAYS * DAY);
  const days: Span[] = [];
  let start = startOfDay(from, timeZone);
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
