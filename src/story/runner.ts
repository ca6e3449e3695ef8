import { type DataFrame, type QueryResultMetaNotice } from '@grafana/data';
import { AlertBook } from '../alertbook/alertBook';
import { NOTHING, type News } from '../judging/news';
import { oneAlert } from '../entries/oneAlert';
import { type Reader } from '../known/follow';
import { news } from '../entries/newsEntries';
import { emptyNotice, Inputs } from '../inputs/inputs';
import { cutNotices, pagingNotices, unknownAlert, verdictNotices } from '../notices/listNotices';
import { continuedAfter, hasContinued } from '../notices/pastNotices';
import { runKnown, type Shown } from '../answer/reader';
import { linkPlace } from '../tables/links';
import { rangeOf } from '../time/spans';
import { type AlertStory, type MetricStory, storyOf } from './alert';
import { type StoryQuery } from './models';
import { readMetrics } from './readings';
import { summaryOf, summaryTable } from './summary';
import { timelineTable } from './timeline';

/**
 * One alert. Its metrics are sent as soon as its events are read, then with each metric whose data arrives. A summary also
 * waits for the similar alerts.
 */
export const runStory = runKnown(({ alertId, format }: StoryQuery, request, context) => {
  const { timezone } = request;
  const { values: ids } = new Inputs(request, context).identifiers(alertId);
  const place = linkPlace(request, context);
  const book = new AlertBook(context);
  const now = context.now();
  const frameOf = (
    story: AlertStory | null,
    rows: MetricStory[],
    verdict: News | null,
    isFetching: boolean
  ): DataFrame =>
    format === 'summary'
      ? summaryTable(
          story && summaryOf(story, { rows, isFetching }, verdict, place, timezone),
          place,
          story !== null && hasContinued(story.span, rangeOf(request), now)
        )
      : timelineTable(story, rows, place, { timeZone: timezone, isFetching });
  const nothing = (notice: QueryResultMetaNotice) => (): Shown => ({
    frames: [frameOf(null, [], null, false)],
    notices: [notice],
  });
  return (reader) => {
    const [id] = ids;
    if (id === undefined) {
      return nothing(emptyNotice('alertId'));
    }
    const { data: one, isFetching, error } = reader.read(oneAlert(book, id));
    if (!one) {
      return isFetching || error !== undefined ? null : nothing(unknownAlert(id, now, timezone));
    }
    const story = storyOf(one, now);
    const { rows, notices } = readMetrics(story, reader, context.store, timezone);
    const verdict = format === 'summary' ? readVerdict(story, book, reader) : NOTHING;
    const { isFetching: isReading } = reader;
    return () => ({
      frames: [frameOf(story, rows, verdict, isReading)],
      notices: [
        ...cutNotices(1, ids.length, 'first', false),
        ...continuedAfter(story.span, rangeOf(request), now),
        ...pagingNotices(story.timeline),
        ...notices(),
        ...verdictNotices(verdict ? [verdict] : []),
      ],
      failures: story.failures,
    });
  };
});

/** Null while it is being read. */
function readVerdict({ alert, now }: AlertStory, book: AlertBook, reader: Reader): News | null {
  const { data } = reader.read(news(book, [alert], now, 'count'));
  return data ? (data.get(alert.id) ?? NOTHING) : null;
}
