import { type Columns } from '../corridors/columns';
import { judge } from '../corridors/judge';

/** Up to this share of the points changes no share outside that a person would see. */
const FEW = 0.05;

/**
 * Whether more than a few of the points that count have corridors and no main one. Contract: what lies outside every corridor of its
 * point is outside, though it may well be inside the main corridor that is missing there.
 */
export function isMainMissing(parts: readonly Columns[]): boolean {
  let judged = 0;
  let mainless = 0;
  for (const part of parts) {
    const { distance } = judge(part, false);
    const [up, down] = part.edges;
    for (let i = 0; i < part.length; i++) {
      if (!Number.isNaN(distance[i])) {
        judged++;
        mainless += Number.isNaN((up?.[i] ?? NaN) + (down?.[i] ?? NaN)) ? 1 : 0;
      }
    }
  }
  return mainless > judged * FEW;
}
