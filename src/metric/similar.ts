import { type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { AlertBook } from '../alertbook/alertBook';
import { type News } from '../judging/news';
import { type Reader } from '../known/follow';
import { news } from '../entries/newsEntries';
import { oneAlert } from '../entries/oneAlert';
import { unknownAlert, unreadText, verdictNotices } from '../notices/listNotices';
import { info, warn } from '../notices/notices';
import { withReading } from '../notices/panelNotices';
import { requesterOf, type Context, type Request } from '../answer/runner';
import { RAW } from '../loading/texts';
import { type Alert } from '../service/alerts';
import { perInstance, Recent } from '../service/recent';
import { dayAndTime } from '../time/timeTexts';
import { type SimilarStart } from './lineResult';
import { type PlannedQuery } from './lines';

/** Why a query has no similar alert to compare with. */
type NoSimilar = Pick<SimilarStart, 'notices' | 'calls'>;

/** What was found for a query, and when, in epoch milliseconds. */
type Found = Pick<SimilarStart, 'start' | 'shift'> & { at: number };

/** More than a page's queries. */
const MOST_FOUND = 200;

const foundOf = perInstance(() => new Recent<Found>(MOST_FOUND));

/**
 * Finds the most similar alert of a query's alert, with the same requests as the alert's story. Null while it is being
 * read. If that fails on a refresh, the query keeps what it found before.
 */
export function similarFinder(
  { refId, compareAlert: id }: PlannedQuery,
  request: Request,
  context: Context
): (reader: Reader) => SimilarStart | NoSimilar | null {
  const calls: string[] = [];
  const requester = requesterOf(request, refId);
  const operations = context.operations.with({ requester, note: (call) => calls.push(call) });
  const book = new AlertBook({ ...context, operations, timeZone: request.timezone });
  const now = context.now();
  const key = JSON.stringify([requester, id]);
  const unread = (reason: unknown) => {
    const text = unreadText(t('column.similar', 'Similar alerts'), reason);
    const last = foundOf(operations).get(key);
    return last
      ? { ...last, notices: [warn(withReading(text, last.at, request.timezone))], calls }
      : { notices: [warn(text)], calls };
  };
  return (reader) => {
    const { data: one, error, isFetching } = reader.attempt(oneAlert(book, id));
    if (error !== undefined) {
      return unread(error);
    }
    if (!one) {
      return isFetching ? null : { notices: [unknownAlert(id, now, book.timeZone)], calls };
    }
    const found = reader.attempt(news(book, [one.alert], now, 'most similar'));
    if (found.error !== undefined) {
      return unread(found.error);
    }
    const its = found.data?.get(one.alert.id);
    if (!its) {
      return null;
    }
    const outcome = startOf(one.alert, its, now, request.timezone);
    if ('shift' in outcome) {
      foundOf(operations).set(key, { start: outcome.start, shift: outcome.shift, at: context.now() });
    } else if (its.failure !== null) {
      return unread(its.failure);
    }
    return { ...outcome, calls };
  };
}

function startOf(
  { firstSeenAt }: Alert,
  found: News,
  now: number,
  timeZone: string
): { start: number; shift: number; notices: QueryResultMetaNotice[] } | { notices: QueryResultMetaNotice[] } {
  const notices = verdictNotices([found]);
  const start = found.likeMost?.alert.firstSeenAt ?? null;
  if (start !== null && firstSeenAt !== null) {
    return { start, shift: firstSeenAt - start, notices };
  }
  return { notices: notices.length > 0 ? notices : [whyNone(firstSeenAt, found, now, timeZone)] };
}

function whyNone(
  since: number | null,
  { similar, likeMost }: News,
  now: number,
  timeZone: string
): QueryResultMetaNotice {
  if (likeMost) {
    return warn(t('metric.similar-undated', 'Nothing to compare: the start of the similar alert is unknown.'));
  }
  if (since === null || similar === null) {
    return warn(t('metric.similar-unknown', 'Nothing to compare: the start or the metrics of the alert are unknown.'));
  }
  const values = { time: dayAndTime(since, now, timeZone), ...RAW };
  return info(t('metric.similar-none', 'Nothing to compare: no similar alert in the 90 days before {{time}}.', values));
}
