/** Whether this is the long run: `npm run test:long`. */
export const LONG = process.env.LONG_RUN === '1';

/** So many cases in the long run, a tenth of them else. */
export function casesOf(long: number): number {
  return LONG ? long : Math.ceil(long / 10);
}
