import { dateTimeOf } from '../service/read';

const ZERO = 48;
/** Days that each month has in every year; a leap day goes to `Date.parse`. */
const SHORTEST = [0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/**
 * An ISO 8601 UTC date-time (`2026-01-31T14:02:00Z`, with up to nine digits of a second's fraction) as epoch
 * milliseconds, several times faster than `Date.parse`, which takes every other form. NaN where the text
 * is no date-time.
 */
export function parseIsoTime(text: string): number {
  const length = text.length;
  if (
    length < 20 ||
    text.charCodeAt(length - 1) !== 90 /* Z */ ||
    text.charCodeAt(4) !== 45 ||
    text.charCodeAt(7) !== 45 ||
    text.charCodeAt(10) !== 84 /* T */ ||
    text.charCodeAt(13) !== 58 ||
    text.charCodeAt(16) !== 58
  ) {
    return dateTimeOf(text);
  }
  const year = pair(text, 0) * 100 + pair(text, 2);
  const month = pair(text, 5);
  const day = pair(text, 8);
  const hour = pair(text, 11);
  const minute = pair(text, 14);
  const second = pair(text, 17);
  let millisecond = 0;
  if (length > 20) {
    if (text.charCodeAt(19) !== 46 /* . */ || length === 21) {
      return dateTimeOf(text);
    }
    let unit = 100;
    for (let i = 20; i < length - 1; i++) {
      // Digits beyond milliseconds are cut off, but have to be digits.
      millisecond += digit(text, i) * unit;
      unit = unit > 1 ? unit / 10 : 0;
    }
  }
  const sum = year + month + day + hour + minute + second + millisecond;
  if (Number.isNaN(sum) || hour > 23 || minute > 59 || second > 59 || !(day >= 1 && day <= SHORTEST[month])) {
    return dateTimeOf(text);
  }
  return (
    daysSinceEpoch(year, month, day) * 86_400_000 + hour * 3_600_000 + minute * 60_000 + second * 1000 + millisecond
  );
}

function digit(text: string, at: number): number {
  const value = text.charCodeAt(at) - ZERO;
  return value >= 0 && value <= 9 ? value : NaN;
}

function pair(text: string, at: number): number {
  return digit(text, at) * 10 + digit(text, at + 1);
}

/** Days from 1970-01-01 in the Gregorian calendar; years are counted from March, so that leap days come last. */
function daysSinceEpoch(year: number, month: number, day: number): number {
  const y = month <= 2 ? year - 1 : year;
  const m = month <= 2 ? month + 9 : month - 3;
  return (
    365 * y +
    Math.floor(y / 4) -
    Math.floor(y / 100) +
    Math.floor(y / 400) +
    Math.floor((153 * m + 2) / 5) +
    day -
    719_469
  );
}
