import { dateTimeFormat } from '@grafana/data';
import { t } from '@grafana/i18n';
import { RAW } from '../loading/texts';

/** For a response that goes out while the service is silent. @param wait how long it has been, in milliseconds */
export function stillWaiting(wait: number): string {
  return t('answer.still-waiting', 'No response from the service for {{seconds}} s. Still waiting.', {
    seconds: wait / 1000,
  });
}

/** For a refresh that failed. @param at when what is shown was read, epoch milliseconds */
export function withReading(error: string, at: number, timeZone: string): string {
  return t('answer.last-read', '{{error}} Showing data from {{time}}.', {
    error,
    time: shortTime(at, Date.now(), timeZone),
    ...RAW,
  });
}

/** `08:39`; of another day `Nov 14, 08:39`. */
function shortTime(time: number, now: number, timeZone: string): string {
  const dayOf = (moment: number) => dateTimeFormat(moment, { timeZone, format: 'YYYY-MM-DD' });
  return dateTimeFormat(time, { timeZone, format: dayOf(time) === dayOf(now) ? 'HH:mm' : 'MMM D, HH:mm' });
}
