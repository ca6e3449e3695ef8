import { HOUR, MINUTE } from '../time';
import type { Shape } from './incidents';

/** Something that goes wrong, and how it spreads: the parts begin one after the other. */
export interface Story {
  readonly name: string;
  /** How long it usually lasts. */
  readonly length: number;
  readonly parts: readonly Part[];
}

export interface Part {
  readonly node: number;
  readonly metric: string;
  readonly shape: Shape;
  /** As an effect's: in widths of the main corridor, negative is downwards. */
  readonly size: number;
  /** Begins that long after the story, and lasts to its end unless told otherwise. */
  readonly after: number;
  readonly lasts?: number;
}

/** @param after minutes */
export function part(node: number, metric: string, size: number, after = 0, shape: Shape = 'surge'): Part {
  return { node, metric, shape, size, after: after * MINUTE };
}

/** A part that ends before the story does. @param minutes from and to, counted from the story's beginning */
export function between(part: Part, minutes: [number, number]): Part {
  return { ...part, after: minutes[0] * MINUTE, lasts: (minutes[1] - minutes[0]) * MINUTE };
}

export function gap(node: number, metric: string, after = 0): Part {
  return part(node, metric, 0, after, 'gap');
}

export function story(name: string, hours: number, ...parts: Part[]): Story {
  return { name, length: hours * HOUR, parts };
}
