import { HOUR, MINUTE } from '../time';
import type { Shape } from './incidents';

/** A problem and how it spreads: its parts begin one after another. */
export interface Story {
  readonly name: string;
  /** Its usual duration. */
  readonly length: number;
  readonly parts: readonly Part[];
}

export interface Part {
  readonly node: number;
  readonly metric: string;
  readonly shape: Shape;
  /** As in an effect: in widths of the main corridor, negative is downward. */
  readonly size: number;
  /** It begins this long after the story, and lasts until the story's end by default. */
  readonly after: number;
  readonly lasts?: number;
}

/** @param after minutes */
export function part(node: number, metric: string, size: number, after = 0, shape: Shape = 'surge'): Part {
  return { node, metric, shape, size, after: after * MINUTE };
}

/** A part that ends before the story. @param minutes from and to, counted from the story's beginning */
export function between(part: Part, minutes: [number, number]): Part {
  return { ...part, after: minutes[0] * MINUTE, lasts: (minutes[1] - minutes[0]) * MINUTE };
}

export function gap(node: number, metric: string, after = 0): Part {
  return part(node, metric, 0, after, 'gap');
}

export function story(name: string, hours: number, ...parts: Part[]): Story {
  return { name, length: hours * HOUR, parts };
}
