import { t } from '@grafana/i18n';
import { HOUR, MINUTE } from '../settings';

/** How long something lasted, in its two largest units: `3 d 4 h`, `2 h 5 min`, `40 s`. @param span milliseconds */
export function durationText(span: number): string {
  const minutes = Math.floor(span / MINUTE);
  const hours = Math.floor(minutes / 60);
  if (hours >= 24) {
    return t('duration.days', '{{days}} d {{hours}} h', { days: Math.floor(hours / 24), hours: hours % 24 });
  }
  if (hours > 0) {
    return t('duration.hours', '{{hours}} h {{minutes}} min', { hours, minutes: minutes % 60 });
  }
  return minutes > 0
    ? t('duration.minutes', '{{minutes}} min', { minutes })
    : t('duration.seconds', '{{seconds}} s', { seconds: Math.floor(span / 1000) });
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
