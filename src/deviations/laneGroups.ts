import { maxBy, sortBy, unionBy } from 'lodash';
import { type AlertBook } from '../alertbook/alertBook';
import { wasPart } from '../alertbook/history';
import { groupedBy } from '../judging/grouping';
import { type Incident } from '../judging/incidents';
import { endOf, spanOf } from '../alertbook/span';
import { HOUR } from '../settings';
import { seriesKey } from '../query/series';
import { type Alert, type Named } from '../service/alerts';
import { momentOfEnd, type Span } from '../time/spans';

/** Incidents that last longer are after the others, in milliseconds. */
const STANDING = 48 * HOUR;

/** The place of a lane's incident among all. Infinity for a lane without an alert. */
export type PlaceOf = (metrics: ReadonlyArray<Pick<Named, 'nodeId' | 'metricId'>>) => number;

/** The newest alert of a metric, and the place of its incident. */
interface NewestAlert {
  began: number;
  place: number;
}

/**
 * The order of incidents by which lanes are grouped: the latest start first, then those that lasted more than 48 hours.
 * Only the ranking's own sources are used, so that nothing more is read.
 *
 * @param severest the alerts whose histories were read @param lists the alert lists with metrics
 */
export function incidentPlaces(
  book: AlertBook,
  severest: readonly Alert[],
  lists: readonly Alert[],
  range: Span
): PlaceOf {
  const now = momentOfEnd(range.to, book.now()) ?? book.now();
  // A list can have alerts that are missing in the search.
  const alerts = unionBy(severest, lists, 'id').filter(({ id }) => id !== '');
  const incidents = groupedBy(alerts, severest, (id) => book.knownHistory(id, now), now);
  const byId = new Map(alerts.map((alert) => [alert.id, alert]));
  const membersOf = ({ members }: Incident) => members.flatMap(({ id }) => byId.get(id) ?? []);
  const inOrder = sortBy(incidents.map(membersOf), [(members) => lengthOf(members, now) > STANDING, startsLast]);
  const places = new Map(inOrder.flatMap((members, place) => members.map(({ id }) => [id, place] as const)));
  const newest = new Map<string, NewestAlert>();
  for (const { id, firstSeenAt } of alerts) {
    const one = { began: firstSeenAt ?? -Infinity, place: places.get(id) ?? Infinity };
    for (const key of metricsOf(id)) {
      const before = newest.get(key);
      newest.set(key, before && before.began >= one.began ? before : one);
    }
  }
  return (metrics) =>
    maxBy(
      metrics.flatMap((metric) => newest.get(seriesKey(metric)) ?? []),
      'began'
    )?.place ?? Infinity;

  /** Metrics that were part of the alert in the range, and metrics in the lists. */
  function metricsOf(id: string): string[] {
    const alert = byId.get(id);
    const history = book.knownHistory(id, now);
    const ended = alert ? endOf({ active: alert.active, lastSeenAt: history?.ended ?? alert.lastSeenAt }) : Infinity;
    const ofHistory = history?.metrics.filter((metric) => wasPart(metric, range, ended)) ?? [];
    const listed = lists.filter((one) => one.id === id).flatMap(({ metrics }) => metrics ?? []);
    return [...ofHistory, ...listed].map((metric) => seriesKey(metric));
  }
}

/** How long an incident has lasted, in milliseconds. An incident with unknown times counts as new. */
function lengthOf(members: readonly Alert[], now: number): number {
  const spans = members.map((alert) => spanOf(alert, now));
  const starts = spans.flatMap(({ from }) => from ?? []);
  const ends = spans.flatMap(({ to }) => to ?? []);
  return Math.max(-Infinity, ...ends) - Math.min(Infinity, ...starts);
}

/** Sorts the incident that began last first. */
function startsLast(members: readonly Alert[]): number {
  return -Math.min(Infinity, ...members.flatMap(({ firstSeenAt }) => firstSeenAt ?? []));
}
