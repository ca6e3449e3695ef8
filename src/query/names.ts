import { choice, text, texts } from './shapes';

/** What a dashboard of another data source calls its nodes, systems, or metrics: fields of several query types. */
export const NAMES = {
  /** Empty: all. */
  names: texts(),
  /** What they name. */
  nameOf: choice('node', 'system', 'metric'),
  /** A regular expression: its first group, or what it matches, is the name. */
  namePattern: text(),
};

/** The part of a name that the pattern takes; all of it if the pattern matches nothing of it: no name is empty. */
export function namePart(name: string, pattern: RegExp | null): string {
  const match = pattern?.exec(name);
  return match ? match[1] || match[0] || name : name;
}

/** @returns null without a pattern, undefined if it is not one */
export function patternOf(written: string): RegExp | null | undefined {
  try {
    return written === '' ? null : new RegExp(written);
  } catch {
    return undefined;
  }
}
