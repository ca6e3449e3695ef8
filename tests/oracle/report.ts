import { DAY, HOUR, metricsUpTo, MINUTE, type World, type WorldAlert } from '../support/world/truth';
import { alertsIn, impactOf, incidents, inOrder, isActive, judgedAt, type Period, startOf, untilOf } from './oracle';

/** What reports must show. */

export interface Figures {
  alerts: number;
  activeTime: number;
  longest: number | null;
  median: number | null;
}

/** A row of a report about these alerts. */
export function figures(alerts: WorldAlert[], { from, to }: Period, now: number): Figures {
  const lengths = alerts.map((alert) => untilOf(alert, now) - startOf(alert)).sort((a, b) => a - b);
  const middle = lengths.length / 2;
  const median = (lengths[Math.floor(middle)] + lengths[Math.ceil(middle) - 1]) / 2;
  return {
    alerts: alerts.length,
    activeTime: alerts.reduce(
      (sum, alert) => sum + Math.max(0, Math.min(untilOf(alert, now), to) - Math.max(startOf(alert), from)),
      0
    ),
    longest: lengths.length > 0 ? lengths[lengths.length - 1] : null,
    median: lengths.length === 0 ? null : lengths.length % 2 === 1 ? lengths[Math.floor(middle)] : median,
  };
}

/** What a row of a report is about: the key of a metric, or of an alert. */
export const KEYS: Record<string, (world: World, metric: number) => string | null> = {
  system: ({ metrics }, metric) => (metrics[metric].systemId === null ? null : String(metrics[metric].systemId)),
  node: ({ metrics }, metric) => String(metrics[metric].nodeId),
  metric: ({ metrics }, metric) => metrics[metric].statTypeId,
  series: ({ metrics }, metric) => `${metrics[metric].nodeId}:${metrics[metric].statTypeId}`,
};

/** The rows by their keys. An alert counts in each row of a metric that it has had. */
export function reportRows(world: World, by: string, range: Period, now: number): Map<string | null, Figures> {
  const alerts = alertsIn(world, range, now);
  const keysOf = (alert: WorldAlert) =>
    by === 'impact'
      ? [impactOf(alert, judgedAt(range, now))]
      : metricsUpTo(alert, now).map((metric) => KEYS[by](world, metric));
  const keys = new Set([...(by === 'impact' ? ['severe', 'high', 'medium', 'low'] : []), ...alerts.flatMap(keysOf)]);
  return new Map(
    [...keys].map((key) => [
      key,
      figures(
        alerts.filter((alert) => keysOf(alert).includes(key)),
        range,
        now
      ),
    ])
  );
}

export function previous({ from, to }: Period): Period {
  return { from: from - (to - from), to: from };
}

/**
 * The days of a range with the alerts that were active on each. At midnight, the old day is over. An alert that touches an
 * end of the range counts on the day there.
 */
export function reportDays(world: World, range: Period, now: number) {
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
      return [impact, figures(own, period, now).activeTime] as const;
    });
    days.push({
      day,
      partial: period.from > day || Math.min(range.to, now) < midnight,
      ...figures(alerts, period, now),
      ...Object.fromEntries(byImpact),
    });
  }
  return days;
}

/** The summary in one row: both periods, and the metrics with half of the total time under alert. */
export function reportSummary(world: World, range: Period, now: number) {
  const alerts = alertsIn(world, range, now);
  const all = figures(alerts, range, now);
  const before = previousFigures(world, range, now);
  const timeOf = (some: WorldAlert[]) => figures(some, range, now).activeTime;
  let rest = alerts;
  let count = 0;
  while (timeOf(rest) > all.activeTime / 2) {
    const left = world.metrics.map((_, metric) => rest.filter((alert) => !metricsUpTo(alert, now).includes(metric)));
    // The metric that takes most of the rest.
    rest = left.sort((one, other) => timeOf(one) - timeOf(other))[0];
    count++;
  }
  const isKnown = all.activeTime > 0;
  return {
    alerts: all.alerts,
    activeTime: all.activeTime,
    alertsBefore: before.alerts,
    activeTimeBefore: before.activeTime,
    topCount: isKnown ? count : null,
    least: isKnown ? 1 - timeOf(rest) / all.activeTime : null,
  };
}

/** The previous period, by alerts as they are now. */
function previousFigures(world: World, range: Period, now: number) {
  const before = previous(range);
  return figures(alertsIn(world, before, now), before, now);
}

/** The figures of alert quality, apart from those of metrics. Ranges shorter than a week only have counts. */
export function quality(alerts: WorldAlert[], { from, to }: Period, now: number) {
  const began = alerts.filter((alert) => startOf(alert) >= from && startOf(alert) < to);
  const times = began.map(startOf);
  const isLong = to - from >= 7 * DAY - HOUR;
  const shareOf = (impact: string) =>
    isLong && began.length > 0 ? began.filter((alert) => impactOf(alert, now) === impact).length / began.length : null;
  let [windows, floods] = [0, 0];
  for (let start = from; start < to; start += 10 * MINUTE) {
    windows++;
    floods += times.filter((at) => at >= start && at < start + 10 * MINUTE).length > 10 ? 1 : 0;
  }
  return {
    alerts: began.length,
    perDay: isLong ? began.length / ((to - from) / DAY) : null,
    perTenMinutes: isLong ? began.length / ((to - from) / (10 * MINUTE)) : null,
    busiest: Math.max(0, ...times.map((start) => times.filter((at) => at >= start && at < start + 10 * MINUTE).length)),
    flood: isLong ? floods / windows : null,
    severe: shareOf('severe'),
    high: shareOf('high'),
    fleeting: began.filter((alert) => !isActive(alert, now) && untilOf(alert, now) - startOf(alert) < 5 * MINUTE)
      .length,
    standing: began.filter((alert) => Math.min(untilOf(alert, now), to) - startOf(alert) > DAY).length,
  };
}

/** The figures that need metrics. */
export function qualityOfMetrics(alerts: WorldAlert[], { from, to }: Period, now: number) {
  const began = alerts.filter((alert) => startOf(alert) >= from && startOf(alert) < to);
  const flapping = incidents(began, now).filter((ids) => {
    const first = began.filter(({ id }) => ids.includes(id)).map((alert) => inOrder(alert)[0]);
    return first.some((metric) => first.filter((other) => other === metric).length >= 3);
  });
  return { flapping: flapping.length, topTen: to - from < 7 * DAY - HOUR ? null : topTen(began, now) };
}

/** The share of the ten metrics that are in most alerts, null if there are at most ten. */
function topTen(began: WorldAlert[], asOf: number): number | null {
  const all = began.flatMap((alert) => metricsUpTo(alert, asOf));
  const counts = [...new Set(all)].map((metric) => all.filter((one) => one === metric).length).sort((a, b) => b - a);
  const sum = (values: number[]) => values.reduce((a, b) => a + b, 0);
  return counts.length > 10 ? sum(counts.slice(0, 10)) / sum(counts) : null;
}
