import { type MetricDataRequest, type Operations } from '../service/operations';
import { type Learned } from './learned';
import { type Limits } from './plan';
import { type RangeEnds } from './rangeEnds';
import { type Series } from './series';

/** What a request of one part is made of, apart from its span. */
export interface PartTarget {
  request: Omit<MetricDataRequest, 'from' | 'to'>;
  series: Series;
  /** Milliseconds: the step of the granularity that is asked for. */
  step: number;
  learned: Learned;
}

export interface PartTools {
  operations: Operations;
  /** Epoch milliseconds. */
  now: () => number;
  limits: Limits;
  ends: RangeEnds;
  /** Called when a series has grown. */
  grown: (series: Series) => void;
}
