import { rangeUtil } from '@grafana/data';

/** A path family of the interface. */
export type Version = 'v1' | 'v2';

// Provisioning files may have settings in other forms: text for a flag, other capitals, a number for a duration. Each
// reader returns undefined if the meaning is not clear.

/** `true`, `"False"`, `1`, `"no"`. */
export function readFlag(stored: unknown): boolean | undefined {
  const word = wordOf(stored);
  if (/^(true|yes|on|1)$/.test(word)) {
    return true;
  }
  return /^(false|no|off|0)$/.test(word) ? false : undefined;
}

/** `v1`, `"V2"`, `2`. */
export function readVersion(stored: unknown): Version | undefined {
  const [, digit] = /^v?([12])$/.exec(wordOf(stored)) ?? [];
  if (digit === undefined) {
    return undefined;
  }
  return digit === '1' ? 'v1' : 'v2';
}

/** A number of 1 or more, without its fraction. */
export function readCount(stored: unknown): number | undefined {
  const word = wordOf(stored);
  const number = /^\d+(\.\d+)?$/.test(word) ? Math.floor(Number(word)) : 0;
  return number >= 1 && Number.isSafeInteger(number) ? number : undefined;
}

/**
 * A duration in milliseconds. 0 needs no unit. Other numbers do, unless the setting has one (`unit`, such as `d`). Not in
 * months or years: no setting is that long, and `10M` could mean minutes.
 */
export function readSpan(stored: unknown, unit?: string): number | undefined {
  const word = wordOf(stored);
  const isBare = /^\d+(\.\d+)?$/.test(word);
  if (isBare && Number(word) === 0) {
    return 0;
  }
  const text = isBare && unit ? `${word}${unit}` : stored;
  return typeof text === 'string' && /[My]\s*$/.test(text) ? undefined : parseSpan(text);
}

export function readText(stored: unknown): string | undefined {
  return typeof stored === 'string' || typeof stored === 'number' ? String(stored) : undefined;
}

/** The texts of a list, or a single one. */
export function readTexts(stored: unknown): string[] {
  return [stored].flat().flatMap((one) => readText(one)?.trim() || []);
}

/** A span such as `14d`, `48h`, or `90s` in milliseconds, or undefined if the text is invalid. */
export function parseSpan(text: unknown): number | undefined {
  const [, count, unit] = (typeof text === 'string' && /^\s*(\d+(?:\.\d+)?)\s*(ms|[smhdwMy])\s*$/.exec(text)) || [];
  // Grafana's own parser of spans doesn't support fractions.
  return unit === undefined ? undefined : Math.round(Number(count) * rangeUtil.intervalToMs(`1${unit}`));
}

function wordOf(stored: unknown): string {
  return ['string', 'number', 'boolean'].includes(typeof stored) ? String(stored).trim().toLowerCase() : '';
}
