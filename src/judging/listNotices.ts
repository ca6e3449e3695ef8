import { type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { type AlertSpan } from '../facts/history';
import { RAW, dayAndTime } from '../ground/texts';
import { momentOfEnd, type Span } from '../ground/spans';
import { info, warn } from '../ground/notices';
import { messageOf } from '../ground/failure';
import { type Paged } from '../service/paging';
import { unreadText } from './readingNotices';

/** Which rows remain in an answer that was cut. */
export type CutRows = 'newest' | 'most severe' | 'first' | 'ends';

/**
 * The notice of an answer that does not show everything: `Showing the newest 50 of 213. Raise the limit or narrow the
 * filters.` Rows beyond the query's own limit are left out on purpose. Anything else is a warning. None if all is shown.
 *
 * @param hasLimit whether the query has a limit that can be raised
 */
export function cutNotices(
  shown: number,
  total: number,
  what: CutRows = 'newest',
  hasLimit = true
): QueryResultMetaNotice[] {
  if (shown >= total) {
    return [];
  }
  const text = cutText(what, { shown, total, ...RAW });
  return hasLimit
    ? [info(`${text} ${t('answer.cut-raise', 'Raise the limit or narrow the filters.')}`)]
    : [warn(`${text} ${narrow()}`)];
}

function narrow(): string {
  return t('answer.cut-narrow', 'Narrow the filters.');
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
export function pagingNotices(list: Paged<unknown> | null | undefined): QueryResultMetaNotice[] {
  if (!list || list.isWhole) {
    return [];
  }
  const { rows, total, cut, failure } = list;
  const shown = rows.length;
  const isTotal = total !== null && total >= shown;
  const kept = { middle: 'ends', end: 'first' } as const;
  const text = cut
    ? `${cutText(kept[cut], { shown, total: isTotal ? total : `${shown}+`, ...RAW })} ${narrow()}`
    : shortText(shown, total);
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

/** What is missing in a list. Nothing in a list that was not needed. */
export function knownNotices(
  known: { data: Paged<unknown> | null | undefined; error: unknown } | null
): QueryResultMetaNotice[] {
  return [...pagingNotices(known?.data), ...(known?.error === undefined ? [] : [incomplete(known.error)])];
}

/** The notice that earlier alerts are unknown, with the first reason. */
export function earlierNotices(all: Iterable<{ reason: unknown }>): QueryResultMetaNotice[] {
  const [reason] = [...all].flatMap((one) => one.reason ?? []);
  return reason === undefined ? [] : [warn(unreadText(t('column.earlier', 'Earlier alerts'), reason))];
}

/** A warning about so many things. None without any. */
function counted(count: number, text: () => string): QueryResultMetaNotice[] {
  return count > 0 ? [warn(text())] : [];
}

/** The notice that figures lack alerts with unknown metrics. */
export function unknownMetrics(count: number): QueryResultMetaNotice[] {
  return counted(count, () =>
    t('answer.unknown-metrics', 'Incomplete: the metrics of {{count}} alerts are unknown.', {
      count,
      defaultValue_one: 'Incomplete: the metrics of one alert are unknown.',
    })
  );
}

/** Notices about alerts with unknown, or partly unknown, metrics. */
export function historyNotices(unread: number, partial: number): QueryResultMetaNotice[] {
  const missing = counted(partial, () =>
    t('answer.missing-events', 'Incomplete: some events of {{count}} alerts are missing.', {
      count: partial,
      defaultValue_one: 'Incomplete: some events of one alert are missing.',
    })
  );
  return [...unknownMetrics(unread), ...missing];
}

/** The notice of alerts that have ended at an unknown time. */
export function endsUnknown(count: number): QueryResultMetaNotice[] {
  return counted(count, () =>
    t('answer.unknown-ends', 'Incomplete: the ends of {{count}} alerts are unknown.', {
      count,
      defaultValue_one: 'Incomplete: the end of one alert is unknown.',
    })
  );
}

/** @param what was requested, such as `Alert 12` */
export function notFound(what: string, at: number, timeZone?: string, now = at): string {
  const time = dayAndTime(at, now, timeZone);
  return t('inputs.not-found', 'Not found at {{time}}: {{what}}.', { what, time, ...RAW });
}

/** The notice that figures depend on unknown times. */
export function untimedAlerts(count: number): QueryResultMetaNotice[] {
  return counted(count, () =>
    t('report.untimed', '{{count}} alerts have no valid start or end, so figures may be wrong.', {
      count,
      defaultValue_one: '1 alert has no valid start or end, so figures may be wrong.',
    })
  );
}

export function untimedAnomalies(count: number): QueryResultMetaNotice[] {
  return counted(count, () =>
    t('anomalies.untimed', '{{count}} anomalies have no valid time.', {
      count,
      defaultValue_one: '1 anomaly has no valid time.',
    })
  );
}

/** The notice of an alert that the service doesn't have, or didn't have at a time. */
export function unknownAlert(id: string, at: number, timeZone?: string, now = at): QueryResultMetaNotice {
  return info(notFound(`${t('label.alert', 'Alert')} ${id}`, at, timeZone, now));
}

export function onlyWorst(read: number, total: number): string {
  return t('inputs.only-worst', 'Only the worst {{read}} of {{total}} metrics were checked.', { read, total });
}

/** The notice that an answer about the present is not about a past time range. */
export function asOfNow({ to }: Span, now: number, timeZone: string): QueryResultMetaNotice[] {
  const time = dayAndTime(now, now, timeZone);
  return momentOfEnd(to, now) === undefined
    ? []
    : [info(t('answer.as-of-now', 'Current state: now ({{time}}), not the time range.', { time, ...RAW }))];
}

/** Whether an alert was still active at the end of a past time range. */
export function hasContinued(alert: AlertSpan, { to }: Span, now: number): boolean {
  const moment = momentOfEnd(to, now);
  return moment !== undefined && (alert.isOpen || (alert.to ?? -Infinity) > moment);
}

/** The notice that a completely displayed alert continued after a past time range. */
export function continuedAfter(alert: AlertSpan, range: Span, now: number): QueryResultMetaNotice[] {
  return hasContinued(alert, range, now)
    ? [info(t('answer.continued', 'The alert continued after the time range.'))]
    : [];
}
