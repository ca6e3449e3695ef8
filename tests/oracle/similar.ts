import { DAY, HOUR, IMPACTS, metricsUpTo, SEVERITIES, type World, type WorldAlert } from '../support/world/truth';
import { impactOf, inOrder, isActive, type Period, seenAt, startOf, untilOf } from './oracle';

/** Which earlier alerts are similar to an alert, and the verdict that follows. */

const MOST_SEARCHED = 8;

export interface Like {
  alert: WorldAlert;
  /** The metrics that both have, the worst of this alert first. */
  shared: number[];
}

/** The searched metrics: those with the worst severities up to now. Among equal ones, those that joined first. */
function searched(alert: WorldAlert, now: number): number[] {
  const worst = (metric: number) =>
    Math.max(
      ...alert.events
        .filter(({ at }) => at <= now)
        .flatMap(({ changes }) => changes)
        .filter((change) => change.metric === metric && change.type !== 'removed')
        .map(({ severity }) => SEVERITIES.indexOf(severity as 'red'))
    );
  return inOrder(alert)
    .filter((metric) => metricsUpTo(alert, now).includes(metric))
    .sort((a, b) => worst(b) - worst(a))
    .slice(0, MOST_SEARCHED);
}

/** The alerts of a period that began earlier and had some of these metrics: most shared metrics first, then the latest seen. */
export function earlierLike(world: World, alert: WorldAlert, { from, to }: Period, now: number): Like[] {
  const own = searched(alert, now);
  return world.alerts
    .filter((one) => startOf(one) < startOf(alert) && startOf(one) <= to && untilOf(one, now) >= from)
    .map((one) => ({ alert: one, shared: own.filter((metric) => metricsUpTo(one, now).includes(metric)) }))
    .filter(({ shared }) => shared.length > 0)
    .sort(
      (a, b) =>
        b.shared.length - a.shared.length ||
        seenAt(b.alert, now) - seenAt(a.alert, now) ||
        startOf(a.alert) - startOf(b.alert)
    );
}

/**
 * The alerts of the previous 90 days that share at least half. For the three most similar ones: only if both or neither
 * are only about missing data.
 */
export function similarTo(world: World, alert: WorldAlert, now: number): Like[] {
  const half = searched(alert, now).length / 2;
  const before = { from: startOf(alert) - 90 * DAY, to: startOf(alert) };
  const likes = earlierLike(world, alert, before, now).filter(({ shared }) => shared.length >= half);
  return likes.filter((one, i) => i >= 3 || isOfMissingData(one.alert, now) === isOfMissingData(alert, now));
}

/** By the newest event of each metric that it ever had. */
function isOfMissingData({ events }: WorldAlert, now: number): boolean {
  const changes = events.filter(({ at }) => at <= now).flatMap((event) => event.changes);
  const kinds = new Map(changes.filter(({ type }) => type !== 'removed').map(({ metric, kind }) => [metric, kind]));
  return [...kinds.values()].every((kind) => kind === 'missing_data');
}

/** The most similar alert: when it began, how many of the searched metrics it has, and how long it lasted. */
export function likeMost(world: World, alert: WorldAlert, now: number): string | null {
  const [first] = similarTo(world, alert, now);
  if (!first) {
    return null;
  }
  const share = `${first.shared.length} of ${searched(alert, now).length} searched`;
  const length = untilOf(first.alert, now) - startOf(first.alert);
  // From one day on, minutes are omitted.
  const told = length < DAY ? length : Math.floor(length / HOUR) * HOUR;
  const lasted = isActive(first.alert, now) ? null : told;
  return [new Date(startOf(first.alert)).toISOString().slice(0, 16), share, lasted].join(', ');
}

/** The verdict about an alert, as of now or of its end. Null if no alert of the 90 days before it is two weeks older. */
export function verdict(world: World, alert: WorldAlert, now: number): string | null {
  const start = startOf(alert);
  const isOlder = (one: WorldAlert) => startOf(one) <= start - 14 * DAY && untilOf(one, now) >= start - 90 * DAY;
  if (!world.alerts.some(isOlder)) {
    return null;
  }
  const asOf = isActive(alert, now) ? now : untilOf(alert, now);
  const earlier = similarTo(world, alert, now).map((one) => one.alert);
  if (isActive(alert, now) && now - startOf(alert) > 48 * HOUR) {
    return 'standing';
  }
  if (flaps(alert, earlier, asOf) >= 3) {
    return 'flapping';
  }
  if (earlier.length < 3) {
    return earlier.length === 0 ? 'new' : 'rare';
  }
  const isAbove = (figure: (one: WorldAlert) => number) => earlier.every((one) => figure(alert) > figure(one));
  const isWorse =
    isAbove((one) => IMPACTS.indexOf(impactOf(one, now) as 'low')) ||
    isAbove((one) => untilOf(one, asOf) - startOf(one)) ||
    isAbove((one) => metricsUpTo(one, asOf).length);
  return isWorse ? 'worse than usual' : 'usual';
}

/**
 * The length of the chain of alerts up to this one, in the last day. Each began less than an hour after the previous one
 * ended.
 */
function flaps(alert: WorldAlert, earlier: WorldAlert[], asOf: number): number {
  const [before] = earlier
    .filter(({ end = Infinity }) => end <= asOf && end >= asOf - DAY)
    .filter((one) => startOf(one) < startOf(alert))
    .sort((a, b) => startOf(b) - startOf(a));
  return before && startOf(alert) - (before.end ?? NaN) < HOUR ? 1 + flaps(before, earlier, asOf) : 1;
}
