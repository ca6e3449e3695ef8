/** Whether this is the long run: `npm run test:long`. */
export const LONG = process.env.LONG_RUN === '1';
/** Whether this is `npm test` alone, which tries few cases of each property; see .config/jest/fast-check.js. */
export const FEW = process.env.FC_RUNS !== undefined;

/** So many cases in the long run, a tenth of them else. */
export function casesOf(long: number): number {
  return LONG ? long : Math.ceil(long / 10);
}
