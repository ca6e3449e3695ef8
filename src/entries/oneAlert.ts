import { type AlertBook } from '../alertbook/alertBook';
import { type MetricHistory } from '../alertbook/history';
import { alertOfEvents } from '../alertbook/span';
import { type Timeline } from '../alertbook/timeline';
import { type Alert, type AlertEvent } from '../service/alerts';
import { isGone } from '../service/failure';
import { eventsOf, singleAlert } from './alertEntries';
import { concluded } from '../known/derived';
import { type Entry } from '../known/follow';

/** An alert in its current state, and its events. */
export interface OneAlert {
  alert: Alert;
  title: string;
  /** The metrics in its events, in the order in which they joined. */
  metrics: readonly MetricHistory[];
  /** Null if the service has no events of it. */
  timeline: Timeline | null;
  /** Why the single alert could not be read. */
  failures: unknown[];
}

/**
 * An alert and its events. Null if the service has neither. An ended alert can no longer be read, but its events show it.
 * Fails if the events cannot be read.
 */
export function oneAlert(book: AlertBook, id: string): Entry<OneAlert> {
  return concluded(`alert ${id}`, (reader): OneAlert | null => {
    const events = reader.attempt(eventsOf(book, id));
    const single = reader.attempt(singleAlert(book, id));
    if (reader.isFetching) {
      return null;
    }
    if (events.error !== undefined && !isGone(events.error)) {
      throw events.error;
    }
    const timeline = events.data ?? null;
    const alert = single.data ?? ofEvents(id, timeline?.rows ?? [], isGone(single.error));
    const failures = single.error === undefined || isGone(single.error) ? [] : [single.error];
    return (
      alert && { alert, title: book.titleOf(alert), metrics: book.historyOf(id)?.metrics ?? [], timeline, failures }
    );
  });
}

/** @param hasEnded whether the service reports it as ended, even if its last event was not read */
export function ofEvents(id: string, events: readonly AlertEvent[], hasEnded: boolean): Alert | null {
  const alert = alertOfEvents(id, events);
  return alert?.active && hasEnded ? { ...alert, active: false, lastSeenAt: null } : alert;
}
