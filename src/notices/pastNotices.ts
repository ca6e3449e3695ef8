import { type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { type AlertSpan } from '../alertbook/span';
import { RAW } from '../loading/texts';
import { momentOfEnd, type Span } from '../time/spans';
import { dayAndTime } from '../time/timeTexts';
import { info } from './notices';

/** That an answer which only the present can give is not one about a time range that is over. */
export function asOfNow({ to }: Span, now: number, timeZone: string): QueryResultMetaNotice[] {
  const time = dayAndTime(now, timeZone);
  return momentOfEnd(to, now) === undefined
    ? []
    : [info(t('answer.as-of-now', 'Current state: now ({{time}}), not the time range.', { time, ...RAW }))];
}

/** That an alert which is shown completely continued after a time range that is over. */
export function continuedAfter(alert: AlertSpan, { to }: Span, now: number): QueryResultMetaNotice[] {
  const moment = momentOfEnd(to, now);
  const isLater = moment !== undefined && (alert.isOpen || (alert.to ?? -Infinity) > moment);
  return isLater ? [info(t('answer.continued', 'The alert continued after the time range.'))] : [];
}
