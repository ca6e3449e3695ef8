import { dateMath, dateTimeForTimeZone } from '@grafana/data';
import { t } from '@grafana/i18n';
import { RAW } from './texts';
import { ServiceFailure } from './failure';
import { invalidText, labelOf, type Shape } from './shapes';

/**
 * A time in the form of `at` and `to`, in epoch milliseconds: ISO 8601, epoch milliseconds, date math (`now-6h`).
 * Undefined if the text is empty, null if it is invalid. Variables must be replaced before.
 */
export function parseMoment(text: string, timeZone?: string): number | undefined | null {
  const value = text.trim();
  if (value === '') {
    return undefined;
  }
  // Four digits are probably a year, which is not a point in time.
  if (/^-?(\d{1,3}|\d{5,})(\.\d+)?$/.test(value)) {
    return within(Math.round(Number(value)));
  }
  if (/^now/.test(value)) {
    const moment = dateMath.toDateTime(value, { timezone: timeZone });
    return moment?.isValid() ? moment.valueOf() : null;
  }
  if (!/^\d{4}-\d{2}(-\d{2})?([T ]\d{2}:\d{2}.*)?$/.test(value)) {
    return null;
  }
  // Browsers read a day that no month has as one of the next month.
  if (!dateTimeForTimeZone('utc', value.slice(0, 10)).isValid()) {
    return null;
  }
  const zoned = /(Z|[+-]\d{2}:?\d{2})$/i.test(value.slice(10));
  const time = zoned ? Date.parse(value) : dateTimeForTimeZone(timeZone, value).valueOf();
  return Number.isNaN(time) ? null : within(time);
}

/** JavaScript's dates end at 8.64e15 ms. The interface's date-time has no form after the year 9999. */
function within(time: number): number | null {
  return Math.abs(time) <= 253402300799999 ? time : null;
}

/** @throws ServiceFailure (`input`) with the field's name, if the text is not a time, or is out of range */
export function momentOf(text: string, field: Shape, timeZone?: string): number | undefined {
  const moment = parseMoment(text, timeZone);
  if (moment === null) {
    throw new ServiceFailure('input', invalidText(field, text));
  }
  const year = moment === undefined ? undefined : new Date(moment).getUTCFullYear();
  if (moment !== undefined && year !== undefined && (year < 2000 || year > 2100)) {
    throw new ServiceFailure('input', outOfTime(field, new Date(moment).toISOString()));
  }
  return moment;
}

/** For example, seconds instead of milliseconds. */
function outOfTime(field: Shape, time: string): string {
  const values = { field: labelOf(field), time, ...RAW };
  return t('inputs.out-of-time', '{{field}}: {{time}} is not between 2000 and 2100. Numbers are milliseconds.', values);
}
