import { DAY, HOUR, metricsUpTo, MINUTE, type World, type WorldAlert } from '../support/world/truth';
import { alertsIn, impactOf, isActive, judgedAt, type Period, startOf, untilOf } from './oracle';
import { metricsIn } from './ranking';

/** What reports must show. */

export interface Figures {
  alerts: number;
  activeTime: number;
  longest: number | null;
  median: number | null;
  repeats: number;
}

/** A row of a report about these alerts. Only `own` metrics count. `known` are the alerts of both periods. */
export function figures(
  alerts: WorldAlert[],
  known: WorldAlert[],
  { from, to }: Period,
  now: number,
  own: (metric: number) => boolean = () => true
): Figures {
  const lengths = alerts.map((alert) => untilOf(alert, now) - startOf(alert)).sort((a, b) => a - b);
  const middle = lengths.length / 2;
  const median = (lengths[Math.floor(middle)] + lengths[Math.ceil(middle) - 1]) / 2;
  const came = (alert: WorldAlert, before: WorldAlert) =>
    !isActive(before, now) &&
    before.id !== alert.id &&
    untilOf(before, now) <= startOf(alert) &&
    startOf(alert) - untilOf(before, now) < HOUR &&
    metricsUpTo(alert, now).some((metric) => own(metric) && metricsUpTo(before, now).includes(metric));
  return {
    alerts: alerts.length,
    activeTime: alerts.reduce(
      (sum, alert) => sum + Math.max(0, Math.min(untilOf(alert, now), to) - Math.max(startOf(alert), from)),
      0
    ),
    longest: lengths.length > 0 ? lengths[lengths.length - 1] : null,
    median: lengths.length === 0 ? null : lengths.length % 2 === 1 ? lengths[Math.floor(middle)] : median,
    repeats: alerts.filter((alert) => known.some((before) => came(alert, before))).length,
  };
}

/** What a row of a report is about: the key of a metric, or of an alert. */
export const KEYS: Record<string, (world: World, metric: number) => string | null> = {
  system: ({ metrics }, metric) => (metrics[metric].systemId === null ? null : String(metrics[metric].systemId)),
  node: ({ metrics }, metric) => String(metrics[metric].nodeId),
  metric: ({ metrics }, metric) => metrics[metric].statTypeId,
  series: ({ metrics }, metric) => `${metrics[metric].nodeId}:${metrics[metric].statTypeId}`,
};

/** The rows by their keys. An alert counts in each row that had one of its metrics in the period. */
export function reportRows(world: World, by: string, range: Period, now: number): Map<string | null, ReportRow> {
  const before = previous(range);
  const keysOf = (alert: WorldAlert, period: Period) =>
    by === 'impact'
      ? [impactOf(alert, judgedAt(period, now))]
      : metricsIn(alert, period).map((metric) => KEYS[by](world, metric));
  const all = [range, before].flatMap((period) =>
    alertsIn(world, period, now).flatMap((alert) => keysOf(alert, period))
  );
  const keys = new Set(by === 'impact' ? ['severe', 'high', 'medium', 'low', ...all] : all);
  const rows = [...keys].map((key) => {
    const isOwn = (alert: WorldAlert, period: Period) => keysOf(alert, period).includes(key);
    return [
      key,
      rowOf(world, range, now, isOwn, (metric) => by === 'impact' || KEYS[by](world, metric) === key),
    ] as const;
  });
  return new Map(rows);
}

export type ReportRow = ReturnType<typeof rowOf>;

export function previous({ from, to }: Period): Period {
  return { from: from - (to - from), to: from };
}

function rowOf(
  world: World,
  range: Period,
  now: number,
  isOwn: (alert: WorldAlert, period: Period) => boolean,
  own?: (metric: number) => boolean
) {
  const before = previous(range);
  const [found, earlier] = [range, before].map((period) => alertsIn(world, period, now));
  const known = [...new Set([...found, ...earlier])];
  const of = (alerts: WorldAlert[], period: Period) => alerts.filter((alert) => isOwn(alert, period));
  const then = figures(of(earlier, before), known, before, now);
  const row = figures(of(found, range), known, range, now, own);
  const change = then.activeTime === 0 ? null : row.activeTime / then.activeTime - 1;
  return { ...row, alertsBefore: then.alerts, activeTimeBefore: then.activeTime, change };
}

