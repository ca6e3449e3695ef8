import { rangeUtil } from '@grafana/data';
import { t } from '@grafana/i18n';
import { type Onset } from '../corridors/onset';
import { clock, farOut, RAW, type Reader, short } from './phrases';
import { type Precedent } from './precedent';

/**
 * Whether it was as far out before: by which points, since those of another granularity lie nearer or farther. How far that
 * is they tell only where it is more than was told before: then they know of a time that the range does not hold.
 */
export function usual(precedent: Precedent, { deviation, stay }: Onset, reader: Reader): string {
  const { side, last, isKnown } = precedent;
  const sign = side === 'above' ? 1 : -1;
  const told = Math.max(0, sign * (deviation ?? 0), sign * (stay?.worst ?? 0));
  const isMore = short(Math.max(told, precedent.worst)) !== short(told);
  const step = rangeUtil.secondsToHms(precedent.step / 1000);
  const words = { step, worst: farOut(sign * precedent.worst), ...RAW };
  if (last !== null) {
    const time = clock(last, reader);
    return isMore
      ? t('explain.worst-last', 'At worst {{worst}} (by points of {{step}}), last as far out at {{time}}.', {
          ...words,
          time,
        })
      : t('explain.last-so-far', 'Last as far out at {{time}} (by points of {{step}}).', { ...words, time });
  }
  if (isMore) {
    return isKnown
      ? t(
          'explain.worst-never',
          'At worst {{worst}} (by points of {{step}}), never as far out in the 30 days before.',
          words
        )
      : t(
          'explain.worst-never-known',
          'At worst {{worst}} (by points of {{step}}), never as far out in what is known of the 30 days before.',
          words
        );
  }
  return isKnown
    ? t('explain.never', 'Never as far out in the 30 days before (by points of {{step}}).', words)
    : t(
        'explain.never-known',
        'Never as far out in what is known of the 30 days before (by points of {{step}}).',
        words
      );
}
