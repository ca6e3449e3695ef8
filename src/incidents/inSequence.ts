import { sortBy, uniqBy } from 'lodash';
import { type AlertEvent } from '../service/alerts';

/** The events of one alert. The interface has them in chronological order; where each has a sequence of its own, that is what tells. */
export function inSequence(events: readonly AlertEvent[]): readonly AlertEvent[] {
  const isTold =
    events.every(({ sequence }) => sequence !== null) && uniqBy(events, 'sequence').length === events.length;
  return isTold ? sortBy(events, 'sequence') : events;
}