/**
 * The days of a range with the alerts that were active on each. At midnight, the old day is over. An alert that touches an
 * end of the range counts on the day there.
 */
export function reportDays(world: World, range: Period, now: number) {
  const known = [range, previous(range)].flatMap((period) => alertsIn(world, period, now));
  const days = [];
  for (let day = Math.floor(range.from / DAY) * DAY; day < range.to; day += DAY) {
    const midnight = day + DAY;
    const period = { from: Math.max(day, range.from), to: Math.min(midnight, range.to) };
    const alerts = alertsIn(world, range, now).filter((alert) => {
      const [start, until] = [startOf(alert), untilOf(alert, now)];
      const isOverBefore = until < day || (until === day && start < day && day > range.from);
      return !isOverBefore && (start < midnight || (start === midnight && midnight === range.to));
    });
    const byImpact = ['severe', 'high', 'medium', 'low'].map((impact) => {
      const own = alerts.filter((alert) => impactOf(alert, now) === impact);
      return [impact, figures(own, [], period, now).activeTime] as const;
    });
    days.push({ day, ...figures(alerts, known, period, now), ...Object.fromEntries(byImpact) });
  }
  return days;
}

/** The summary in one row: both periods, and the smallest number of metrics with half of the total time under alert. */
export function reportSummary(world: World, range: Period, now: number) {
  const [all, before] = [range, previous(range)].map((period) =>
    figures(alertsIn(world, period, now), [], period, now)
  );
  const times = [...reportRows(world, 'series', range, now).values()]
    .map((row) => row.activeTime)
    .sort((a, b) => b - a);
  const sum = (values: number[]) => values.reduce((a, b) => a + b, 0);
  const count = times.findIndex((_, i) => sum(times.slice(0, i + 1)) >= sum(times) / 2) + 1;
  const isKnown = sum(times) > 0;
  return {
    alerts: all.alerts,
    activeTime: all.activeTime,
    alertsBefore: before.alerts,
    activeTimeBefore: before.activeTime,
    topCount: isKnown ? count : null,
    topShare: isKnown ? sum(times.slice(0, count)) / sum(times) : null,
  };
}

/** The figures of alert quality. Ranges shorter than a week only have counts. */
export function quality(alerts: WorldAlert[], { from, to }: Period, now: number) {
  const began = alerts.filter((alert) => startOf(alert) >= from && startOf(alert) < to);
  const times = began.map(startOf);
  const asOf = Math.min(to, now);
  const joined = ({ events }: WorldAlert, metric: number) =>
    events.find(({ at, changes }) => at < to && changes.some((one) => one.metric === metric && one.type !== 'removed'))
      ?.at;
  const chatters = (alert: WorldAlert) =>
    metricsUpTo(alert, now).some((metric) => {
      const joins = began.flatMap((one) => joined(one, metric) ?? []);
      const own = joined(alert, metric) ?? NaN;
      // Chattering: three joins within one hour, one of them to this alert.
      return joins.some(
        (start) =>
          own >= start && own < start + HOUR && joins.filter((at) => at >= start && at < start + HOUR).length >= 3
      );
    });
  return {
    alerts: began.length,
    busiest: Math.max(0, ...times.map((start) => times.filter((at) => at >= start && at < start + 10 * MINUTE).length)),
    chattering: began.filter(chatters).length,
    fleeting: began.filter(
      (alert) => !isActive(alert, now) && untilOf(alert, now) <= to && untilOf(alert, now) - startOf(alert) < 5 * MINUTE
    ).length,
    perDay: to - from < 7 * DAY - HOUR ? null : began.length / ((to - from) / DAY),
    topTen: to - from < 7 * DAY - HOUR ? null : topTen(began, asOf),
    standing: alerts.filter((alert) => Math.min(untilOf(alert, now), to) - startOf(alert) > DAY).length,
  };
}

/** The share of the ten noisiest metrics in all joins, null if there are at most ten. */
function topTen(began: WorldAlert[], asOf: number): number | null {
  const all = began.flatMap((alert) => metricsUpTo(alert, asOf));
  const counts = [...new Set(all)].map((metric) => all.filter((one) => one === metric).length).sort((a, b) => b - a);
  const sum = (values: number[]) => values.reduce((a, b) => a + b, 0);
  return counts.length > 10 ? sum(counts.slice(0, 10)) / sum(counts) : null;
}
