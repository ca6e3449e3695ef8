import { t } from '@grafana/i18n';
import { type Onset } from '../corridors/onset';
import { MINUTE } from '../settings';
import { durationText } from '../time/durations';
import { type Freshness, freshnessOf } from './freshness';
import { clock, farOut, RAW, type Reader, short, widthsOf } from './phrases';
import { type Precedent } from './precedent';
import { usual } from './usual';

/** The newest value that there is, with or without a corridor. */
export interface Latest {
  /** Epoch milliseconds. */
  at: number;
  value: number;
}

/**
 * How a metric is, in sentences: `Left its corridors at 19:43. Now 67 (as of 23:23), where 28 to 43 is expected, 1.6 corridor widths above. …`
 *
 * @param precedent where it was looked for @param latest null where not all of the range could be read
 */
export function sentenceOf(
  onset: Onset | null,
  reader: Reader,
  precedent: Precedent | null = null,
  latest: Latest | null = null
): string {
  if (!onset) {
    return t(
      'explain.nothing',
      'Nothing can be told: no point of the range has a value and a corridor. Baselines usually exist within 7 days after ingestion begins.'
    );
  }
  const before = precedent ? usual(precedent, onset, reader) : '';
  return [
    happened(onset, reader),
    untold(onset, reader),
    isNow(onset, reader),
    latest ? sinceThen(onset, latest, reader) : '',
    lasted(onset),
    before,
  ]
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
  if (!deviation || expectedFrom === null || expectedTo === null) {
    return t('explain.within', '{{what}}.', { what, ...RAW });
  }
  const toMain = deviation > 0 ? value - expectedTo : expectedFrom - value;
  if (short(toMain / (expectedTo - expectedFrom)) !== short(Math.abs(deviation))) {
    // Of the corridors another one is nearer than that which the sentence names: its edge tells on which side it is.
    return t(
      'explain.from-nearest',
      '{{what}}, {{widths}} corridor widths from {{edge}}, the nearest edge of its corridors.',
      {
        what,
        edge: short(onset.edge ?? NaN),
        ...widthsOf(deviation),
        defaultValue_one: '{{what}}, {{widths}} corridor width from {{edge}}, the nearest edge of its corridors.',
        defaultValue_other: '{{what}}, {{widths}} corridor widths from {{edge}}, the nearest edge of its corridors.',
      }
    );
  }
  return t('explain.out', '{{what}}, {{far}}.', { what, far: farOut(deviation), ...RAW });
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
      return t('explain.then', 'It was {{value}} at {{time}}, where {{from}} to {{to}} was expected', numbers);
  }
}

/** What came after the newest point that can be judged, where that is old: nothing, or values without a corridor. */
function sinceThen({ at }: Onset, latest: Latest, reader: Reader): string {
  if (freshnessOf(at, reader) !== 'old') {
    return '';
  }
  if (latest.at > at) {
    const told = { value: short(latest.value), time: clock(latest.at, reader), ...RAW };
    return t(
      'explain.bare-since',
      'Values came after it, the newest {{value}} (as of {{time}}), without corridors.',
      told
    );
  }
  return t('explain.silent-since', 'No value came after it.');
}

function lasted({ stay, state, at, deviation }: Onset): string {
  if (!stay) {
    return '';
  }
  const time = durationText(Math.round(((stay.back ?? at) - stay.from) / MINUTE) * MINUTE);
  const worst = stay.worst === null ? '' : farOut(stay.worst);
  if (stay.back !== null) {
    return worst
      ? t('explain.was-outside-worst', 'Was outside for {{time}}, at worst {{worst}}.', { time, worst, ...RAW })
      : t('explain.was-outside', 'Was outside for {{time}}.', { time });
  }
  if (state === 'recovering') {
    return worst
      ? t('explain.recovering', 'Outside for {{time}}, recovering from {{worst}}.', { time, worst, ...RAW })
      : t('explain.recovering-bare', 'Outside for {{time}}, recovering.', { time });
  }
  // How far it is now was said just before.
  return worst && worst !== farOut(deviation ?? 0)
    ? t('explain.outside-worst', 'Outside for {{time}}, at worst {{worst}}.', { time, worst, ...RAW })
    : t('explain.outside', 'Outside for {{time}}.', { time });
}
