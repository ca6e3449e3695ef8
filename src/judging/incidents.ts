import { countBy, intersection, minBy, sortBy, uniq } from 'lodash';
import { type AlertHistory, eventsUntil, isEnd, spanOf } from '../facts/history';
import { impactRank } from '../facts/order';
import { seriesKey } from '../ground/series';
import { HOUR } from '../ground/spans';
import { type Alert, type AlertEvent, type Named } from '../service/alerts';

/** The fields of an alert that are compared. Times are in epoch milliseconds. */
export interface IncidentAlert {
  id: string;
  from: number | null;
  /** The moment of the answer while it is active. Null if its end is unknown. */
  to: number | null;
  /** Its metrics by node and metric, the first with which it began. Null if the first page of its events was not read. */
  metrics: readonly string[] | null;
}

/** A group of alerts, in the order in which they began. */
export interface Incident {
  members: Member[];
}

/** An alert, and the reason: the first other member with a shared metric. */
interface Member {
  id: string;
  shared: { with: string; metric: string } | null;
}

const MOST_BETWEEN = HOUR;
/** The minimum of alerts with a common metric. */
const COMMON = 4;
/** The minimum of alerts of a flapping incident that began with one metric. */
const FLAPPING = 3;

/** The metric that makes an incident flap. @param first the metrics with which its alerts began */
export function flappingMetric<M extends Named>(first: readonly M[]): M | undefined {
  const counts = countBy(first, (metric) => seriesKey(metric));
  return first.find((metric) => counts[seriesKey(metric)] >= FLAPPING);
}

/**
 * Groups alerts into incidents. Two belong together if there is less than an hour between them and they began with the
 * same metric, or share another one that is not common. These link further alerts in the same way.
 *
 * @param known the metrics of all alerts of the range, even filtered ones
 * @returns in the order in which they began; the order of `alerts` does not matter
 */
export function incidentsOf(
  alerts: readonly IncidentAlert[],
  known: ReadonlyArray<Pick<IncidentAlert, 'metrics'>> = alerts
): Incident[] {
  const inOrder = sortBy(alerts, [({ from }) => from ?? Infinity, 'id']);
  const groups = new Map(inOrder.map((alert) => [alert, new Set([alert])]));
  const reasons = new Map<IncidentAlert, Member['shared']>();
  for (const { one, other, metric } of linksOf(inOrder, commonOf(known))) {
    reasons.set(other, reasons.get(other) ?? { with: one.id, metric });
    reasons.set(one, reasons.get(one) ?? { with: other.id, metric });
    const [group, joining] = [groups.get(one), groups.get(other)];
    if (group && joining && group !== joining) {
      joining.forEach((alert) => groups.set(alert, group.add(alert)));
    }
  }
  return uniq([...groups.values()]).map((group) => ({
    members: sortBy([...group], [({ from }) => from ?? Infinity, 'id']).map((one, i) => ({
      id: one.id,
      shared: i === 0 ? null : (reasons.get(one) ?? null),
    })),
  }));
}

/** Two alerts with a shared metric, the earlier one first. */
interface Link {
  one: IncidentAlert;
  other: IncidentAlert;
  metric: string;
}

/** Metrics that don't link alerts: more than three alerts and more than a third have them. */
function commonOf(known: ReadonlyArray<Pick<IncidentAlert, 'metrics'>>): ReadonlySet<string> {
  const all = known.flatMap(({ metrics }) => (metrics ? [metrics] : []));
  const counts = countBy(all.flatMap((metrics) => uniq(metrics)));
  return new Set(Object.keys(counts).filter((one) => counts[one] >= COMMON && 3 * counts[one] > all.length));
}

/** @param alerts in the order in which they began @returns the links of the earliest alerts first */
function linksOf(alerts: readonly IncidentAlert[], common: ReadonlySet<string>): Link[] {
  const known = alerts.flatMap((alert) => {
    const linking = sortBy(alert.metrics).filter((metric) => !common.has(metric));
    return alert.metrics ? [{ alert, first: alert.metrics[0], linking }] : [];
  });
  const links: Link[] = [];
  known.forEach((one, i) => {
    for (let j = i + 1; j < known.length; j++) {
      const other = known[j];
      const hasSameFirst = one.first !== undefined && one.first === other.first;
      const metric = hasSameFirst ? one.first : intersection(one.linking, other.linking).at(0);
      if (metric !== undefined && isClose(one.alert, other.alert)) {
        links.push({ one: one.alert, other: other.alert, metric });
      }
    }
  });
  return links;
}

