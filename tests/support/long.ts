/** Whether this is the long run: `npm run test:long`. */
export const LONG = process.env.LONG_RUN === '1';
/** Whether this is plain `npm test`, which tries few cases of each property. See .config/jest/fast-check.js. */
export const FEW = process.env.FC_RUNS !== undefined;

/** This many cases in the long run, otherwise a tenth of them. */
export function casesOf(long: number): number {
  return LONG ? long : Math.ceil(long / 10);
}

/** All cases. In plain `npm test`, every second one. */
export function sampleOf<T>(cases: readonly T[]): T[] {
  return cases.filter((_, i) => !FEW || i % 2 === 1);
}
