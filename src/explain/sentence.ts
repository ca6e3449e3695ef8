import { formattedValueToString, getValueFormat } from '@grafana/data';
import { t } from '@grafana/i18n';
import { isPast, type Judgment, type Newest, presentStay, type When } from '../judging/judgeMetric';
import { type Precedent } from '../judging/precedent';
import { MINUTE } from '../settings';
import { dayAndTime, durationText, shortTime } from '../time/timeTexts';
import { RAW } from '../loading/texts';

/** Where and when the sentence is read. */
export interface Reader extends When {
  timeZone: string;
  /** The metric's name; it can carry the unit in parentheses. */
  metricName: string;
  /** How far apart the points are, if the service has finer ones. */
  resolution: number | null;
  /** Whether the range has any data. */
  hasData: boolean;
}

/**
 * How a metric is: since when, its newest value, how far outside it was, and whether it was as far before.
 *
 * @param precedent null if it was not looked for, or is not known
 */
export function sentenceOf(judgment: Judgment, reader: Reader, precedent: Precedent | null): string {
  const { newest } = judgment;
  if (!newest) {
    return reader.hasData ? t('deviations.no-corridors', 'No corridors yet') : t('deviations.no-data', 'No data');
  }
  const parts = [stateText(judgment, newest, reader), valueText(judgment, newest, reader), worstText(judgment, reader)];
  return [...parts, precedentText(precedent, reader)].filter((part) => part !== '').join(' ');
}

function stateText(judgment: Judgment, newest: Newest, reader: Reader): string {
  const { state, since, isSinceKnown, isInsideThroughout } = judgment;
  const last = clock(newest.at, reader);
  if (since === null) {
    return t('explain.unknown', 'Unknown since {{last}}.', { last, ...RAW });
  }
  if (isInsideThroughout) {
    return t('explain.inside-throughout', 'Inside its corridors for the whole range.');
  }
  const time = clock(since, reader);
  // A single point stands for the time up to the next one.
  const span = Math.max(newest.at - since, reader.step, MINUTE);
  const whole = durationText(Math.round(span / MINUTE) * MINUTE);
  const duration = presentStay(judgment)?.hasReturns
    ? t('explain.with-returns', '{{duration}}, with short returns', { duration: whole, ...RAW })
    : whole;
  const values = {
    since: isSinceKnown ? time : t('explain.or-earlier', '{{time}} or earlier', { time, ...RAW }),
    duration:
      isSinceKnown && !isPast(reader) ? duration : t('explain.at-least', 'at least {{duration}}', { duration, ...RAW }),
    last,
    ...RAW,
  };
  if (isPast(reader)) {
    return state === 'inside'
      ? t('explain.was-inside', 'Inside from {{since}} to {{last}} ({{duration}}).', values)
      : t('explain.was-outside', 'Outside from {{since}} to {{last}} ({{duration}}).', values);
  }
  switch (state) {
    case 'inside':
      return t('explain.inside', 'Inside since {{since}} ({{duration}}).', values);
    case 'recovering':
      return t('explain.recovering', 'Outside since {{since}} ({{duration}}), recovering.', values);
    default:
      return t('explain.outside', 'Outside since {{since}} ({{duration}}).', values);
  }
}

function valueText({ state }: Judgment, { at, value, expectedFrom, expectedTo }: Newest, reader: Reader): string {
  const unit = unitIn(reader.metricName);
  const [now, from, to] = tellApart([value, expectedFrom, expectedTo]);
  const expected = expectedFrom < 0 ? `${from} – ${to}` : `${from}–${to}`;
  const values = { value: now + unit, expected: expected + unit, time: clock(at, reader), ...RAW };
  if (state === 'unknown') {
    return t('explain.last', 'Last value: {{value}}, expected {{expected}}.', values);
  }
  return isPast(reader)
    ? t('explain.then', 'At {{time}}: {{value}}, expected {{expected}}.', values)
    : t('explain.now', 'Now {{value}}, expected {{expected}}.', values);
}

function worstText({ worst }: Judgment, reader: Reader): string {
  if (!worst || worst.widths === 0) {
    return '';
  }
  const { resolution } = reader;
  const time = clock(worst.at, reader);
  const values = {
    widths: significant(Math.abs(worst.widths), 2),
    time:
      resolution === null
        ? time
        : t('explain.by-values', '{{time}} ({{step}} values)', { time, step: durationText(resolution), ...RAW }),
    ...RAW,
  };
  return t('explain.worst', "Furthest out: {{widths}}× the corridor's width, at {{time}}.", values);
}

function precedentText(precedent: Precedent | null, reader: Reader): string {
  if (!precedent) {
    return '';
  }
  if (precedent.last !== null) {
    const time = dayAndTime(precedent.last, reader.timeZone);
    return t('explain.last-this-far', 'Last this far outside on {{time}}.', { time, ...RAW });
  }
  return t('explain.never-this-far', 'Not this far outside in the previous 30 days.');
}

function clock(time: number, { now, timeZone }: Reader): string {
  return shortTime(time, now, timeZone);
}

/** What some names carry in parentheses that is no unit. */
const NO_UNIT = /^(avg|mean|max|min|sum|total|count|p\d+)$/i;

/** The unit in parentheses at the end of a metric's name, as it follows a number; empty without one. */
function unitIn(name: string): string {
  const unit = /\(([^\s()]{1,10})\)\s*$/.exec(name)?.[1] ?? '';
  if (unit === '' || NO_UNIT.test(unit)) {
    return '';
  }
  return unit === '%' ? unit : ` ${unit}`;
}

/** Numbers to three significant digits, or to as many as it takes to tell different ones apart. */
function tellApart(numbers: readonly number[]): string[] {
  const count = new Set(numbers).size;
  for (let digits = 3; digits < 12; digits++) {
    const texts = numbers.map((number) => significant(number, digits));
    if (new Set(texts).size === count) {
      return texts;
    }
  }
  return numbers.map(String);
}

/** Millions and more as Grafana writes them: `761 Mil`. */
function significant(value: number, digits: number): string {
  const rounded = Number(value.toPrecision(digits));
  return Math.abs(rounded) < 1e6 ? String(rounded) : formattedValueToString(getValueFormat('short')(rounded));
}
