import { choice, number } from './shapes';
import { type FieldsOf } from './query';

/** Which deviations are shown: fields of several query types. */
export const DEVIATION_LIMITS = {
  /** Smaller ones are left out. */
  minDeviation: number(0),
  /** Widths of main, percent of the nearest edge, or the metric's unit. */
  minDeviationIn: choice('widths', 'percent', 'unit'),
  side: choice('both', 'above', 'below'),
};

/** The same with a replaced variable. */
export type DeviationLimits = Omit<FieldsOf<typeof DEVIATION_LIMITS>, 'minDeviation'> & { minDeviation: number };
