import { type DataFrame, type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { MAX_RESULTS } from './query';
import { RAW } from './texts';

export type Severity = QueryResultMetaNotice['severity'];

/** Information for the reader. */
export function info(text: string): QueryResultMetaNotice {
  return { severity: 'info', text };
}

/** Missing or doubtful parts of the answer. */
export function warn(text: string): QueryResultMetaNotice {
  return { severity: 'warning', text };
}

/** A message that another sentence can follow: the service's own messages often lack a full stop. */
export function closed(message: string): string {
  return /[.!?…]["'’”»)\]]*\s*$/.test(message) ? message : `${message}.`;
}

/** A notice that a query did not run. A query without rows and requests may have run as well, if everything was known. */
interface NotRun extends QueryResultMetaNotice {
  isNotRun: true;
}

export function notRun(text: string): NotRun {
  return { ...info(text), isNotRun: true };
}

export function isNotRun(frames: readonly DataFrame[]): boolean {
  return frames.some(({ meta }) => meta?.notices?.some((notice) => 'isNotRun' in notice));
}

/**
 * The frames with `notices` added to the first one (notices are in `meta.notices` of the first frame of their refId).
 * Equal texts appear once. The argument is not modified.
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

/** The messages of a notice, and the number of others. */
export function andMore(shown: string, count: number): string {
  return t('metric.and-more', '{{shown}} and {{count}} more', {
    shown,
    count,
    defaultValue_one: '{{shown}} and one more',
    ...RAW,
  });
}

/** At most this many names in a notice. */
const NAMED = 5;

/** The first names, and the number of others. */
export function names(all: string[], count = all.length): string {
  const shown = all.slice(0, NAMED).join(', ');
  const more = count - Math.min(all.length, NAMED);
  return more > 0 ? andMore(shown, more) : shown;
}

/** For an answer with at most `MAX_RESULTS` series. @param beyond the first ones without room */
export function seriesLeftOut(beyond: string[], count = beyond.length, max = MAX_RESULTS): QueryResultMetaNotice {
  const values = { max, names: names(beyond, count), ...RAW };
  return warn(t('inputs.left-out', 'More than {{max}}, so left out: {{names}}', values));
}
