import { DAY, HOUR, metricsUpTo, MINUTE, stateAt, type World, type WorldAlert } from '../support/world/truth';
import { alertsIn, type Period, startOf } from './oracle';
import { farthest, hasCorridor, isOutside, pointsIn, staysIn, widthsOf } from './points';

/** What `deviations` must show: which metrics are known, how far outside they are, and which can't raise an alert. */

/** The metrics in the alert lists at both ends of a period and in its anomalies, as their places; else those of its alerts. */
export function knownMetrics(world: World, period: Period, now: number): number[] {
  const moments = [period.from, Math.min(period.to, now)];
  const listed = world.alerts.flatMap((alert) =>
    moments.flatMap((at) => {
      const state = stateAt(alert, at);
      return state?.active ? state.metrics.map(({ metric }) => metric) : [];
    })
  );
  const named = [...listed, ...metricsOfAnomalies(world, period, now)];
  const own = named.length > 0 ? named : alertsIn(world, period, now).flatMap((alert) => metricsUpTo(alert, now));
  return world.metrics.map((_, place) => place).filter((place) => own.includes(place));
}

/** The metrics in the anomalies of a period. Each alert's last metrics are an anomaly at its last event. */
export function metricsOfAnomalies(world: World, { from, to }: Period, now: number): number[] {
  const own = world.alerts.filter(({ events, end = Infinity }) => {
    const last = end <= now ? end : (events.findLast(({ at }) => at <= now)?.at ?? NaN);
    return last >= from && last <= to;
  });
  return own.flatMap((alert) => stateAt(alert, now)?.metrics.map(({ metric }) => metric) ?? []);
}

/** A row of the table, from a metric's points in the range. A metric with points but without corridors has null values. */
export function rankedRow(world: World, place: number, range: Period, now: number) {
  const { nodeId, statTypeId } = world.metrics[place];
  const points = pointsIn(world, place, range, now);
  const judged = points.filter(hasCorridor);
  const outside = points.filter(isOutside);
  return {
    nodeId: String(nodeId),
    metricId: statTypeId,
    outsideShare: judged.length > 0 ? outside.length / judged.length : null,
    worst: farthest(points),
    lastOutside: outside.at(-1)?.time ?? null,
    points: points.length,
  };
}

type Ranked = ReturnType<typeof rankedRow>;

/** Whether one row comes before another, or equals it. */
export function isBefore(sort: string, one: Ranked, other: Ranked): boolean {
  const measures: Record<string, (row: Ranked) => number> = {
    longest: ({ outsideShare }) => outsideShare ?? -1,
    furthest: ({ worst }) => Math.abs(worst ?? 0),
    newest: ({ lastOutside }) => lastOutside ?? 0,
  };
  const isEmpty = (row: Ranked) => row.points === 0;
  if (isEmpty(one) || isEmpty(other)) {
    return isEmpty(other);
  }
  for (const measure of [sort, 'longest', 'furthest', 'newest'].map((name) => measures[name])) {
    if (measure(one) !== measure(other)) {
      return measure(one) > measure(other);
    }
  }
  return true;
}

/** For each bucket of a lane: the deviation of these metrics that is farthest from 0. */
export function laneValues(world: World, places: number[], buckets: Period[], range: Period, now: number) {
  const points = places.flatMap((place) => pointsIn(world, place, range, now));
  return buckets.map(({ from, to }) => farthest(points.filter(({ time }) => time >= from && time < to)));
}

/** What lanes are sorted by. A lane without values comes last. */
function laneFigures(values: Array<number | null>) {
  const known = values.flatMap((value, bucket) => (value === null ? [] : [{ bucket, isOutside: value !== 0 }]));
  const outside = known.filter(({ isOutside }) => isOutside);
  const left = known.filter(({ isOutside }, i) => isOutside && !known[i - 1]?.isOutside);
  return {
    share: known.length > 0 ? outside.length / known.length : -1,
    peak: Math.max(0, ...values.map((value) => Math.abs(value ?? 0))),
    left: left.at(-1)?.bucket ?? -1,
  };
}

type LaneFigures = ReturnType<typeof laneFigures>;

