/** Whether this is the long run: `npm run test:long`. */
export const LONG = process.env.LONG_RUN === '1';
/** Whether this is `npm test` alone, which tries few cases of each property; see .config/jest/fast-check.js. */
export const FEW = process.env.FC_RUNS !== undefined;

/** This number of cases in the long run, otherwise a tenth of them. */
export function casesOf(long: number): number {
  return LONG ? long : Math.ceil(long / 10);
}
