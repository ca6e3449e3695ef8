import { dateTimeFormat, formattedValueToString, getValueFormat, rangeUtil } from '@grafana/data';
import { t } from '@grafana/i18n';
import { round } from 'lodash';
import { MINUTE } from '../settings';
import { durationText } from '../time/durations';
import { type Onset } from '../corridors/onset';
import { type Freshness, freshnessOf, type Reading } from './freshness';
import { type Precedent } from './precedent';

const RAW = { interpolation: { escapeValue: false } };

/** Where and when the sentence is read. */
export interface Reader extends Reading {
  timeZone: string;
}

/**
 * How a metric is, in sentences: `Left its corridors at 19:43. Now 67 (as of 23:23), where 28 to 43 is expected, 1.6 corridor widths above. …`
 *
 * @param precedent where it was looked for
 */
export function sentenceOf(onset: Onset | null, reader: Reader, precedent: Precedent | null = null): string {
  if (!onset) {
    return t(
      'explain.nothing',
      'Nothing can be told: no point of the range has a value and a corridor. Baselines usually exist within 7 days after ingestion begins.'
    );
  }
  return [happened(onset, reader), untold(onset, reader), isNow(onset, reader), lasted(onset), usual(precedent, reader)]
    .filter((part) => part)
    .join(' ');
}

/** Of a range without a single point. @param last how it was when it was last measured */
export function notMeasured(last: Onset | null, reader: Reader): string {
  if (last) {
    const none = t('explain.not-in-range', 'Not measured in this range.');
    return `${none} ${isNow(last, reader, 'old')}`;
  }
  return t(
    'explain.not-measured',
    'Nothing can be told: nothing was measured in this range. A longer one shows when it was last.'
  );
}

function happened({ stay, state, at, unknown }: Onset, reader: Reader): string {
  const freshness = freshnessOf(at, reader);
  if (!stay && freshness === 'old') {
    const last = clock(at, reader);
    return t('explain.inside-until', 'Inside its corridors until {{last}}, not known since.', { last, ...RAW });
  }
  if (!stay) {
    return unknown
      ? t('explain.inside-where-known', 'Inside its corridors wherever it is known.')
      : t('explain.always-inside', 'Inside its corridors all through the range.');
  }
  const left = clock(stay.from, reader);
  if (stay.back !== null) {
    const back = clock(stay.back, reader);
    return state === 'inside' && freshness === 'now' && !unknown
      ? t('explain.inside-since', 'Inside its corridors since {{back}}.', { back, ...RAW })
      : t('explain.just-back', 'Back inside its corridors at {{back}}.', { back, ...RAW });
  }
  if (state === 'inside') {
    return t('explain.inside', 'Inside its corridors.');
  }
  return stay.isOpen
    ? t('explain.outside-from-start', 'Outside its corridors since {{left}} or before.', { left, ...RAW })
    : t('explain.left', 'Left its corridors at {{left}}.', { left, ...RAW });
}

/** What of that time nobody knows. */
function untold({ stay, unknown }: Onset, reader: Reader): string {
  return [stay?.unknown, unknown]
    .flatMap((span) => {
      const [from, to] = span ? [clock(span.from, reader), clock(span.to, reader)] : [];
      return span ? [t('explain.unknown', 'Nothing is known between {{from}} and {{to}}.', { from, to, ...RAW })] : [];
    })
    .join(' ');
}

/** @param freshness of what the newest point tells */
function isNow(onset: Onset, reader: Reader, freshness = freshnessOf(onset.at, reader)): string {
  const what = newest(onset, reader, freshness);
  const { deviation, value, expectedFrom, expectedTo } = onset;
  const widths = short(Math.abs(deviation ?? 0));
  if (!deviation || expectedFrom === null || expectedTo === null) {
    return t('explain.within', '{{what}}.', { what, ...RAW });
  }
  const toMain = deviation > 0 ? value - expectedTo : expectedFrom - value;
  if (short(toMain / (expectedTo - expectedFrom)) !== widths) {
    // Of the corridors another one is nearer than that which the sentence names: its edge tells on which side it is.
    return t(
      'explain.from-nearest',
      '{{what}}, {{widths}} corridor widths from {{edge}}, the nearest edge of its corridors.',
      {
        what,
        widths,
        edge: short(onset.edge ?? NaN),
        ...RAW,
      }
    );
  }
  return deviation > 0
    ? t('explain.above', '{{what}}, {{widths}} corridor widths above.', { what, widths, ...RAW })
    : t('explain.below', '{{what}}, {{widths}} corridor widths below.', { what, widths, ...RAW });
}

