import { type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { type AlertSpan } from '../alertbook/span';
import { RAW } from '../loading/texts';
import { momentOfEnd, type Span } from '../time/spans';
import { dayAndTime } from '../time/timeTexts';
import { info } from './notices';

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
