import { truncate } from 'lodash';
import { getValueFormat } from '@grafana/data';
import { grafanaUser } from './access';

/**
 * What looks like a unit: `%`, `°C`, `ms`, `GiB`, `kV`, `bytes`, or something per time, such as `req/s`. Names also have
 * numbers, devices, and functions in parentheses.
 */
const UNIT =
  /^([%‰€$]|°[CF]|[mµunp]?s|sec|min|h|days?|[kMGTPE]?i?B|[kMGTPE]?(bits?|bps|pps|Hz|Wh?|VA|V|J|Pa)|[mkµ][AmgVWl]|bytes?|dBm?|[ri]pm|ppm|iops|px|[\p{L}\d%]+\/(s|sec|min|h|day))$/iu;

/** The unit in parentheses at the end of a metric's name, for use after a number. Empty without one. */
export function unitIn(name: string): string {
  const unit = /\(([^\s()]{1,12})\)\s*$/.exec(name)?.[1] ?? '';
  if (!UNIT.test(unit)) {
    return '';
  }
  // French lines don't break before it, as in the plugin's other texts.
  const space = language().startsWith('fr') ? '\u00a0' : ' ';
  return unit === '%' && !hasComma() ? unit : space + unit;
}

/** The range of Grafana's suffixes. Other numbers have an exponent. */
const LARGEST = 1e15;
const SMALLEST = 1e-6;

/** Numbers with `least` significant digits, or with as many as needed to distinguish different ones. */
export function distinctNumbers(numbers: readonly number[], least = 3): string[] {
  const count = new Set(numbers).size;
  for (let digits = least; digits <= 17; digits++) {
    const texts = numbers.map((number) => significant(number, digits));
    if (new Set(texts).size === count) {
      return texts;
    }
  }
  return numbers.map(String);
}

/** Millions and more in Grafana's format: `761 Mil`, `10.01 Mil`. */
export function significant(value: number, digits = 2): string {
  const size = Math.abs(value);
  if (size >= LARGEST || (size > 0 && size < SMALLEST)) {
    const [factor, exponent] = value.toExponential(digits - 1).split('e');
    return `${withoutZeros(factor)}e${Number(exponent)}`;
  }
  const rounded = Number(value.toPrecision(digits));
  if (Math.abs(rounded) < 1e6) {
    return String(rounded);
  }
  // Up to three digits are before the decimal point.
  const decimals = Math.max(0, digits - 1 - (Math.floor(Math.log10(Math.abs(rounded))) % 3));
  const { text, suffix = '' } = getValueFormat('short')(rounded, decimals);
  return withoutZeros(text) + suffix;
}

function withoutZeros(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}

/** Languages of the plugin's texts that write decimals with a comma, and a space before a percent sign. */
const COMMA = /^(de|es|fr)/;

function hasComma(): boolean {
  return COMMA.test(language());
}

function language(): string {
  return String(grafanaUser().language);
}

/** A number's text in a sentence of the user's language. Cells are in Grafana's own format, with a point in any language. */
export function inSentence(number: string): string {
  return hasComma() ? number.replace('.', ',') : number;
}

/** The maximum of characters in a name. */
const MOST_OF_NAME = 100;

/**
 * Text of the service as Markdown that shows it unchanged: on one line, without links, emphasis, code, or HTML. Characters
 * without a special meaning at their place are kept.
 */
export function plain(text: string, most = MOST_OF_NAME): string {
  const line = text.replace(/[\s\p{C}]+/gu, ' ').trim();
  return truncate(line, { length: most, omission: '…' })
    .replace(/\\(?=[!-/:-@[-`{-~]|$)/g, '\\\\')
    .replace(/[`*]/g, '\\$&')
    .replace(/(?<![\p{L}\d])_|_(?![\p{L}\d])/gu, '\\_')
    .replace(/<(?=[a-z/!?])|&(?=#?\w+;)|\](?=[(:[])|@(?=\w)/gi, '\\$&')
    .replace(/[~$](?=.*[~$])|(?<=[~$].*)[~$]/g, '\\$&')
    .replace(/^[-+=#>[]|(?<=^\d{1,9})[.)]/, '\\$&')
    .replace(/(?<=[a-z]):(?=\/)/gi, '\\:')
    .replace(/\bwww\./gi, (www) => `${www.slice(0, -1)}\\.`);
}

/** A link whose text is shown unchanged. @param url absolute */
export function link(text: string, url: string): string {
  return `[${plain(text).replace(/(?<!\\)[[\]]/g, '\\$&')}](<${url}>)`;
}

/**
 * A text with as many lines in its lists as there is room for.
 *
 * @param write the text with at most so many lines in each list
 */
export function fitted(most: number, isShort: (text: string) => boolean, write: (most: number) => string): string {
  const text = write(most);
  return most === 0 || isShort(text) ? text : fitted(most - 1, isShort, write);
}

/** A time zone as a person reads it. @param timeZone in Grafana's form, including `browser` and `utc` */
export function zoneName(timeZone: string): string {
  const isBrowser = timeZone === '' || timeZone === 'browser';
  return isBrowser ? Intl.DateTimeFormat().resolvedOptions().timeZone : timeZone === 'utc' ? 'UTC' : timeZone;
}