const LANE_ORDER: Record<string, Array<keyof LaneFigures>> = {
  longest: ['share', 'peak'],
  furthest: ['peak', 'share'],
  newest: ['left', 'share', 'peak'],
};

interface ShownLane {
  name: string;
  values: Array<number | null>;
}

/** Whether a lane may come directly after another. */
export function mayFollow(sort: string, { values, name }: ShownLane, before: ShownLane): boolean {
  const [own, earlier] = [laneFigures(values), laneFigures(before.values)];
  const decides = LANE_ORDER[sort].find((figure) => own[figure] !== earlier[figure]);
  return decides ? own[decides] < earlier[decides] : name.localeCompare(before.name) >= 0;
}

/** How long before or after an alert's start other metrics may leave their corridors to be suspects. */
const CLOSE = 30 * MINUTE;

/**
 * The metrics that aren't part of the alert, and left their corridors or fell silent close to its start, earliest first, with
 * the worst deviation of that stay.
 */
export function suspects(world: World, alert: WorldAlert, range: Period, now: number) {
  const own = metricsUpTo(alert, now);
  const named = knownMetrics(world, range, now);
  const start = startOf(alert);
  const around = { from: start - HOUR, to: Math.min(start + HOUR, now) };
  return world.metrics
    .flatMap(({ nodeId, statTypeId, source }, place) => {
      const points = pointsIn(world, place, around, now, source);
      const stay = staysIn(points, source).findLast(
        ({ leftAt }) => leftAt !== null && Math.abs(leftAt - start) <= CLOSE
      );
      const last = points.at(-1)?.time ?? NaN;
      const stops = around.to - last > Math.max(15 * MINUTE, 2 * source) && Math.abs(last - start) <= CLOSE;
      // Or an alert that shows it without data began then.
      const alertAt = missingSince(world, place, range, now).findLast((at) => Math.abs(at - start) <= CLOSE);
      const silentAt = stops ? last : alertAt;
      if ((!stay && silentAt === undefined) || !named.includes(place) || own.includes(place)) {
        return [];
      }
      const ids = { nodeId: String(nodeId), metricId: statTypeId };
      return stay
        ? [{ ...ids, leftAt: stay.leftAt ?? 0, worst: farthest(stay.points) }]
        : [{ ...ids, leftAt: silentAt ?? 0, worst: null }];
    })
    .sort((a, b) => a.leftAt - b.leftAt);
}

/**
 * What a metric lacks, and the end of the hour with its newest point if it has no data. Null if it lacks nothing.
 *
 * @param at when the service answers: the value of the last hour also contains later points
 */
export function lackOf(
  world: World,
  place: number,
  now: number,
  at: number
): { reason: string; since: number | null } | null {
  const { source } = world.metrics[place];
  const points = pointsIn(world, place, { from: now - 14 * DAY, to: now }, now, source);
  const newest = points.at(-1);
  if (!newest) {
    return { reason: 'silent', since: null };
  }
  // Two weeks have one point per hour.
  const hours = pointsIn(world, place, { from: now - 14 * DAY, to: now }, at, HOUR).map(({ time }) => time);
  const gaps = hours.map((hour, i) => (i > 0 ? hour - hours[i - 1] : HOUR));
  if (now - (hours[hours.length - 1] + Math.max(...gaps)) > HOUR) {
    return { reason: 'silent', since: hours[hours.length - 1] + HOUR };
  }
  const day = points.filter(({ time }) => time > newest.time - DAY);
  const judged = day.filter(hasCorridor);
  if (judged.length === 0) {
    return { reason: 'learning', since: null };
  }
  return judged.every((point) => widthsOf(point) === null) ? { reason: 'flat', since: null } : null;
}

/** When the alerts began that show a metric without data at one of the ends of a period. */
function missingSince(world: World, place: number, period: Period, now: number): number[] {
  const moments = [period.from, Math.min(period.to, now)];
  return moments.flatMap((at) =>
    world.alerts
      .filter((alert) => {
        const state = stateAt(alert, at);
        return state?.active && state.metrics.some(({ metric, kind }) => metric === place && kind === 'missing_data');
      })
      .map(startOf)
  );
}
