import {
  type DataFrame,
  type DataQueryResponse,
  type DateTime,
  dateTime,
  dateTimeFormat,
  type QueryResultMetaNotice,
} from '@grafana/data';
import { t } from '@grafana/i18n';
import { defer, finalize, from, map, mergeMap, type Observable, of } from 'rxjs';
import { withWords } from '../loading/lazy';
import { slotOf } from '../time/spans';
import { type Operations } from '../service/operations';
import { warn, withNotices } from './notices';
import { type Request } from './runner';

/**
 * Answers the request as many viewers do through one cache (contract: Shared cache). Loaded where the setting is on.
 *
 * @param answer is given the request as all viewers make it
 */
export function answerShared(
  request: Request,
  { stale }: Pick<Operations, 'stale'>,
  answer: (shared: Request) => Observable<DataQueryResponse>
): Observable<DataQueryResponse> {
  return marked(answer(sharedRequest(request)), stale, request.timezone);
}

/**
 * The request as all viewers make it: ends of its range that come from now are rounded down, and the panel's width is left
 * out. Metric data is cut to the exact range and has a grid of its own, see `store/blocks`.
 */
function sharedRequest(request: Request): Request {
  const { range } = request;
  const rounded = (time: DateTime, raw: unknown) =>
    typeof raw === 'string' && raw.includes('now') ? dateTime(slotOf(time.valueOf())) : time;
  const [from, to] = [rounded(range.from, range.raw?.from), rounded(range.to, range.raw?.to)];
  return { ...request, range: { ...range, from, to }, maxDataPoints: undefined };
}

/**
 * The packets of a query with a notice where, while it ran, the cache gave old answers since the service gave none.
 *
 * @param stale reports such answers, see `Operations.stale`
 */
function marked(
  packets: Observable<DataQueryResponse>,
  stale: Observable<string>,
  timeZone: string
): Observable<DataQueryResponse> {
  return defer(() => {
    const dates: string[] = [];
    const watching = stale.subscribe((date) => dates.push(date));
    return packets.pipe(
      mergeMap((packet) =>
        dates.length === 0
          ? of(packet)
          : from(withWords(() => Promise.resolve(staleNotice))).pipe(
              map((textOf) => ({ ...packet, data: withNotice(packet.data, textOf(dates, timeZone)) }))
            )
      ),
      finalize(() => watching.unsubscribe())
    );
  });
}

/** In the first frame of each query. */
function withNotice(frames: DataFrame[], text: QueryResultMetaNotice): DataFrame[] {
  const seen = new Set<string | undefined>();
  return frames.flatMap((frame) => {
    const isFirst = !seen.has(frame.refId);
    seen.add(frame.refId);
    return isFirst ? withNotices([frame], [text]) : [frame];
  });
}

function staleNotice(dates: readonly string[], timeZone: string) {
  const oldest = Math.min(...dates.map((date) => Date.parse(date)).filter((time) => !Number.isNaN(time)));
  const failed = t('shared.stale', "The service didn't respond. Showing cached data.");
  return warn(Number.isFinite(oldest) ? `${failed} (${dateTimeFormat(oldest, { timeZone })})` : failed);
}
