import { type AlertBook } from '../facts/alertBook';
import { type MetricHistory } from '../facts/history';
import { alertOfEvents } from '../facts/span';
import { type Timeline } from '../facts/timeline';
import { type Alert, type AlertEvent } from '../service/alerts';
import { isGone } from '../ground/failure';
import { eventsOf, singleAlert } from './alertEntries';
import { concluded } from '../facts/derived';
import { type Entry, type Known } from '../facts/follow';

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
    const { alert, failures } = currentAlert(id, single, timeline?.rows ?? []);
    return (
      alert && {
        alert,
        title: book.titleOf(alert),
        metrics: book.knownHistory(id, book.now())?.metrics ?? [],
        timeline,
        failures,
      }
    );
  });
}

/**
 * The single alert. If it could not be read, what its events show, and why. If the service no longer has it, it has ended,
 * even if its last event was not read.
 */
export function currentAlert(id: string, { data, error }: Known<Alert>, events: readonly AlertEvent[]) {
  const ofEvents = data ? null : alertOfEvents(id, events);
  const alert = ofEvents?.active && isGone(error) ? { ...ofEvents, active: false, lastSeenAt: null } : ofEvents;
  return { alert: data ?? alert, failures: error === undefined || isGone(error) ? [] : [error] };
}
