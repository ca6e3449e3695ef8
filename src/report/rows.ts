import { dateTimeForTimeZone } from '@grafana/data';
import { keyBy, mapValues, orderBy, sortBy } from 'lodash';
import { IMPACTS, impactRank } from '../alertbook/order';
import { distinctNames } from '../loading/distinctNames';
import { DAY } from '../settings';
import { type Span } from '../time/spans';
import { seriesKey } from '../query/series';
import { type AlertMetric } from '../service/alerts';
import { activeTime, type Figures, figuresOf, metricsWithin, type ReportAlert, repeatsOf } from './figures';
import { type By } from './models';

/** The alerts that were active in a span. */
export interface Side {
  span: Span;
  alerts: readonly ReportAlert[];
}

export interface ReportRow extends Figures {
  /** Impact, or the name of a system, node, or metric, or its ID. Null if the alert has none. */
  name: string | null;
  /** For a system, node, or metric. */
  id: string | null;
  /** For a series: its node. */
  node?: { name: string | null; id: string | null };
  /** The service's names, without the ID that distinguishes equal ones. For links. */
  plain?: { name: string | null; node?: string | null };
  /** For a day: `activeTime` of the alerts of each impact. */
  byImpact?: Record<(typeof IMPACTS)[number], number>;
  /** The row for alerts with unknown metrics in the span. */
  isUnknown: boolean;
  /** Epoch milliseconds of a day's start. Null for other rows. */
  day: number | null;
  /** From the previous period. Null if it could not be read, and for days. */
  alertsBefore: number | null;
  activeTimeBefore: number | null;
  /** `activeTime / activeTimeBefore - 1`. Null if that is unknown or 0. */
  change: number | null;
}

export type GroupBy = Exclude<By, 'day' | 'quality' | 'summary'>;

/** An impact or an ID. Null: the alert has none. Undefined: its metrics are unknown. */
type Group = string | null | undefined;

const FIELDS = {
  system: ['systemId', 'systemName'],
  node: ['nodeId', 'nodeName'],
  metric: ['metricId', 'metricName'],
  series: ['metricId', 'metricName'],
} as const;

/** The row of a metric. */
function groupOf(by: Exclude<GroupBy, 'impact'>, metric: AlertMetric): string | null {
  return by === 'series' ? seriesKey(metric) : metric[FIELDS[by][0]];
}

/**
 * The rows of a report by impact, system, node, metric, or series.
 *
 * @param before null if it could not be read
 */
export function reportRows(by: GroupBy, present: Side, before: Side | null): ReportRow[] {
  const cameBack = repeatsOf(known(present, before));
  const now = grouped(by, present);
  const then = before && grouped(by, before);
  const groups = new Set<Group>([...(by === 'impact' ? IMPACTS : []), ...now.keys(), ...(then?.keys() ?? [])]);
  const names = by === 'impact' ? null : namesOf(by, [...present.alerts, ...(before?.alerts ?? [])]);
  const nameOf = (group: Group) => (names ? names.get(group) : { name: group ?? null, id: null });
  const rows = [...groups].map((group): ReportRow => {
    const isOwn = (id: Group) => group !== undefined && id === group;
    const figures = figuresOf(now.get(group) ?? [], present.span, (alert) =>
      alert.metrics.some((metric) => (by === 'impact' || isOwn(groupOf(by, metric))) && cameBack(alert, metric))
    );
    return {
      ...(nameOf(group) ?? { name: null, id: null }),
      isUnknown: group === undefined,
      day: null,
      ...figures,
      ...comparison(figures, before && { ...before, alerts: then?.get(group) ?? [] }),
    };
  });
  return by === 'impact'
    ? sortBy(rows, [({ name }) => impactRank(name), 'name'])
    : orderBy(
        rows,
        [
          'activeTime',
          'alerts',
          (row) => row.activeTimeBefore ?? 0,
          (row) => String(row.name),
          (row) => String(row.id),
          (row) => String(row.node?.id),
        ],
        ['desc', 'desc', 'desc', 'asc', 'asc', 'asc']
      );
}

