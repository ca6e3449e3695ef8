import { type DataFrame, type QueryResultMetaNotice } from '@grafana/data';
import { uniqBy } from 'lodash';
import { type Severity } from '../notices/notices';

/** The number of messages of each severity in a panel's header. */
const MOST = 3;

const SEVERITIES: Severity[] = ['error', 'warning', 'info'];

/** The messages of one query. */
interface QueryNotices {
  refId: string | undefined;
  notices: QueryResultMetaNotice[];
}

/**
 * The frames with notices for a panel's header, which only shows the last notice of each severity in all frames.
 * Therefore, the last query with a message of a severity shows the messages of all queries in one notice, and earlier
 * queries only show their own. All messages of a query are in `meta.custom.notices` of its first frame.
 *
 * @param andMore the messages of a notice, followed by the number of others
 */
export function headerNotices(frames: DataFrame[], andMore: (shown: string, count: number) => string): DataFrame[] {
  const queries = noticesIn(frames);
  const firsts = new Map(queries.map(({ refId }) => [refId, frames.find((frame) => frame.refId === refId)]));
  return frames.map((frame) => {
    const query = queries.find(({ refId }) => refId === frame.refId);
    if (!query || firsts.get(frame.refId) !== frame) {
      return frame.meta?.notices ? { ...frame, meta: { ...frame.meta, notices: undefined } } : frame;
    }
    const notices = SEVERITIES.flatMap((severity) => {
      const own = textsOf([query], severity);
      const isLast = queries.findLast(({ notices }) => notices.some((one) => one.severity === severity)) === query;
      const texts = isLast ? textsOf(queries, severity) : own;
      return own.length === 0 ? [] : [{ severity, text: joined(texts, andMore) }];
    });
    return { ...frame, meta: { ...frame.meta, notices, custom: { ...frame.meta?.custom, notices: query.notices } } };
  });
}

/** Whether one of the frames has more messages than fit into the header. */
export function hasMore(frames: DataFrame[]): boolean {
  return SEVERITIES.some((severity) => textsOf(noticesIn(frames), severity).length > MOST);
}

function noticesIn(frames: DataFrame[]): QueryNotices[] {
  const refIds = [...new Set(frames.map(({ refId }) => refId))];
  const queries = refIds.map((refId) => {
    const own = frames.filter((frame) => frame.refId === refId).flatMap(({ meta }) => meta?.notices ?? []);
    return { refId, notices: uniqBy(own, ({ severity, text }) => severity + text) };
  });
  return queries.filter(({ notices }) => notices.length > 0);
}

/**
 * The messages of several queries: each query's first message comes before any second one, because the first is the most
 * important.
 */
function textsOf(queries: readonly QueryNotices[], wanted: Severity): string[] {
  const lists = queries.map(({ notices }) => notices.filter(({ severity }) => severity === wanted));
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  const inTurn = Array.from({ length: longest }, (_, i) => lists.flatMap((list) => list.slice(i, i + 1))).flat();
  return [...new Set(inTurn.map(({ text }) => text))];
}

function joined(texts: readonly string[], andMore: (shown: string, count: number) => string): string {
  if (texts.length === 1) {
    return texts[0];
  }
  // Bullets separate the messages if a tooltip does not break lines.
  const shown = texts.slice(0, MOST).map((text) => `• ${text}`);
  return texts.length > MOST ? andMore([...shown, '•'].join('\n'), texts.length - MOST) : shown.join('\n');
}
