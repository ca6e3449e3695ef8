import { uniq, uniqBy } from 'lodash';
import { seriesKey } from '../query/series';
import { type Alert } from '../service/alerts';
import { type AlertBook } from './alertBook';
import { type Course, courseOf } from './course';
import { type Incident, type IncidentAlert, incidentsOf } from './incidents';
import { bySeverity } from './order';
import { spanOf } from './span';

/** Courses that decide what belongs together. */
export const DECIDING = { most: 200, rank: 1, isWhole: true } as const;

/** The alerts whose courses are read to group them: the most severe of those that are shown, then of the others. */
export function decidingOf(shown: readonly Alert[], ofRange: readonly Alert[]): Alert[] {
  const inOrder = [shown, ofRange].flatMap((alerts) => [...alerts].sort(bySeverity));
  return uniqBy(inOrder, 'id')
    .filter(({ id }) => id !== '')
    .slice(0, DECIDING.most);
}

/** The course of an alert as far as its events are known; null if not even the first page is. */
export function knownCourse(book: AlertBook, id: string, now: number): Course | null {
  const events = book.knownEvents(id)?.filter(({ time }) => time === null || time <= now);
  return book.courseOf(id) ?? (events ? courseOf(events) : null);
}

interface Grouped {
  incidents: Incident[];
  /** The alerts whose first page of events was not read. */
  unread: ReadonlySet<string>;
}

/**
 * Alerts that belong together, once the courses of `deciding` are read: only these count, so that what else the page has read
 * changes no group.
 */
export function groupedBy(book: AlertBook, shown: readonly Alert[], deciding: readonly Alert[], now: number): Grouped {
  const read = new Set(deciding.map(({ id }) => id).filter((id) => knownCourse(book, id, now) !== null));
  const compared = (alert: Alert): IncidentAlert => {
    const { from, to } = spanOf(alert, now);
    const metrics = read.has(alert.id) ? (knownCourse(book, alert.id, now)?.metrics ?? null) : null;
    return {
      id: alert.id,
      from,
      to,
      metrics: metrics?.map((one) => seriesKey(one)) ?? null,
      systems: uniq(metrics?.flatMap(({ systemId }) => systemId ?? [])),
    };
  };
  const unread = shown.map(({ id }) => id).filter((id) => !read.has(id));
  return { incidents: incidentsOf(shown.map(compared), deciding.map(compared)), unread: new Set(unread) };
}

/** Every alert by itself, while nothing is known about what belongs together. */
export function ungrouped(alerts: readonly Alert[], now: number): Grouped {
  const alone = alerts.map((alert) => ({ ...spanOf(alert, now), id: alert.id, metrics: null, systems: [] }));
  return { incidents: incidentsOf(alone), unread: new Set() };
}
