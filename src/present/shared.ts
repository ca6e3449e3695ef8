import {
  type DataFrame,
  type DataQueryResponse,
  type DateTime,
  dateTime,
  type QueryResultMetaNotice,
} from '@grafana/data';
import { t } from '@grafana/i18n';
import { uniqBy } from 'lodash';
import { concatMap, from, map, type Observable, of } from 'rxjs';
import { withTranslations } from '../ground/lazy';
import { clockText } from '../ground/timeTexts';
import { slotOf } from '../ground/spans';
import { type Operations } from '../service/operations';
import { warn, withNotices } from '../ground/notices';
import { type Request } from '../table/runner';

/**
 * Answers a request in the same way for all viewers of a shared cache. It is loaded if the setting is on.
 *
 * @param answer gets the request in the form for all viewers
 */
export function answerShared(
  request: Request,
  operations: Pick<Operations, 'status'>,
  answer: (shared: Request) => Observable<DataQueryResponse>
): Observable<DataQueryResponse> {
  const start = Date.now();
  return answer(sharedRequest(request)).pipe(
    concatMap((packet) => {
      const { stale } = operations.status;
      // The cache returned old answers while the query ran, since the service returned none.
      if (!stale || stale.at < start) {
        return of(packet);
      }
      return from(withTranslations(() => Promise.resolve(staleNotice))).pipe(
        map((noticeOf) => ({ ...packet, data: withNotice(packet.data, noticeOf(stale.date, request.timezone)) }))
      );
    })
  );
}

/**
 * The request in the form for all viewers: relative ends of its range are rounded down, and the panel's width is omitted.
 * Metric data is cut to the exact range, and has its own grid; see `store/blocks`.
 */
function sharedRequest(request: Request): Request {
  const { range } = request;
  const rounded = (time: DateTime, raw: unknown) =>
    typeof raw === 'string' && raw.includes('now') ? dateTime(slotOf(time.valueOf())) : time;
  const [from, to] = [rounded(range.from, range.raw?.from), rounded(range.to, range.raw?.to)];
  return { ...request, range: { ...range, from, to }, maxDataPoints: undefined };
}

/** Adds it to the first frame of each query. */
function withNotice(frames: DataFrame[], notice: QueryResultMetaNotice): DataFrame[] {
  const firsts = uniqBy(frames, 'refId');
  return frames.flatMap((frame) => (firsts.includes(frame) ? withNotices([frame], [notice]) : [frame]));
}

function staleNotice(date: string, timeZone: string): QueryResultMetaNotice {
  const failed = t('shared.stale', "The service didn't respond. Showing cached data.");
  const time = Date.parse(date);
  return warn(Number.isNaN(time) ? failed : `${failed} (${clockText(time, timeZone)})`);
}
