import { groupBy, sortBy } from 'lodash';
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
  const root = rootsOf(inOrder.length, links);
  const reasonOf = new Map<number, Member['shared']>();
  for (const { one, other, metric } of links) {
    for (const [to, from] of [
      [other, one],
      [one, other],
    ]) {
      reasonOf.set(to, reasonOf.get(to) ?? { with: inOrder[from].id, metric });
    }
  }
  const groups = groupBy(
    inOrder.map((_, i) => i),
    root
  );
  return sortBy(Object.values(groups), ([first]) => first).map((members) => ({
    members: members.map((i, place) => ({ id: inOrder[i].id, shared: place === 0 ? null : (reasonOf.get(i) ?? null) })),
    perhaps: inOrder
      .filter((alert, i) => root(i) !== root(members[0]) && members.some((member) => isNear(alert, inOrder[member])))
      .map(({ id }) => id),
  }));
}

interface Link {
  one: number;
  other: number;
  metric: string;
}

/** The pairs of alerts that share a metric, those of the earliest alerts first. */
function linksOf(alerts: readonly IncidentAlert[]): Link[] {
  const holders = new Map<string, number[]>();
  alerts.forEach(({ metrics }, i) =>
    new Set(metrics).forEach((metric) => holders.set(metric, [...(holders.get(metric) ?? []), i]))
  );
  const links = [...holders]
    // A metric in more than a third of the alerts says nothing about what belongs together.
    .filter(([, places]) => 3 * places.length <= alerts.length)
    .flatMap(([metric, places]) =>
      places.flatMap((one, i) =>
        places.slice(i + 1).flatMap((other) => (isClose(alerts[one], alerts[other]) ? [{ one, other, metric }] : []))
      )
    );
  return sortBy(links, 'one', 'other', 'metric');
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

/** Union-find. @returns the place that stands for the group of a place: its first */
function rootsOf(count: number, links: readonly Link[]): (place: number) => number {
  const parents = Array.from({ length: count }, (_, i) => i);
  const root = (place: number): number => {
    while (parents[place] !== place) {
      parents[place] = parents[parents[place]];
      place = parents[place];
    }
    return place;
  };
  for (const { one, other } of links) {
    const [a, b] = [root(one), root(other)];
    parents[Math.max(a, b)] = Math.min(a, b);
  }
  return root;
}
