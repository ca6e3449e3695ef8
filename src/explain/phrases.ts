import { dateTimeFormat, formattedValueToString, getValueFormat } from '@grafana/data';
import { t } from '@grafana/i18n';
import { round } from 'lodash';
import { type Reading } from './freshness';

export const RAW = { interpolation: { escapeValue: false } };

/** Where and when the sentence is read. */
export interface Reader extends Reading {
  timeZone: string;
}

/** The time of the day, and after it the day where that is not today. */
export function clock(moment: number, { now, timeZone }: Reader): string {
  const on = (time: number, format: string) => dateTimeFormat(time, { timeZone, format });
  const [time, day] = [on(moment, 'HH:mm'), on(moment, 'YYYY-MM-DD')];
  return day === on(now, 'YYYY-MM-DD') ? time : t('explain.on-day', '{{time}} on {{day}}', { time, day, ...RAW });
}

/** How far outside, and on which side. @param deviation in widths of the main corridor */
export function farOut(deviation: number): string {
  const told = widthsOf(deviation);
  return deviation < 0
    ? t('explain.far-below', '{{widths}} corridor widths below', {
        ...told,
        defaultValue_one: '{{widths}} corridor width below',
        defaultValue_other: '{{widths}} corridor widths below',
      })
    : t('explain.far-above', '{{widths}} corridor widths above', {
        ...told,
        defaultValue_one: '{{widths}} corridor width above',
        defaultValue_other: '{{widths}} corridor widths above',
      });
}

/** A number of widths without its sign, and what decides between one and several. */
export function widthsOf(deviation: number) {
  const widths = short(Math.abs(deviation));
  return { widths, count: Number(widths) || Math.abs(deviation), ...RAW };
}

/** A number as people say it: three digits that count, all those before the point; millions and more as such (761 Mil). */
export function short(value: number): string {
  const size = Math.abs(value);
  if (size >= 1e6) {
    return formattedValueToString(getValueFormat('short')(value, 1));
  }
  // Rounded as Grafana does it, so that a stat panel says the same: 2.15 is 2.2.
  return String(size >= 1 ? round(value, size < 100 ? 1 : 0) : Number(value.toPrecision(2)));
}
