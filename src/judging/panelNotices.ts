import { t } from '@grafana/i18n';
import { RAW } from '../ground/texts';
import { LONGEST_WAIT } from '../service/status';
import { shortTime } from '../ground/timeTexts';
import { closed } from '../ground/notices';

/** For a response that is sent while the service is silent. */
export function stillWaiting(): string {
  return t('answer.still-waiting', 'No response from the service for {{seconds}} s. Still waiting.', {
    seconds: LONGEST_WAIT / 1000,
  });
}

/** Instead of rows while the service does not respond. @param last when it last did, epoch milliseconds */
export function noResponse(last: number | undefined, timeZone: string): string {
  return last === undefined
    ? t('answer.no-response', 'No usable response from the service.')
    : t('answer.no-response-since', 'No usable response from the service since {{time}}.', {
        time: shortTime(last, Date.now(), timeZone),
        ...RAW,
      });
}

/** Instead of rows if everything was read. */
export function nothingFound(): string {
  return t('answer.nothing-found', 'Nothing found.');
}

/** For a picture of a page with unfinished queries. */
export function notInTime(): string {
  return t('answer.not-in-time', 'Incomplete: the service took too long for a picture.');
}

/** For a refresh that failed. @param at when the displayed data was read, epoch milliseconds */
export function withReading(error: string, at: number, timeZone: string): string {
  return t('answer.last-read', '{{error}} Showing data from {{time}}.', {
    error: closed(error),
    time: shortTime(at, Date.now(), timeZone),
    ...RAW,
  });
}

export function unusedFilter(key: string): string {
  return t('filters.unused', 'The filter on "{{filter}}" isn\'t supported here and was ignored.', {
    filter: key,
    ...RAW,
  });
}
