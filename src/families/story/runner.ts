import { STORY, type StoryQuery } from './models';
import { type DataFrame } from '@grafana/data';
import { seenAlerts } from '../../judging/earlierAlerts';
import { readEnding } from '../../judging/endedBy';
import { type Reader } from '../../facts/reader';
import { Inputs } from '../../ground/inputs';
import {
  continuedAfter,
  cutNotices,
  earlierNotices,
  hasContinued,
  pagingNotices,
  unknownAlert,
} from '../../judging/listNotices';
import { runKnown } from '../../present/reader';
import { type Context } from '../../table/runner';
import { type AlertStory, type MetricStory, readMetrics, readStory } from './readings';
import { summaryOf, summaryTable, timelineTable } from './tables';

/**
 * One alert. Its metrics are sent as soon as its events are read, then with each metric whose data arrives. A summary also
 * waits for the earlier alerts.
 */
export const runStory = runKnown(
  ({ alertId, format }: StoryQuery, { request, context, range, now, place, timeZone }) => {
    const inputs = new Inputs(request, context, STORY);
    const ids = inputs.identifiers(alertId);
    inputs.refuseEmpty({ alertId: ids });
    const [id] = ids.values;
    const isSummary = format === 'summary';
    return (reader) => {
      const story = readStory(reader, context, id, now);
      if (!story) {
        return story === null ? null : () => ({ frames: [], notices: [unknownAlert(id, now, timeZone)] });
      }
      const { rows, notices } = readMetrics(story, reader, context.store, timeZone);
      const past = isSummary ? readPast(story, rows, reader, context) : null;
      const { isFetching: isReading } = reader;
      const frame = (): DataFrame => {
        const isLater = hasContinued(story.span, range, now);
        return past
          ? summaryTable(summaryOf(story, { rows, ...past, isFetching: isReading }, place, timeZone), place, {
              isLater,
              timeZone,
            })
          : timelineTable(story, rows, place, { isFetching: isReading, timeZone });
      };
      return () => ({
        frames: [frame()],
        notices: [
          ...cutNotices(1, ids.values.length, 'first', false),
          ...continuedAfter(story.span, range, now),
          ...pagingNotices(story.timeline),
          ...notices(),
          ...(past?.notices ?? []),
        ],
        failures: story.failures,
      });
    };
  }
);

runStory.withoutRows = ({ format }, { place, timeZone }) =>
  format === 'summary'
    ? summaryTable(null, place, { isLater: false, timeZone })
    : timelineTable(null, [], place, { isFetching: false, timeZone });

/** The earlier alerts of the first metric, and how it came back: at the end of the alert, or now if it is back. */
function readPast(
  { alert, span, courses, now }: AlertStory,
  rows: readonly MetricStory[],
  reader: Reader,
  context: Context
) {
  const found = seenAlerts(reader, context, [alert], { now, rank: 0, courses })?.get(alert.id);
  const [first] = rows;
  const isBack = first?.state === 'inside';
  const end = span.isOpen ? (isBack ? now : null) : span.to;
  return {
    seen: found?.seen ?? null,
    endedBy: readEnding(reader, first?.metric ?? null, end, context.store),
    notices: earlierNotices(found ? [found] : []),
  };
}
