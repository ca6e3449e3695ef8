import { type FieldConfig } from '@grafana/data';
import { memoize } from 'lodash';

/** Grafana's padding of a cell, and the icon of a filter next to a heading. */
const EDGES = 13;
const FILTER = 20;
/** Headings are slightly bolder than the letters below, and some tables have more padding. */
const SPARE = 6;

/** Pixels of narrower and wider letters, in Grafana's font of 14 pixels. */
const WIDTHS: ReadonlyArray<readonly [RegExp, number]> = [
  [/[ijlI]/, 3.5],
  [/[ .,:·]/, 4.2],
  [/[frt()]/, 5.3],
  [/[mwM]/, 12.3],
  [/[%W]/, 13.8],
  [/[A-Z]/, 9.8],
];
const LETTER = 8.4;

/** About the width of a heading or a word in Grafana's table. Each table has the same ones in every answer. */
export const widthOf = memoize((text: string): number =>
  [...text].reduce((sum, one) => sum + (WIDTHS.find(([of]) => of.test(one))?.[1] ?? LETTER), 0)
);

/** Pixels that a column needs for its heading. */
export function headingWidth(heading: string, isFilterable: boolean): number {
  return widthOf(heading) + EDGES + (isFilterable ? FILTER : 0);
}

/** The width of a column that shows one of these words, in any language. */
export function wordsWidth(words: readonly string[]): number {
  return Math.ceil(Math.max(...words.map(widthOf)) + EDGES);
}

/** A column that is at least as wide as its heading, in any language. A column without a width grows anyway. */
export function withHeadingWidth(config: FieldConfig, heading: string): FieldConfig {
  const { width, filterable } = config.custom ?? {};
  const needed = Math.ceil(headingWidth(heading, filterable === true)) + SPARE;
  return typeof width === 'number' && width < needed
    ? { ...config, custom: { ...config.custom, width: needed } }
    : config;
}
