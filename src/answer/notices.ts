import { type DataFrame, type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { uniqBy } from 'lodash';

export type Severity = QueryResultMetaNotice['severity'];

export function notice(text: string, severity: Severity = 'info'): QueryResultMetaNotice {
  return { severity, text };
}

/** What the reader should know. */
export function info(text: string): QueryResultMetaNotice {
  return notice(text, 'info');
}

/** What is missing from the answer, or may be wrong in it. */
export function warn(text: string): QueryResultMetaNotice {
  return notice(text, 'warning');
}

/**
 * The frames with `notices` added to the first one (contract: a notice is an entry of `meta.notices` in the first frame
 * of its refId). Equal texts are said once. The argument is not changed.
 */
export function withNotices(frames: DataFrame[], notices: QueryResultMetaNotice[]): DataFrame[] {
  if (notices.length === 0 || frames.length === 0) {
    return frames;
  }
  const [first, ...rest] = frames;
  const all = [...(first.meta?.notices ?? [])];
  for (const item of notices) {
    if (!all.some((other) => other.text === item.text)) {
      all.push(item);
    }
  }
  return [{ ...first, meta: { ...first.meta, notices: all } }, ...rest];
}

/**
 * The frames with the notices and the calls of every refId in its first frame, whoever made them (contract). The argument
 * is not changed.
 */
export function metaFirst(frames: DataFrame[]): DataFrame[] {
  const result = [...frames];
  const first = new Map<string | undefined, number>();
  frames.forEach((frame, i) => {
    const place = first.get(frame.refId);
    if (place === undefined) {
      first.set(frame.refId, i);
    } else if (frame.meta) {
      const { notices = [], ...meta } = frame.meta;
      const calls = [result[place].meta, meta].flatMap((one) => one?.executedQueryString?.split('\n') ?? []);
      [result[place]] = withNotices(withCalls([result[place]], calls), notices);
      result[i] = { ...frame, meta };
    }
  });
  return result;
}

/** As many as a panel shows. */
const MOST_SHOWN = 3;
const RANK: Record<Severity, number> = { error: 0, warning: 1, info: 2 };

/**
 * The frames of a panel with the three worst notices; one more counts the others. The query inspector has all of them, in
 * `meta.custom.notices` of their frames.
 */
export function worstNotices(frames: DataFrame[]): DataFrame[] {
  const noticesOf = ({ meta }: DataFrame) => meta?.notices ?? [];
  const all = uniqBy(frames.flatMap(noticesOf), 'text').sort((a, b) => RANK[a.severity] - RANK[b.severity]);
  if (all.length <= MOST_SHOWN) {
    return frames;
  }
  const [severest, ...others] = all.slice(MOST_SHOWN);
  const more = notice(
    t('answer.more-notices', '{{count}} more notes are in the inspector.', {
      count: others.length + 1,
      defaultValue_one: 'One more note is in the inspector.',
    }),
    severest.severity
  );
  const shown = new Set(all.slice(0, MOST_SHOWN).map(({ text }) => text));
  let isCounted = false;
  return frames.map((frame) => {
    const kept = noticesOf(frame).filter(({ text }) => shown.has(text));
    if (kept.length === noticesOf(frame).length) {
      return frame;
    }
    const notices = isCounted ? kept : [...kept, more];
    isCounted = true;
    const custom = { ...frame.meta?.custom, notices: noticesOf(frame).map(({ text }) => text) };
    return { ...frame, meta: { ...frame.meta, notices, custom } };
  });
}

/** Contract: `meta.executedQueryString` of a query's first frame holds the calls made, a line each. */
export function withCalls(frames: DataFrame[], calls: readonly string[]): DataFrame[] {
  const [first, ...rest] = frames;
  return first && calls.length > 0
    ? [{ ...first, meta: { ...first.meta, executedQueryString: [...new Set(calls)].join('\n') } }, ...rest]
    : frames;
}