/** Whether there is less than an hour between two alerts. False if a time is unknown. */
function isClose(a: IncidentAlert, b: IncidentAlert): boolean {
  return (
    a.from !== null &&
    b.from !== null &&
    a.to !== null &&
    b.to !== null &&
    Math.max(a.from, b.from) - Math.min(a.to, b.to) < MOST_BETWEEN
  );
}

/** Alerts in groups. @param ofRange all alerts of the range @param historyOf null for an alert that is not grouped */
export function groupedBy(
  shown: readonly Alert[],
  ofRange: readonly Alert[],
  historyOf: (id: string) => AlertHistory | null,
  now: number
): Incident[] {
  const compared = (alert: Alert): IncidentAlert => {
    const { from, to } = spanOf(alert, now);
    const metrics = historyOf(alert.id)?.metrics;
    return {
      id: alert.id,
      from,
      to,
      metrics: metrics?.map((one) => seriesKey(one)) ?? null,
    };
  };
  return incidentsOf(shown.map(compared), ofRange.map(compared));
}

/** An alert with all its events, in order. Null if they are unknown. */
interface WithEvents {
  alert: Alert;
  events: readonly AlertEvent[] | null;
}

/** From then on, an alert has this impact. Null: it is over. */
interface Step {
  time: number;
  impact: string | null;
}

/** The highest impact of the alerts of one group that are active, by their rows. If none is, the highest of all. */
export function presentImpact(alerts: readonly Alert[]): string | null {
  const active = alerts.filter((alert) => alert.active === true);
  return minBy(active.length > 0 ? active : alerts, ({ impact }) => impactRank(impact))?.impact ?? null;
}

/**
 * Since when the highest impact in force has been the present one. Null if none is in force, if not all events of all alerts
 * are known, or if these don't show it.
 *
 * @param now the moment of the answer, in epoch milliseconds; later events do not count
 */
export function impactSince(all: readonly WithEvents[], now: number): number | null {
  const impact = presentImpact(all.map(({ alert }) => alert));
  const histories = all.map(({ alert, events }) => stepsOf({ alert, events: events && eventsUntil(events, now) }));
  const isKnown = all.some(({ alert }) => alert.active === true) && histories.every((steps) => steps !== null);
  const last = isKnown ? levelsOf(histories.flatMap((steps) => [steps ?? []])).at(-1) : undefined;
  return last && impact !== null && last.impact === impact ? last.time : null;
}

/** When an alert's impact changed, and when it was over. Null if a time or its first impact is unknown. */
function stepsOf({ alert, events }: WithEvents): Step[] | null {
  const steps: Step[] = [];
  let known: string | null = null;
  for (const event of events ?? []) {
    known = event.impact ?? known;
    if (event.time === null || known === null) {
      return null;
    }
    // After its end, an alert can go on.
    const impact = isEnd(event) ? null : known;
    if (steps.at(-1)?.impact !== impact) {
      steps.push({ time: event.time, impact });
    }
  }
  if (steps.length === 0) {
    return null;
  }
  if (alert.active !== false || steps.at(-1)?.impact === null) {
    return steps;
  }
  return alert.lastSeenAt === null ? null : [...steps, { time: alert.lastSeenAt, impact: null }];
}

/** The highest impact over time, at each change. */
function levelsOf(histories: ReadonlyArray<readonly Step[]>): Step[] {
  const times = sortBy(uniq(histories.flatMap((steps) => steps.map(({ time }) => time))));
  const levels = times.map((time): Step => {
    const inForce = histories.flatMap((steps) => steps.findLast((step) => step.time <= time)?.impact ?? []);
    return { time, impact: minBy(inForce, impactRank) ?? null };
  });
  return levels.filter(({ impact }, i) => i === 0 || impact !== levels[i - 1].impact);
}
