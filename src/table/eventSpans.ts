import { groupBy, mapValues } from 'lodash';
import { lastingOf } from '../facts/span';
import { type Alert, type AlertEvent } from '../service/alerts';
import { type RowSpan, rowSpan } from './links';

interface EventSpanOptions {
  /** The rows of the events' alerts, as far as they are known. */
  alerts: readonly Alert[];
  /** All known events of an alert, if some are missing here. */
  knownEvents?: (alertId: string) => readonly AlertEvent[] | null;
  now: number;
  /** The end of a past range: nothing continues after it. Infinity for other ranges. Epoch milliseconds. */
  moment: number;
}

/** When the alerts of events were active, by their IDs, for links. */
export function eventSpans(
  events: readonly AlertEvent[],
  { alerts, knownEvents = () => null, now, moment }: EventSpanOptions
): Readonly<Record<string, RowSpan | null>> {
  return mapValues(groupBy(events, 'alertId'), (own, id) => {
    const until = (knownEvents(id) ?? own).filter(({ time }) => time === null || time <= moment);
    const row = alerts.find((alert) => alert.id === id);
    return rowSpan(lastingOf(id, until, row), Math.min(now, moment), moment !== Infinity);
  });
}
