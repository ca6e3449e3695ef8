import { sortBy } from 'lodash';
import { type AlertEvent } from '../service/alerts';

/** The events of one alert. The interface has them in chronological order; where all have a sequence, that is what tells. */
export function inSequence(events: readonly AlertEvent[]): readonly AlertEvent[] {
  return events.every(({ sequence }) => sequence !== null) ? sortBy(events, 'sequence') : events;
}
