/**
 * A part of a series as columns of the same length. `times` are the starts of the steps, ascending. A step without data
 * has no row. A missing band is NaN.
 */
export interface Columns {
  times: number[];
  values: number[];
  mainUp: number[];
  mainDown: number[];
  supUp: number[];
  supDown: number[];
  infUp: number[];
  infDown: number[];
}

/** The bands at one moment. A missing band is NaN. Objects are reused, because there are many. */
export interface Bands {
  mainUp: number;
  mainDown: number;
  supUp: number;
  supDown: number;
  infUp: number;
  infDown: number;
}

export const edges = ['mainUp', 'mainDown', 'supUp', 'supDown', 'infUp', 'infDown'] as const;

export function emptyColumns(): Columns {
  return { times: [], values: [], mainUp: [], mainDown: [], supUp: [], supDown: [], infUp: [], infDown: [] };
}

export function noBands(): Bands {
  return { mainUp: NaN, mainDown: NaN, supUp: NaN, supDown: NaN, infUp: NaN, infDown: NaN };
}

export function pushRow(columns: Columns, time: number, value: number, bands: Bands): void {
  columns.times.push(time);
  columns.values.push(value);
  columns.mainUp.push(bands.mainUp);
  columns.mainDown.push(bands.mainDown);
  columns.supUp.push(bands.supUp);
  columns.supDown.push(bands.supDown);
  columns.infUp.push(bands.infUp);
  columns.infDown.push(bands.infDown);
}

/** The bands in row `row`, written into `into`. */
export function bandsOf(columns: Columns, row: number, into: Bands): Bands {
  into.mainUp = columns.mainUp[row];
  into.mainDown = columns.mainDown[row];
  into.supUp = columns.supUp[row];
  into.supDown = columns.supDown[row];
  into.infUp = columns.infUp[row];
  into.infDown = columns.infDown[row];
  return into;
}
