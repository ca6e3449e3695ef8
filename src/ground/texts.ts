import { dateTimeFormat } from '@grafana/data';
import { t } from '@grafana/i18n';
import i18n from 'i18next';
import { memoize } from 'lodash';
import pluginJson from '../plugin.json';
import { DAY, MINUTE } from './spans';

/** For `t()`: values are inserted into a text unchanged, since whatever shows the text escapes it. */
export const RAW = { interpolation: { escapeValue: false } } as const;

/** `Duration: 2 h` in each language's form. */
export function pair(name: string, value: string | number): string {
  return t('words.pair', '{{name}}: {{value}}', { name, value, ...RAW });
}

/** Keeps the texts of few values that many cells have, because translating takes longer than the rest of a cell. */
export function keepText<V = void>(textOf: (value: V) => string): (value: V) => string {
  // Until translations have arrived, texts are English.
  const isTranslated = () => i18n.isInitialized && i18n.hasResourceBundle(i18n.language, pluginJson.id);
  return memoize(textOf, (value) => `${i18n.language} ${isTranslated()} ${value}`);
}

/**
 * A time as a clock shows it.
 *
 * @param time epoch milliseconds
 * @param format Moment's; Grafana's own for a whole time if missing
 */
export function clockText(time: number, timeZone?: string, format?: string): string {
  return dateTimeFormat(time, { timeZone, format });
}

/** From this duration on, seconds are omitted, in milliseconds. */
const SECONDS_COUNT = 10 * MINUTE;

const daysText = keepText((days: number) => t('duration.days', '{{days}} d', { days }));
const hoursText = keepText((hours: number) => t('duration.hours', '{{hours}} h', { hours }));
const minutesText = keepText((minutes: number) => t('duration.minutes', '{{minutes}} min', { minutes }));
const secondsText = keepText((seconds: number) => t('duration.seconds', '{{seconds}} s', { seconds }));

/** A duration in its two largest units, without one that is 0: `3 d 4 h`, `2 h 5 min`, `40 min`. @param span milliseconds */
export function durationText(span: number): string {
  const all = Math.floor(span / 1000);
  const [days, hours, minutes] = [Math.floor(all / 86_400), Math.floor(all / 3600) % 24, Math.floor(all / 60) % 60];
  const seconds = span < SECONDS_COUNT ? all % 60 : 0;
  const texts = [
    days > 0 && daysText(days),
    hours > 0 && hoursText(hours),
    days === 0 && minutes > 0 && minutesText(minutes),
    (seconds > 0 || all === 0) && secondsText(seconds),
  ];
  return texts.filter(Boolean).join(' ');
}

/** Times this far from now are shown with their year, in milliseconds. */
const FAR = 300 * DAY;

export function isFar(time: number, now: number): boolean {
  return Math.abs(now - time) > FAR;
}

/** `08:39`, or on another day than today `Nov 14, 08:39`, with the year if it is far. @param time epoch milliseconds */
export function shortTime(time: number, now: number, timeZone: string): string {
  const dayOf = (moment: number) => dateTimeFormat(moment, { timeZone, format: 'YYYY-MM-DD' });
  // No day is so long, and a format takes a while.
  const isNear = Math.abs(now - time) < 2 * DAY;
  return isNear && dayOf(time) === dayOf(now) ? clockText(time, timeZone, 'HH:mm') : dayAndTime(time, now, timeZone);
}

/** `Nov 14, 08:39`, with the year if it is far. */
export function dayAndTime(time: number, now: number, timeZone?: string): string {
  return clockText(time, timeZone, dayAndTimeFormat(isFar(time, now)));
}

/** `Nov 14`, with the year if it is far. */
export function dayText(time: number, now: number, timeZone?: string): string {
  return dateTimeFormat(time, { timeZone, format: isFar(time, now) ? dateFormat() : dayFormat() });
}

/** A date in Moment's form. Grafana's names of months are English, so other languages have numbers. */
const dateFormat = keepText(() => t('time.date', 'MMM D, YYYY'));

/** The same without the year. */
const dayFormat = () => dateFormat().replace(/[,/]? ?YYYY/, '');

/** @param year whether it is shown */
export const dayAndTimeFormat = (year = false) => `${year ? dateFormat() : dayFormat()}, HH:mm`;
