import { type AlertBook } from '../alertbook/alertBook';
import { singleEvent } from './alertEntries';
import {
  type AlertsIn,
  eventsIn,
  type EventsRead,
  joinedEvents,
  onlyEvent,
  severestOf,
  unknownAlert,
  unknownEvent,
} from './alertReads';
import { eachKnown } from './eachKnown';
import { type Reader } from './follow';
import { eventsOf } from './rangeEntries';

/**
 * The events of alerts, once all are read; null before. An alert that the service does not know gives a notice, one that fails
 * leaves the others.
 *
 * @param now when they are requested, for the notice; epoch milliseconds
 */
export function eventsOfAlerts(
  reader: Reader,
  book: AlertBook,
  alertIds: readonly string[],
  now: number
): EventsRead | null {
  const each = eachKnown(reader, alertIds, (id) => eventsOf(book, id));
  return each && joinedEvents(each, (id) => unknownAlert(id, now));
}

/** The events of the most severe of these alerts. */
export function eventsOfSevere(reader: Reader, book: AlertBook, found: AlertsIn, now: number): EventsRead | null {
  const alerts = severestOf(found.alerts);
  const ids = alerts.map(({ id }) => id);
  const read = eventsOfAlerts(reader, book, ids, now);
  return read && eventsIn(found, alerts, read);
}

/** The event with that sequence of each alert. */
export function singleEvents(
  { reader, book }: { reader: Reader; book: AlertBook },
  alertIds: readonly string[],
  sequence: string,
  now: number
): EventsRead | null {
  const each = eachKnown(reader, alertIds, (id) => singleEvent(book, id, sequence));
  const timelines = each && {
    ...each,
    read: each.read.map(({ value, result }) => ({ value, result: onlyEvent(result) })),
  };
  return timelines && joinedEvents(timelines, (id) => unknownEvent(id, sequence, now));
}
