import { type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { RAW } from '../loading/texts';
import { warn } from './notices';
import { messageOf } from '../service/failure';
import { type Paged } from '../service/paging';

/** Which rows an answer that was cut keeps. */
export type CutRows = 'newest' | 'most severe' | 'first' | 'ends';

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
    case 'ends':
      return t('answer.cut-ends', 'Showing {{shown}} of {{total}}: the first and the newest.', values);
    case 'first':
      return t('answer.cut-first', 'Showing the first {{shown}} of {{total}}.', values);
  }
}

/** What is to be said about a list that was not read whole: pages left unread, or one that failed. */
export function pagingNotices({ rows, total, cut, failure }: Paged<unknown>): QueryResultMetaNotice[] {
  const notices: QueryResultMetaNotice[] = [];
  if (cut) {
    const what = { start: 'newest', middle: 'ends', end: 'first' } as const;
    const isTotal = total !== null && total >= rows.length;
    notices.push(cutNotice(rows.length, isTotal ? total : undefined, what[cut], false));
  }
  return failure ? [...notices, incomplete(failure)] : notices;
}

/** That something could not be read, and why. */
export function incomplete(failure: unknown): QueryResultMetaNotice {
  return warn(incompleteText(failure));
}

export function incompleteText(failure: unknown): string {
  return t('answer.incomplete', 'Incomplete: {{reason}}', { reason: messageOf(failure), ...RAW });
}

/** @param reason a failure, or a sentence */
export function unreadText(names: string, reason: unknown): string {
  return t('answer.unread', "Couldn't read {{names}}: {{reason}}", { names, reason: messageOf(reason), ...RAW });
}

/** Where an alert could not be compared with similar ones. @param failures why; the first is shown */
export function verdictNotices([failure]: readonly unknown[]): QueryResultMetaNotice[] {
  if (failure === undefined || failure === null) {
    return [];
  }
  return [warn(unreadText(t('column.similar', 'Similar alerts'), failure))];
}

/** That figures lack what alerts of unknown metrics would add. */
export function unknownMetrics(count: number): QueryResultMetaNotice {
  return warn(
    t('answer.unknown-metrics', 'Incomplete: the metrics of {{count}} alerts are unknown.', {
      count,
      defaultValue_one: 'Incomplete: the metrics of one alert are unknown.',
    })
  );
}
