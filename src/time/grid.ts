/** The multiple of `unit` at or before `time`. */
export function down(time: number, unit: number): number {
  return Math.floor(time / unit) * unit;
}

/** The multiple of `unit` at or after `time`. */
export function up(time: number, unit: number): number {
  return Math.ceil(time / unit) * unit;
}

/** Contract, Shared cache: times that come from now are rounded down to a multiple of this, in milliseconds. */
export const SLOT = 10_000;

/** @param time epoch milliseconds */
export function slotOf(time: number): number {
  return down(time, SLOT);
}