/** The rows of a report by day: each day cut to the range, with the alerts that were active on it. */
export function dayRows(days: readonly Span[], present: Side, before: Side | null): ReportRow[] {
  const cameBack = repeatsOf(known(present, before));
  return days.map((day, i) => {
    const span = { from: Math.max(day.from, present.span.from), to: Math.min(day.to, present.span.to) };
    const [isFirst, isLast] = [i === 0, i === days.length - 1];
    // At midnight, the old day is over. An alert that touches an end of the range belongs to the day there.
    const alerts = present.alerts.filter(({ began, until }) => {
      const start = began ?? -Infinity;
      return (start < span.to || isLast) && (until > span.from || start >= span.from || isFirst);
    });
    const figures = figuresOf(alerts, span, (alert) => alert.metrics.some((metric) => cameBack(alert, metric)));
    const byImpact = mapValues(keyBy(IMPACTS), (impact) =>
      activeTime(
        alerts.filter((alert) => alert.impact === impact),
        span
      )
    ) as Record<(typeof IMPACTS)[number], number>;
    return {
      name: null,
      id: null,
      isUnknown: false,
      day: day.from,
      ...figures,
      ...comparison(figures, null),
      byImpact,
    };
  });
}

/** Whether the state of the alert at the range's end is unknown. */
export function isUnclear({ impact, active }: ReportAlert): boolean {
  return impact === null && active === null;
}

/** Each alert once, with its row from the time range. */
function known(present: Side, before: Side | null): ReportAlert[] {
  const ids = new Set(present.alerts.map(({ id }) => id));
  return [...present.alerts, ...(before?.alerts ?? []).filter(({ id }) => id === '' || !ids.has(id))];
}

/** The alerts of each row. An alert counts once in each, and in none if it is known to have had no metric in the span. */
function grouped(by: GroupBy, { alerts, span }: Side): Map<Group, ReportAlert[]> {
  const groups = new Map<Group, ReportAlert[]>();
  for (const alert of alerts) {
    const own = by === 'impact' ? [alert.impact] : metricsWithin(alert, span).map((metric) => groupOf(by, metric));
    for (const group of new Set<Group>(own.length > 0 || alert.isKnown ? own : [undefined])) {
      groups.set(group, [...(groups.get(group) ?? []), alert]);
    }
  }
  return groups;
}

type Naming = Pick<ReportRow, 'name' | 'id' | 'node' | 'plain'>;

/** The names of rows: the first name in any alert, otherwise the ID. */
function namesOf(by: Exclude<GroupBy, 'impact'>, alerts: readonly ReportAlert[]): Map<Group, Naming> {
  const [idField, nameField] = FIELDS[by];
  const names = new Map<Group, Naming>();
  for (const metric of alerts.flatMap((alert) => alert.metrics)) {
    const group = groupOf(by, metric);
    const { [idField]: id, nodeId } = metric;
    const known = names.get(group);
    const nodeName = named(known?.node?.name, metric.nodeName, nodeId);
    names.set(group, {
      name: named(known?.name, metric[nameField], id),
      id,
      ...(by === 'series' ? { node: { name: nodeName, id: nodeId } } : {}),
    });
  }
  return distinct(names);
}

/** If several have the same name, it is followed by the ID. */
function distinct(names: ReadonlyMap<Group, Naming>): Map<Group, Naming> {
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
  return new Map(
    entries.map(([group, naming], i) => [
      group,
      {
        ...naming,
        name: naming.name && own[i],
        ...(naming.node ? { node: { ...naming.node, name: nodes[i] } } : {}),
        plain: { name: naming.name, node: naming.node?.name },
      },
    ])
  );
}

/** The known name, unless it was only the ID. */
function named(known: string | null | undefined, name: string | null, id: string | null): string | null {
  return known && known !== id ? known : name || id;
}

function comparison({ activeTime: time }: Figures, before: Side | null) {
  const activeTimeBefore = before && activeTime(before.alerts, before.span);
  return {
    alertsBefore: before && before.alerts.length,
    activeTimeBefore,
    change: activeTimeBefore ? time / activeTimeBefore - 1 : null,
  };
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
