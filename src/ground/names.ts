/** The part of a name that matches the pattern. Without a match, or with an empty one, the whole name. */
export function namePart(name: string, pattern: RegExp | null): string {
  const match = pattern?.exec(name);
  return match ? match[1] || match[0] || name : name;
}

/**
 * @returns null without a pattern, undefined if it is not one, or if it could freeze the page: a browser can't stop an
 * expression that tries too many combinations, such as `(a+)+$`
 */
export function patternOf(written: string, flags?: string): RegExp | null | undefined {
  try {
    return written === ''
      ? null
      : combinationsOf(written) <= MOST_COMBINATIONS
        ? new RegExp(written, flags)
        : undefined;
  } catch {
    return undefined;
  }
}

/** Combinations of one repetition, about the length of a name. Four repetitions in a row still take no time. */
const LENGTH = 64;
const MOST_COMBINATIONS = LENGTH ** 4;

/** An escaped character, a set, the start of a group, a quantifier, or any other character. */
const TOKEN = /\\.|\[(?:\\.|[^\]\\])*\]|\((?:\?(?:[:=!]|<[=!]|<[^>]*>))?|(?:[*+?]|\{\d+(?:,\d*)?\})\??|[^]/g;

/** About how many ways an expression has to match a text. */
function combinationsOf(written: string): number {
  // Of groups that are still open: their alternatives so far, the current one, and its last part.
  const groups = [{ others: 0, current: 1, last: 1 }];
  for (const [token] of written.matchAll(TOKEN)) {
    const group = groups[groups.length - 1];
    const isQuantifier = /^(?:[*+?]|\{\d.*\})/.test(token);
    if (isQuantifier) {
      group.current *= repeated(group.last, token) / group.last;
    } else if (token === '|') {
      group.others += group.current;
      group.current = 1;
    }
    group.last = 1;
    if (token.startsWith('(')) {
      groups.push({ others: 0, current: 1, last: 1 });
    } else if (token === ')' && groups.length > 1) {
      groups.pop();
      const outer = groups[groups.length - 1];
      outer.last = group.others + group.current;
      outer.current *= outer.last;
    }
  }
  return groups[0].others + groups[0].current;
}

function repeated(combinations: number, quantifier: string): number {
  const [, least = '0', comma, most = ''] = /^\{(\d+)(,?)(\d*)/.exec(quantifier) ?? [];
  if (quantifier.startsWith('?')) {
    return combinations + 1;
  }
  if (!most && comma !== '') {
    return combinations > 1 ? Infinity : LENGTH;
  }
  const times = Number(most || least);
  return combinations ** times * (times - Number(least) + 1);
}
