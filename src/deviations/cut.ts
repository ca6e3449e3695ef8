import { type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { notice } from '../answer/notices';
import { names, RAW } from '../answer/readingNotices';

/** What a ranking orders: a metric, or the lane of a node or system. */
export interface Ranked {
  name: string;
  /** Whether it is outside where it was last seen in the range. */
  isOutside: boolean;
}

/**
 * That the limit of the query cut a ranking, and what of the rest is outside at the end: by the share of the range one that
 * has just begun stands behind those that are long over.
 *
 * @param ranked all of them, in their order
 */
export function cutNotices(ranked: readonly Ranked[], limit: number): QueryResultMetaNotice[] {
  const left = ranked.slice(limit);
  const outside = left.filter(({ isOutside }) => isOutside).map(({ name }) => name);
  if (left.length === 0) {
    return [];
  }
  return outside.length === 0
    ? [
        notice(
          t(
            'deviations.cut',
            'The limit of the query leaves out the last of the ranking, {{number}} in all. None of them was outside when last seen.',
            { number: left.length }
          )
        ),
      ]
    : [
        notice(
          t(
            'deviations.cut-outside',
            'The limit of the query leaves out the last of the ranking, {{number}} in all. Outside when last seen: {{names}}. Raise the limit to see them.',
            { number: left.length, names: names(outside), ...RAW }
          ),
          'warning'
        ),
      ];
}

/** Whether the newest value that can be told is outside. @param values deviations, 0 inside, null where none can be told */
export function isOutsideLast(values: ReadonlyArray<number | null>): boolean {
  const last = values.findLast((value) => value !== null);
  return last !== undefined && last !== null && last !== 0;
}
