import { type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { type News } from '../judging/news';
import { RAW } from '../loading/texts';
import { info, warn } from './notices';
import { messageOf } from '../service/failure';
import { dateTime } from '../service/operations';
import { type Paged } from '../service/paging';

/** Which rows remain in an answer that was cut. */
export type CutRows = 'newest' | 'most severe' | 'first' | 'ends';

/**
 * For an answer that does not show everything: `Showing the newest 50 of 213. Raise the limit or narrow the filters.` Rows
 * beyond the query's own limit are left out on purpose. Anything else is a warning.
 *
 * @param total the number of all rows; undefined if unknown
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
  const text = `${cutText(what, values)} ${advice}`;
  return hasLimit ? info(text) : warn(text);
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

/** The notice of an incomplete list, whatever the reason: one warning with both numbers. */
export function pagingNotices({ rows, total, isWhole, cut, failure }: Paged<unknown>): QueryResultMetaNotice[] {
  if (isWhole) {
    return [];
  }
  const isTotal = total !== null && total >= rows.length;
  const kept = { middle: 'ends', end: 'first' } as const;
  const text = cut
    ? cutNotice(rows.length, isTotal ? total : undefined, kept[cut], false).text
    : shortText(rows.length, total);
  return [warn(failure ? `${text} ${messageOf(failure)}` : text)];
}

/** `Incomplete: 250 rows read, but the service reports 450.` */
function shortText(shown: number, total: number | null): string {
  return total === null
    ? t('answer.no-total', 'Incomplete: {{shown}} rows read, but the service reports no total.', { shown })
    : t('answer.short', 'Incomplete: {{shown}} rows read, but the service reports {{total}}.', { shown, total });
}

/** The notice that something could not be read, and why. */
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

/** The notice that alerts could not be compared with similar ones, with the first reason. */
export function verdictNotices(all: Iterable<Pick<News, 'failure' | 'incomplete'>>): QueryResultMetaNotice[] {
  const [reason] = [...all].flatMap(
    ({ failure, incomplete }) => failure ?? (incomplete ? pagingNotices(incomplete)[0].text : [])
  );
  return reason === undefined ? [] : [warn(unreadText(t('column.similar', 'Similar alerts'), reason))];
}

/** The notice that figures lack alerts with unknown metrics. */
export function unknownMetrics(count: number): QueryResultMetaNotice {
  return warn(
    t('answer.unknown-metrics', 'Incomplete: the metrics of {{count}} alerts are unknown.', {
      count,
      defaultValue_one: 'Incomplete: the metrics of one alert are unknown.',
    })
  );
}

/** The notice that figures lack missing events of alerts. */
function missingEvents(count: number): QueryResultMetaNotice {
  return warn(
    t('answer.missing-events', 'Incomplete: some events of {{count}} alerts are missing.', {
      count,
      defaultValue_one: 'Incomplete: some events of one alert are missing.',
    })
  );
}

/** Notices about alerts with unknown, or partly unknown, metrics. */
export function historyNotices(unread: number, partial: number): QueryResultMetaNotice[] {
  return [...(unread > 0 ? [unknownMetrics(unread)] : []), ...(partial > 0 ? [missingEvents(partial)] : [])];
}

/** @param what was requested, such as `Alert 12` */
export function notFound(what: string, at: number): string {
  return t('inputs.not-found', 'Not found at {{time}}: {{what}}.', { what, time: dateTime(at), ...RAW });
}

/** The notice that figures depend on unknown times. */
export function untimedAlerts(count: number): QueryResultMetaNotice {
  return warn(
    t('report.untimed', '{{count}} alerts have no valid start or end, so figures may be wrong.', {
      count,
      defaultValue_one: '1 alert has no valid start or end, so figures may be wrong.',
    })
  );
}

/** The notice of an alert that the service doesn't have. */
export function unknownAlert(id: string, at: number): QueryResultMetaNotice {
  return info(notFound(`${t('label.alert', 'Alert')} ${id}`, at));
}

export function onlyWorst(read: number, total: number): string {
  return t('inputs.only-worst', 'Only the worst {{read}} of {{total}} metrics were checked.', { read, total });
}