/** The newest value, and of when: a panel keeps its sentence while no newer one can be read. An old value is not how it is now, nor is that of a range which ended. */
function newest({ value, expectedFrom, expectedTo, at }: Onset, reader: Reader, freshness: Freshness): string {
  const told = { value: short(value), time: clock(at, reader), ...RAW };
  if (expectedFrom === null || expectedTo === null) {
    return freshness === 'now'
      ? t('explain.now-bare', 'Now {{value}} (as of {{time}}); its main corridor is not known', told)
      : t('explain.last-bare', 'Last known at {{time}}: {{value}}; its main corridor is not known', told);
  }
  const numbers = { ...told, from: short(expectedFrom), to: short(expectedTo) };
  switch (freshness) {
    case 'now':
      return t('explain.now', 'Now {{value}} (as of {{time}}), where {{from}} to {{to}} is expected', numbers);
    case 'old':
      return t('explain.last', 'Last known at {{time}}: {{value}}, where {{from}} to {{to}} is expected', numbers);
    case 'past':
      return t('explain.then', 'At {{time}} {{value}}, where {{from}} to {{to}} was expected', numbers);
  }
}

function lasted({ stay, state, at }: Onset): string {
  if (!stay) {
    return '';
  }
  const time = durationText(Math.round(((stay.back ?? at) - stay.from) / MINUTE) * MINUTE);
  const worst = short(Math.abs(stay.worst ?? 0));
  if (stay.back !== null) {
    return stay.worst === null
      ? t('explain.was-outside', 'Was outside for {{time}}.', { time })
      : t('explain.was-outside-worst', 'Was outside for {{time}}, {{worst}} corridor widths at worst.', {
          time,
          worst,
        });
  }
  return state === 'recovering'
    ? t('explain.recovering', 'Outside for {{time}}, recovering from {{worst}} corridor widths.', { time, worst })
    : t('explain.outside', 'Outside for {{time}}.', { time });
}

/** Whether it was as far out before: by which points, since those of another granularity lie nearer or farther. */
function usual(precedent: Precedent | null, reader: Reader): string {
  if (!precedent) {
    return '';
  }
  const { side, last, isKnown } = precedent;
  const told = { step: rangeUtil.secondsToHms(precedent.step / 1000), widths: short(precedent.worst), ...RAW };
  const worst =
    side === 'above'
      ? t('explain.worst-above', 'At worst {{widths}} corridor widths outside, above (by points of {{step}})', told)
      : t('explain.worst-below', 'At worst {{widths}} corridor widths outside, below (by points of {{step}})', told);
  if (last !== null) {
    return t('explain.so-far', '{{worst}}; as far out before that last at {{time}}.', {
      worst,
      time: clock(last, reader),
      ...RAW,
    });
  }
  return isKnown
    ? t('explain.never-so-far', '{{worst}}; never as far out in the 30 days before.', { worst, ...RAW })
    : t('explain.never-so-far-known', '{{worst}}; never as far out in what is known of the 30 days before.', {
        worst,
        ...RAW,
      });
}

/** The time of the day, with the date where it is not that of now. */
function clock(time: number, { now, timeZone }: Reader): string {
  const on = (moment: number, format: string) => dateTimeFormat(moment, { timeZone, format });
  return on(time, on(time, 'YYYY-MM-DD') === on(now, 'YYYY-MM-DD') ? 'HH:mm' : 'YYYY-MM-DD HH:mm');
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
