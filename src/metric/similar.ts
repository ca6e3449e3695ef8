import { type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { AlertBook } from '../alertbook/alertBook';
import { type News } from '../judging/news';
import { type Reader } from '../known/follow';
import { news } from '../entries/newsEntries';
import { oneAlert } from '../entries/oneAlert';
import { unknownAlert, unreadText, verdictNotices } from '../notices/listNotices';
import { info, warn } from '../notices/notices';
import { requesterOf, type Context, type Request } from '../answer/runner';
import { RAW } from '../loading/texts';
import { type Alert } from '../service/alerts';
import { dayAndTime } from '../time/timeTexts';
import { type SimilarStart } from './lineResult';
import { type PlannedQuery } from './lines';

/** Why a query has no similar alert to compare with. */
type NoSimilar = Pick<SimilarStart, 'notices' | 'calls'>;

/**
 * Finds the most similar alert of a query's alert, with the same requests as the alert's story. Null while it is being
 * read.
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
  const now = operations.since ?? context.now();
  const unread = (reason: unknown) => ({
    notices: [warn(unreadText(t('column.similar', 'Similar alerts'), reason))],
    calls,
  });
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
    return its ? { ...startOf(one.alert, its, now, request.timezone), calls } : null;
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
