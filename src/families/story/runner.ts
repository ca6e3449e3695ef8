import { STORY, type StoryQuery } from './models';
import { type DataFrame, type QueryResultMetaNotice } from '@grafana/data';
import { seenAlerts } from '../../judging/earlierAlerts';
import { readEnding } from '../../judging/endedBy';
import { type Reader } from '../../facts/reader';
import { emptyNotice, Inputs } from '../../ground/inputs';
import {
  continuedAfter,
  cutNotices,
  earlierNotices,
  hasContinued,
  pagingNotices,
  unknownAlert,
} from '../../judging/listNotices';
import { runKnown, type Shown } from '../../present/reader';
import { type Context } from '../../table/runner';
import { linkPlace } from '../../table/links';
import { rangeOf } from '../../ground/spans';
import { type AlertStory, type MetricStory, readMetrics, readStory } from './readings';
import { summaryOf, summaryTable, timelineTable } from './tables';

/**
 * One alert. Its metrics are sent as soon as its events are read, then with each metric whose data arrives. A summary also
 * waits for the earlier alerts.
 */
export const runStory = runKnown(({ alertId, format }: StoryQuery, request, context) => {
  const { timezone: timeZone } = request;
  const { values: ids } = new Inputs(request, context, STORY).identifiers(alertId);
  const place = linkPlace(request, context);
  const now = context.now();
  const isSummary = format === 'summary';
  const nothing = (notice: QueryResultMetaNotice) => (): Shown => ({ frames: [], notices: [notice] });
  return (reader) => {
    const [id] = ids;
    if (id === undefined) {
      return nothing(emptyNotice(STORY.fields.alertId));
    }
    const story = readStory(reader, context, id, now);
    if (!story) {
      return story === null ? null : nothing(unknownAlert(id, now, timeZone));
    }
    const { rows, notices } = readMetrics(story, reader, context.store, timeZone);
    const past = isSummary ? readPast(story, rows, reader, context) : null;
    const { isFetching: isReading } = reader;
    const frame = (): DataFrame => {
      const isLater = hasContinued(story.span, rangeOf(request), now);
      return past
        ? summaryTable(summaryOf(story, { rows, ...past, isFetching: isReading }, place, timeZone), place, {
            isLater,
            timeZone,
          })
        : timelineTable(story, rows, place, isReading);
    };
    return () => ({
      frames: [frame()],
      notices: [
        ...cutNotices(1, ids.length, 'first', false),
        ...continuedAfter(story.span, rangeOf(request), now),
        ...pagingNotices(story.timeline),
        ...notices(),
        ...(past?.notices ?? []),
      ],
      failures: story.failures,
    });
  };
});

runStory.withoutRows = ({ format }, request, context) => {
  const place = linkPlace(request, context);
  return format === 'summary'
    ? summaryTable(null, place, { isLater: false, timeZone: request.timezone })
    : timelineTable(null, [], place, false);
};

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
