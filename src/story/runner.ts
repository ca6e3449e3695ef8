import { type DataFrame, type QueryResultMetaNotice } from '@grafana/data';
import { combineLatest, map, type Observable, of, startWith, switchMap } from 'rxjs';
import { AlertBook } from '../alertbook/alertBook';
import { type News, readVerdict } from '../alertbook/verdict';
import { type Answer, runEach } from '../answer/answers';
import { alertNotFound, emptyNotice, Inputs } from '../answer/inputs';
import { info } from '../answer/notices';
import { paced } from '../answer/pace';
import { timelineNotices } from '../answer/alertEvents';
import { cutNotice, verdictNotices } from '../answer/listNotices';
import { type Context, type Request } from '../answer/runner';
import { linkPlace } from '../tables/links';
import { type AlertStory, readAlert } from './alert';
import { type StoryQuery } from './models';
import { readMetrics, type Readings } from './readings';
import { phasesTable } from './phases';
import { summaryOf, summaryTable } from './summary';
import { timelineTable } from './timeline';

/**
 * One alert. Its metrics go out as soon as its events are read, then with each metric whose data arrives; a summary also
 * waits for the similar alerts.
 */
export const runStory = runEach(answerStory);

function answerStory(query: StoryQuery, request: Request, context: Context): Observable<Answer> {
  const { timezone } = request;
  const inputs = new Inputs(request, context);
  const ids = inputs.identifiers(query.alertId);
  const place = linkPlace(request, context);
  const isSummary = query.format === 'summary';
  const book = new AlertBook(context);
  const now = context.now();
  const frameOf = (story: AlertStory | null, readings: Readings, news: News | null): DataFrame => {
    switch (query.format) {
      case 'summary':
        return summaryTable(story && summaryOf(story, readings, news, place, timezone), place);
      case 'phases':
        return phasesTable(story, readings.rows);
      default:
        return timelineTable(story, readings.rows, place);
    }
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
    const news = isSummary ? readVerdict(book, story.alert, now).pipe(startWith(null)) : of(UNASKED);
    const states = combineLatest([readMetrics(story, context.store, timezone), news]).pipe(
      map(([readings, news]) => ({ readings, news, done: readings.isComplete && news !== null, ...SHOWN }))
    );
    return paced(states, context.settings.progressive, ({ readings, news, done }) => ({
      frames: [frameOf(story, readings, news)],
      notices: [...notices, ...eventNotices(story), ...readings.notices, ...verdictNotices([news?.failure])],
      failures: story.failures,
      calls: readings.rows.flatMap(({ snapshot }) => snapshot?.calls ?? []),
      more: !done,
    }));
  };
  return readAlert(book, id, now).pipe(
    switchMap((story) => (story ? answered(story) : of(nothing(info(alertNotFound(id, now))))))
  );
}

const NO_READINGS: Readings = { rows: [], isComplete: true, notices: [] };
/** Only a summary has a verdict. */
const UNASKED: News = { similar: null, verdict: null, failure: null };
const SHOWN = { hasAnswer: true, hasContent: true };

function eventNotices({ timeline }: AlertStory): QueryResultMetaNotice[] {
  return timeline ? timelineNotices(timeline) : [];
}
