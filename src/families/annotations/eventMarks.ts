import { t } from '@grafana/i18n';
import { pair } from '../../ground/texts';
import { changeText, wordOf } from '../../table/words';
import { type Courses } from '../../facts/courses';
import { earlierChanges } from '../../facts/history';
import { type Alert, type AlertEvent } from '../../service/alerts';
import { colorOf } from '../../table/colors';
import { eventSpans } from '../../table/eventSpans';
import { type LinkPlace } from '../../table/links';
import { stateText } from './alertMarks';
import { alertLinks, escaped, lines, metricsHtml, ownLinks, tagsOf } from './markText';
import { type Mark } from '../../table/marks';

/** An event with a known time. Without one, it can't be drawn. */
export type TimedEvent = AlertEvent & { time: number };

interface EventMarkOptions {
  place: LinkPlace;
  courses: Pick<Courses, 'titleOf'>;
  /** All events that were read, each alert's in order, to compare a change with the previous state. */
  all: readonly AlertEvent[];
  /** The end of a past range: nothing continues after it. Infinity for other ranges. Epoch milliseconds. */
  moment: number;
  /** The rows of their alerts, as far as they are known. */
  alerts: readonly Alert[];
}

/** One mark per event, with a text about what changed. */
export function eventMarks(
  events: readonly TimedEvent[],
  { place, courses, all, moment, alerts }: EventMarkOptions
): Mark[] {
  const earlier = earlierChanges(all);
  const spans = eventSpans(all, { alerts, now: place.now, moment });
  return events.map((event) => {
    const { time, alertId, sequence, eventType, impact, changes } = event;
    const named = changes ?? [];
    const title = courses.titleOf({ ...event, id: alertId });
    const span = spans[alertId] ?? { from: time, to: time };
    return {
      id: `${alertId}/${sequence ?? ''}`,
      time,
      timeEnd: null,
      title: escaped(title),
      text: lines(
        escaped(whatHappened(event)),
        metricsHtml(named, (change) => changeText(change, earlier.get(change)), place, { from: time, to: time }),
        alertLinks(alertId, place, span),
        ownLinks({ alert: { id: alertId, title, impact }, metric: named.at(0), span }, place)
      ),
      tags: tagsOf([impact, eventType], named),
      color: colorOf(impact),
    };
  });
}

/** `Alert: updated, severe impact, 6 metrics on 3 nodes, score 91.8` */
function whatHappened(event: AlertEvent): string {
  const parts = [event.eventType && wordOf(event.eventType), stateText(event)].filter((part) => part);
  const name = t('label.alert', 'Alert');
  return parts.length > 0 ? pair(name, parts.join(', ')) : name;
}
