import { groupBy, mapValues } from 'lodash';
import { type Courses } from '../facts/courses';
import { lastingOf } from '../facts/span';
import { type Alert, type AlertEvent } from '../service/alerts';
import { type RowSpan, rowSpan } from './links';

interface EventSpanOptions {
  /** The rows of the events' alerts, as far as they are known. */
  alerts: readonly Alert[];
  /** What all events of their alerts show, if some are missing here. */
  courses?: Courses;
  now: number;
  /** The end of a past range: nothing continues after it. Infinity for other ranges. Epoch milliseconds. */
  moment: number;
}

/** When the alerts of events were active, by their IDs, for links. */
export function eventSpans(
  events: readonly AlertEvent[],
  { alerts, courses, now, moment }: EventSpanOptions
): Readonly<Record<string, RowSpan | null>> {
  return mapValues(groupBy(events, 'alertId'), (own, id) => {
    const until = (courses?.of(id)?.events ?? own).filter(({ time }) => time === null || time <= moment);
    const row = alerts.find((alert) => alert.id === id);
    return rowSpan(lastingOf(id, until, row), Math.min(now, moment), moment !== Infinity);
  });
}
