import { t } from '@grafana/i18n';
import { HOUR, MINUTE } from '../settings';

/** From here on seconds no longer count, in milliseconds. */
const SECONDS_COUNT = 10 * MINUTE;

/** How long something lasted, in its two largest units, without one that is 0: `3 d 4 h`, `2 h 5 min`, `40 min`. @param span milliseconds */
export function durationText(span: number): string {
  const all = Math.floor(span / 1000);
  const [days, hours, minutes] = [Math.floor(all / 86_400), Math.floor(all / 3600) % 24, Math.floor(all / 60) % 60];
  const seconds = span < SECONDS_COUNT ? all % 60 : 0;
  if (days > 0) {
    return hours > 0
      ? t('duration.days', '{{days}} d {{hours}} h', { days, hours })
      : t('duration.about-days', '{{days}} d', { days });
  }
  if (hours > 0) {
    return minutes > 0
      ? t('duration.hours', '{{hours}} h {{minutes}} min', { hours, minutes })
      : t('duration.about-hours', '{{hours}} h', { hours });
  }
  if (minutes > 0) {
    return seconds > 0
      ? t('duration.minutes-seconds', '{{minutes}} min {{seconds}} s', { minutes, seconds })
      : t('duration.minutes', '{{minutes}} min', { minutes });
  }
  return t('duration.seconds', '{{seconds}} s', { seconds });
}

/** About how long, in one unit, where a glance has to do: `40 min`, `26 h`, `3 d`. @param span milliseconds */
export function roughDuration(span: number): string {
  if (span < HOUR) {
    return t('duration.minutes', '{{minutes}} min', { minutes: Math.round(span / MINUTE) });
  }
  return span < 48 * HOUR
    ? t('duration.about-hours', '{{hours}} h', { hours: Math.round(span / HOUR) })
    : t('duration.about-days', '{{days}} d', { days: Math.round(span / (24 * HOUR)) });
}
