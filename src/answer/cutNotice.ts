import { type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { RAW } from '../loading/raw';
import { warn } from './notices';

/** Which rows an answer that was cut keeps. */
export type CutRows = 'newest' | 'most severe' | 'first';

/**
 * For an answer that does not show all there is: `Showing the newest 50 of 213. Raise the limit or narrow the filters.`
 *
 * @param total how many there are; undefined if that is not known
 * @param hasLimit whether the query has a limit that can be raised
 */
export function cutNotice(
  shown: number,
  total: number | undefined,
  what: CutRows = 'newest',
  hasLimit = true
): QueryResultMetaNotice {
  const values = { shown, total: total ?? `${shown}+`, ...RAW };
  const advice = hasLimit
    ? t('answer.cut-raise', 'Raise the limit or narrow the filters.')
    : t('answer.cut-narrow', 'Narrow the filters.');
  return warn(`${cutText(what, values)} ${advice}`);
}

function cutText(what: CutRows, values: Record<string, unknown>): string {
  switch (what) {
    case 'newest':
      return t('answer.cut-newest', 'Showing the newest {{shown}} of {{total}}.', values);
    case 'most severe':
      return t('answer.cut-severe', 'Showing the {{shown}} most severe of {{total}}.', values);
    case 'first':
      return t('answer.cut-first', 'Showing the first {{shown}} of {{total}}.', values);
  }
}
