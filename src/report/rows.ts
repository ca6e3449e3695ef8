import { IMPACTS } from '../alertbook/order';
import { type Span } from '../time/spans';
import {
  activeTime,
  type Figures,
  figuresOf,
  metricsWithin,
  type ReportAlert,
  type ReportMetric,
  repeatsOf,
} from './figures';
import { type By } from './models';

/** The alerts that were active in a span. */
export interface Side {
  span: Span;
  alerts: readonly ReportAlert[];
}

export interface ReportRow extends Figures {
  /** Impact, or the name of a system, node, or metric, or its ID; null where the alert has none. */
  name: string | null;
  /** Of a system, node, or metric. */
  id: string | null;
  /** The row of the alerts whose metrics in the span are unknown. */
  isUnknown: boolean;
  /** Epoch milliseconds of a day's start; null for other rows. */
  day: number | null;
  /** Of the previous period; null where it could not be read, and for days. */
  alertsBefore: number | null;
  activeTimeBefore: number | null;
  /** `activeTime / activeTimeBefore - 1`; null where that is not known or 0. */
  change: number | null;
}

/**
 * The rows of a report by impact, system, node or metric (contract: `alertReport`).
 *
 * @param before null where it could not be read
 */
export function reportRows(by: Exclude<By, 'day'>, present: Side, before: Side | null): ReportRow[] {
  const cameBack = repeatsOf(known(present, before));
  const groups = new Map<string, Group>();
  if (by === 'impact') {
    IMPACTS.forEach((impact) => open(groups, { name: impact, id: null, isUnknown: false }));
  }
  const gather = ({ alerts, span }: Side, list: 'present' | 'before') => {
    for (const alert of alerts) {
      keysOf(alert, by, span).forEach((key) => open(groups, key)[list].push(alert));
    }
  };
  gather(present, 'present');
  if (before) {
    gather(before, 'before');
  }
  const rows = [...groups.values()].map(({ key, ...group }): ReportRow => {
    const figures = figuresOf(group.present, present.span, (alert) =>
      alert.metrics.some((metric) => isOf(metric, by, key) && cameBack(alert, metric))
    );
    return { ...key, ...figures, day: null, ...comparison(figures, before && { ...before, alerts: group.before }) };
  });
  return by === 'impact' ? rows.sort(byImpact) : rows.sort(longestFirst);
}

/** The rows of a report by day: each day cut to the range, with the alerts that were active in it. */
export function dayRows(days: readonly Span[], present: Side, before: Side | null): ReportRow[] {
  const cameBack = repeatsOf(known(present, before));
  return days.map((day, i) => {
    const span = { from: Math.max(day.from, present.span.from), to: Math.min(day.to, present.span.to) };
    const [isFirst, isLast] = [i === 0, i === days.length - 1];
    // At midnight the old day is over; what touches an end of the range belongs to the day there.
    const alerts = present.alerts.filter(({ began, until }) => {
      const start = began ?? -Infinity;
      return (start < span.to || isLast) && (until > span.from || start >= span.from || isFirst);
    });
    const figures = figuresOf(alerts, span, (alert) => alert.metrics.some((metric) => cameBack(alert, metric)));
    return { name: null, id: null, isUnknown: false, day: day.from, ...figures, ...comparison(figures, null) };
  });
}

/** Each alert once; the present row counts. */
function known(present: Side, before: Side | null): ReportAlert[] {
  const ids = new Set(present.alerts.map(({ id }) => id));
  return [...present.alerts, ...(before?.alerts ?? []).filter(({ id }) => id === '' || !ids.has(id))];
}

type Key = Pick<ReportRow, 'name' | 'id' | 'isUnknown'>;

interface Group {
  key: Key;
  present: ReportAlert[];
  before: ReportAlert[];
}

function open(groups: Map<string, Group>, key: Key): Group {
  const { isUnknown, id, name } = key;
  const text = JSON.stringify(isUnknown || id !== null ? [isUnknown, id] : [isUnknown, id, name]);
  const group = groups.get(text) ?? { key, present: [], before: [] };
  if (group.key.name === group.key.id && name !== null) {
    // The id stood for a name that was not known yet.
    group.key = key;
  }
  groups.set(text, group);
  return group;
}

const FIELDS = {
  system: ['systemId', 'systemName'],
  node: ['nodeId', 'nodeName'],
  metric: ['metricId', 'metricName'],
} as const;

/** The rows that an alert counts in, each once. */
function keysOf(alert: ReportAlert, by: Exclude<By, 'day'>, span: Span): Key[] {
  if (by === 'impact') {
    return [{ name: alert.impact, id: null, isUnknown: false }];
  }
  const metrics = metricsWithin(alert, span);
  if (metrics.length === 0) {
    return [{ name: null, id: null, isUnknown: true }];
  }
  const [idField, nameField] = FIELDS[by];
  const keys = new Map<string | null, Key>();
  for (const metric of metrics) {
    const id = metric[idField];
    const name = metric[nameField] || keys.get(id)?.name || id;
    keys.set(id, { name, id, isUnknown: false });
  }
  return [...keys.values()];
}

/** Whether a metric is one of the row's own. */
function isOf(metric: ReportMetric, by: Exclude<By, 'day'>, { id, isUnknown }: Key): boolean {
  return by === 'impact' || (!isUnknown && metric[FIELDS[by][0]] === id);
}

function comparison({ activeTime: time }: Figures, before: Side | null) {
  const activeTimeBefore = before && activeTime(before.alerts, before.span);
  return {
    alertsBefore: before && before.alerts.length,
    activeTimeBefore,
    change: activeTimeBefore ? time / activeTimeBefore - 1 : null,
  };
}

/** Order for `sort`: the interface's impacts from severe to low, then others as text, then none. */
function byImpact({ name: a }: ReportRow, { name: b }: ReportRow): number {
  const rank = (impact: string | null) => {
    const place = (IMPACTS as readonly string[]).indexOf(impact ?? '');
    return place >= 0 ? place : impact === null ? Infinity : IMPACTS.length;
  };
  return rank(a) === rank(b) ? String(a).localeCompare(String(b)) : rank(a) - rank(b);
}

/** Order for `sort`: the longest under alert first; then those with more alerts; then those that were longer before. */
function longestFirst(a: ReportRow, b: ReportRow): number {
  return (
    b.activeTime - a.activeTime ||
    b.alerts - a.alerts ||
    (b.activeTimeBefore ?? 0) - (a.activeTimeBefore ?? 0) ||
    String(a.name).localeCompare(String(b.name)) ||
    String(a.id).localeCompare(String(b.id))
  );
}
