import { type DataFrame, type QueryResultMetaNotice } from '@grafana/data';
import { combineLatest, map, type Observable, of, switchMap } from 'rxjs';
import { AlertBook } from '../alertbook/alertBook';
import { NOTHING, type News, readNews } from '../alertbook/news';
import { type Answer } from '../answer/answers';
import { alertNotFound, emptyNotice, Inputs } from '../answer/inputs';
import { info } from '../answer/notices';
import { paced } from '../answer/pace';
import { cutNotice, pagingNotices, verdictNotices } from '../answer/listNotices';
import { continuedAfter } from '../answer/pastNotices';
import { type Context, type Request } from '../answer/runner';
import { runUnfiltered } from '../tables/unfiltered';
import { linkPlace } from '../tables/links';
import { rangeOf } from '../time/spans';
import { type AlertStory, readAlert } from './alert';
import { type StoryQuery } from './models';
import { readMetrics, type Readings } from './readings';
import { summaryOf, summaryTable } from './summary';
import { timelineTable } from './timeline';

/**
 * One alert. Its metrics go out as soon as its events are read, then with each metric whose data arrives; a summary also
 * waits for the similar alerts.
 */
export const runStory = runUnfiltered(answerStory);

function answerStory(query: StoryQuery, request: Request, context: Context): Observable<Answer> {
  const { timezone } = request;
  const inputs = new Inputs(request, context);
  const ids = inputs.identifiers(query.alertId);
  const place = linkPlace(request, context);
  const book = new AlertBook(context);
  // A story that continues is as of when it began: it reads the minutes before what is now.
  const now = context.operations.since ?? context.now();
  const frameOf = (story: AlertStory | null, readings: Readings, news: News | null): DataFrame => {
    return query.format === 'summary'
      ? summaryTable(story && summaryOf(story, readings, news, place, timezone), place)
      : timelineTable(story, readings.rows, place, timezone);
  };
  const nothing = (notice: QueryResultMetaNotice): Answer => ({
    frames: [frameOf(null, NO_READINGS, null)],
    notices: [notice],
  });
  const [id] = ids.values;
  if (id === undefined) {
    return of(nothing(emptyNotice('alertId')));
  }
  const notices = ids.values.length > 1 ? [cutNotice(1, ids.values.length, 'first', false)] : [];
  const answered = (story: AlertStory): Observable<Answer> => {
    const verdict = readNews(book, [story.alert], now).pipe(
      map((verdicts) => verdicts && (verdicts.get(story.alert.id) ?? NOTHING))
    );
    const news = query.format === 'summary' ? verdict : of(NOTHING);
    const states = combineLatest([readMetrics(story, context.store, timezone), news]).pipe(
      map(([readings, news]) => ({ readings, news, done: readings.isComplete && news !== null, ...SHOWN }))
    );
    return paced(states, context.settings.progressive, ({ readings, news, done }) => ({
      frames: [frameOf(story, readings, news)],
      notices: [
        ...notices,
        ...continuedAfter(story.span, rangeOf(request), now),
        ...(story.timeline ? pagingNotices(story.timeline) : []),
        ...readings.notices,
        ...verdictNotices(news ? [news] : []),
      ],
      failures: story.failures,
      calls: [...readings.rows.flatMap(({ snapshot, recent }) => [snapshot, recent]), readings].flatMap(
        (read) => read?.calls ?? []
      ),
      more: !done,
    }));
  };
  return readAlert(book, id, now).pipe(
    switchMap((story) => (story ? answered(story) : of(nothing(info(alertNotFound(id, now))))))
  );
}

const NO_READINGS: Readings = { rows: [], isComplete: true, calls: [], notices: [] };
const SHOWN = { hasAnswer: true, hasContent: true };
