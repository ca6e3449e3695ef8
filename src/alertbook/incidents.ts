import { countBy, intersection, sortBy, uniq } from 'lodash';
import { HOUR, MINUTE } from '../settings';

/** What is compared of an alert; times in epoch milliseconds. */
export interface IncidentAlert {
  id: string;
  from: number | null;
  /** Infinity while it is active; null where its end is not known. */
  to: number | null;
  /** Every metric that it ever had, by node and metric; null where that is not known. */
  metrics: readonly string[] | null;
  systems: readonly string[];
}

/** Alerts that belong together. */
export interface Incident {
  /** In the order in which they began. */
  members: Member[];
  /** Alerts of other incidents that began at nearly the same time in the same system as one of the members. */
  perhaps: string[];
}

/** An alert, and why it belongs: the first other member that it shares a metric with. */
interface Member {
  id: string;
  shared: { with: string; metric: string } | null;
}

const MOST_BETWEEN = HOUR;
const MOST_APART = 15 * MINUTE;

/**
 * Groups alerts into incidents. Two belong together if they share a metric and less than an hour is between them; others are
 * joined by these in turn. Perhaps two do if they began within 15 minutes in the same system, which joins nothing further.
 *
 * @param isWhole whether these are all alerts; if not, or if the metrics of one are unknown, every alert is its own incident
 * @returns in the order in which they began; the order of `alerts` does not matter
 */
export function incidentsOf(alerts: readonly IncidentAlert[], isWhole: boolean): Incident[] {
  const inOrder = sortBy(alerts, [({ from }) => from ?? Infinity, 'id']);
  const isKnown = isWhole && alerts.every(({ metrics }) => metrics !== null);
  const links = isKnown ? linksOf(inOrder) : [];
  const groups = groupsOf(inOrder, links);
  const reasons = new Map<IncidentAlert, Member['shared']>();
  for (const { one, other, metric } of links) {
    reasons.set(other, reasons.get(other) ?? { with: one.id, metric });
    reasons.set(one, reasons.get(one) ?? { with: other.id, metric });
  }
  return groups.map((members) => ({
    members: members.map((one, i) => ({ id: one.id, shared: i === 0 ? null : (reasons.get(one) ?? null) })),
    perhaps: inOrder
      .filter((one) => !members.includes(one) && members.some((member) => isNear(one, member)))
      .map(({ id }) => id),
  }));
}

/** Two alerts that share a metric, the earlier one first. */
interface Link {
  one: IncidentAlert;
  other: IncidentAlert;
  metric: string;
}

/** @param alerts in the order in which they began @returns the links of the earliest alerts first */
function linksOf(alerts: readonly IncidentAlert[]): Link[] {
  const counts = countBy(alerts.flatMap(({ metrics }) => uniq(metrics)));
  // A metric in more than a third of the alerts says nothing about what belongs together.
  const isTelling = (metric: string) => 3 * counts[metric] <= alerts.length;
  const telling = alerts.map((alert) => ({ alert, metrics: sortBy(alert.metrics).filter(isTelling) }));
  return telling.flatMap((one, i) =>
    telling.slice(i + 1).flatMap((other): Link[] => {
      const [metric] = isClose(one.alert, other.alert) ? intersection(one.metrics, other.metrics) : [];
      return metric === undefined ? [] : [{ one: one.alert, other: other.alert, metric }];
    })
  );
}

/** The alerts that links join, directly or through others. */
function groupsOf(alerts: readonly IncidentAlert[], links: readonly Link[]): IncidentAlert[][] {
  const groups = new Map(alerts.map((alert) => [alert, [alert]]));
  for (const { one, other } of links) {
    const [a, b] = [groups.get(one) ?? [], groups.get(other) ?? []];
    if (a !== b) {
      const joined = [...a, ...b];
      joined.forEach((alert) => groups.set(alert, joined));
    }
  }
  return uniq([...groups.values()]).map((group) => alerts.filter((alert) => group.includes(alert)));
}

/** Whether less than an hour is between two alerts; false where a time is not known. */
function isClose(a: IncidentAlert, b: IncidentAlert): boolean {
  return (
    a.from !== null &&
    b.from !== null &&
    a.to !== null &&
    b.to !== null &&
    Math.max(a.from, b.from) - Math.min(a.to, b.to) < MOST_BETWEEN
  );
}

function isNear(a: IncidentAlert, b: IncidentAlert): boolean {
  const isAtOnce = a.from !== null && b.from !== null && Math.abs(a.from - b.from) <= MOST_APART;
  return isAtOnce && a.systems.some((system) => b.systems.includes(system));
}
