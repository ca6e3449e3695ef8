import { countBy, intersection, sortBy, uniq } from 'lodash';
import { HOUR, MINUTE } from '../settings';

/** The fields of an alert that are compared. Times are in epoch milliseconds. */
export interface IncidentAlert {
  id: string;
  from: number | null;
  /** The moment of the answer while it is active. Null if its end is unknown. */
  to: number | null;
  /** Its metrics by node and metric, the first with which it began. Null if the first page of its events was not read. */
  metrics: readonly string[] | null;
  systems: readonly string[];
}

/** A group of alerts. */
export interface Incident {
  /** In the order in which they began. */
  members: Member[];
  /** Alerts of other incidents that began at nearly the same time in the same system as one of the members. */
  perhaps: string[];
}

/** An alert, and the reason: the first other member with a shared metric. */
interface Member {
  id: string;
  shared: { with: string; metric: string } | null;
}

const MOST_BETWEEN = HOUR;
const MOST_APART = 15 * MINUTE;
/** The minimum of alerts with a common metric. */
const COMMON = 4;

/**
 * Groups alerts into incidents. Two belong together if there is less than an hour between them and they began with the
 * same metric, or share another one that is not common. These link further alerts in the same way. Two perhaps belong
 * together if they began within 15 minutes in the same system, which links nothing further.
 *
 * @param known the metrics of all alerts of the range, even filtered ones
 * @returns in the order in which they began; the order of `alerts` does not matter
 */
export function incidentsOf(
  alerts: readonly IncidentAlert[],
  known: ReadonlyArray<Pick<IncidentAlert, 'metrics'>> = alerts
): Incident[] {
  const inOrder = sortBy(alerts, [({ from }) => from ?? Infinity, 'id']);
  const links = linksOf(inOrder, commonOf(known));
  const groups = groupsOf(inOrder, links);
  const reasons = new Map<IncidentAlert, Member['shared']>();
  for (const { one, other, metric } of links) {
    reasons.set(other, reasons.get(other) ?? { with: one.id, metric });
    reasons.set(one, reasons.get(one) ?? { with: other.id, metric });
  }
  // Of thousands of alerts, the histories of few are read: only these have systems.
  const placed = inOrder.filter(({ systems }) => systems.length > 0);
  return groups.map((members) => ({
    members: members.map((one, i) => ({ id: one.id, shared: i === 0 ? null : (reasons.get(one) ?? null) })),
    perhaps: placed
      .filter((one) => members.some((member) => isNear(one, member)) && !members.includes(one))
      .map(({ id }) => id),
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
  return known.flatMap((one, i) =>
    known.slice(i + 1).flatMap((other): Link[] => {
      if (!isClose(one.alert, other.alert)) {
        return [];
      }
      const metric = one.first === other.first ? one.first : intersection(one.linking, other.linking)[0];
      return metric === undefined ? [] : [{ one: one.alert, other: other.alert, metric }];
    })
  );
}

/** The alerts that are linked, directly or through others. */
function groupsOf(alerts: readonly IncidentAlert[], links: readonly Link[]): IncidentAlert[][] {
  const groups = new Map(alerts.map((alert) => [alert, [alert]]));
  for (const { one, other } of links) {
    const [a, b] = [groups.get(one) ?? [], groups.get(other) ?? []];
    if (a !== b) {
      const joined = [...a, ...b];
      joined.forEach((alert) => groups.set(alert, joined));
    }
  }
  const inOrder = new Map(uniq([...groups.values()]).map((group) => [group, [] as IncidentAlert[]]));
  alerts.forEach((alert) => inOrder.get(groups.get(alert) ?? [])?.push(alert));
  return [...inOrder.values()];
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

function isNear(a: IncidentAlert, b: IncidentAlert): boolean {
  const isAtOnce = a.from !== null && b.from !== null && Math.abs(a.from - b.from) <= MOST_APART;
  return isAtOnce && a.systems.some((system) => b.systems.includes(system));
}
