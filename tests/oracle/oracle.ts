import { HOUR, IMPACTS, metricsUpTo, MINUTE, stateAt, type World, type WorldAlert } from '../support/world/truth';

/**
 * What queries must show of a world, derived from its truth as obviously as possible, without any code of the plugin. It
 * is slow on purpose: each number is computed from scratch.
 */

/** From `from` to `to`, in epoch milliseconds. */
export interface Period {
  from: number;
  to: number;
}

/** A range that ended more than a minute ago is judged as of its end. */
export const judgedAt = ({ to }: Period, now: number) => (now - to > MINUTE ? to : now);

export const isActive = (alert: WorldAlert, now: number) => stateAt(alert, now)?.active === true;
export const startOf = ({ events }: WorldAlert) => events[0].at;
/** An active alert has lasted until now. */
export const untilOf = (alert: WorldAlert, now: number) => (isActive(alert, now) ? now : (alert.end ?? now));
export const impactOf = (alert: WorldAlert, now: number) => stateAt(alert, now)?.impact ?? '';

/** The alerts that were active at any time of the period, including its ends. */
export function alertsIn(world: World, { from, to }: Period, now: number): WorldAlert[] {
  return world.alerts.filter((alert) => startOf(alert) <= to && startOf(alert) <= now && untilOf(alert, now) >= from);
}

/** When an alert was last seen: its newest event, or its end. */
export const seenAt = ({ events, end }: WorldAlert, now: number) =>
  end !== undefined && end <= now ? end : (events.findLast(({ at }) => at <= now)?.at ?? NaN);

/** Most severe first, then the latest seen, then the earliest start, then by ID. */
export function mostSevere(alerts: WorldAlert[], now: number): WorldAlert[] {
  const worse = (a: WorldAlert, b: WorldAlert) =>
    IMPACTS.indexOf(impactOf(b, now) as 'low') - IMPACTS.indexOf(impactOf(a, now) as 'low');
  return [...alerts].sort(
    (a, b) => worse(a, b) || seenAt(b, now) - seenAt(a, now) || startOf(a) - startOf(b) || (a.id < b.id ? -1 : 1)
  );
}

export function tableRows(alerts: WorldAlert[], now: number) {
  return mostSevere(alerts, now).map((alert) => ({
    id: alert.id,
    impact: impactOf(alert, now),
    firstSeenAt: startOf(alert),
    duration: untilOf(alert, now) - startOf(alert),
    active: isActive(alert, now),
  }));
}

export function counts(world: World, now: number) {
  const active = world.alerts.filter((alert) => isActive(alert, now));
  const of = (impact: string) => active.filter((alert) => impactOf(alert, now) === impact).length;
  return { active: active.length, low: of('low'), medium: of('medium'), high: of('high'), severe: of('severe') };
}

/** The worst severity of a metric in all alerts that have it at a moment, null if there are none. */
export function severityAt(world: World, metric: number, at: number): string | null {
  const severities = ['blood_red', 'red', 'orange', 'yellow', 'green'];
  const own = world.alerts.flatMap((alert) => {
    const state = stateAt(alert, at);
    return state?.active ? state.metrics.filter((one) => one.metric === metric).map(({ severity }) => severity) : [];
  });
  return severities.find((severity) => own.includes(severity)) ?? null;
}

/** The incidents, as sorted IDs of their alerts. `alerts` are all of the range. */
export function incidents(alerts: WorldAlert[], now: number): string[][] {
  const metrics = (alert: WorldAlert) => metricsUpTo(alert, now);
  const having = (metric: number) => alerts.filter((alert) => metrics(alert).includes(metric)).length;
  const isCommon = (metric: number) => having(metric) > 3 && having(metric) > alerts.length / 3;
  const gap = (a: WorldAlert, b: WorldAlert) =>
    Math.max(startOf(a), startOf(b)) - Math.min(untilOf(a, now), untilOf(b, now));
  const areLinked = (a: WorldAlert, b: WorldAlert) =>
    gap(a, b) < HOUR &&
    (firstMetric(a) === firstMetric(b) || metrics(a).some((one) => metrics(b).includes(one) && !isCommon(one)));
  const groups: WorldAlert[][] = [];
  for (const alert of alerts) {
    const near = groups.filter((group) => group.some((other) => areLinked(alert, other)));
    near.forEach((group) => groups.splice(groups.indexOf(group), 1));
    groups.push([alert, ...near.flat()]);
  }
  return groups.map((group) => group.map(({ id }) => id).sort()).sort();
}

/**
 * The metrics of an alert in the order in which they joined. Within an event: the most severe first, then the largest
 * contribution, then as listed.
 */
export function inOrder({ events }: WorldAlert): number[] {
  const severities = ['blood_red', 'red', 'orange', 'yellow', 'green'];
  const joined = events.flatMap(({ changes }) =>
    changes
      .filter(({ type }) => type !== 'removed')
      .sort(
        (a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity) || b.contribution - a.contribution
      )
  );
  return [...new Set(joined.map(({ metric }) => metric))];
}

const firstMetric = (alert: WorldAlert) => inOrder(alert)[0];

export function metricTitle({ metrics }: World, metric: number): string {
  const { statTypeName, statTypeId, nodeName, nodeId } = metrics[metric];
  return `${statTypeName ?? statTypeId} · ${nodeName ?? nodeId}`;
}

/** The title of an alert whose events are all known. */
export function titleOf(world: World, alert: WorldAlert, now: number): string {
  const others = metricsUpTo(alert, now).length - 1;
  return `${metricTitle(world, firstMetric(alert))}${others > 0 ? ` +${others}` : ''}`;
}
