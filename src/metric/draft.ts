import { type DataFrame, type DataQueryError } from '@grafana/data';
import { type Span } from '../time/spans';
import { type Arrived, type LineAnswer } from './arrived';
import { type Wanted, type WantedQuery } from './wanted';

/** A line, and what has come for it so far: how, and dressed. */
export interface LineSoFar {
  line: Wanted;
  arrived: Arrived;
  answer: LineAnswer;
}

/** What one query gives to a packet, before it is put into words. */
export interface Draft {
  query: WantedQuery;
  /** Lines that are shown, and those of pairs that do not exist. */
  shown: LineSoFar[];
  absent: LineSoFar[];
  /** Names of the series that were not asked for, since there were enough. */
  unasked: string[];
  frames: DataFrame[];
  errors: DataQueryError[];
  /** Spans that are still to come. */
  coming: Span[];
  done: boolean;
  /** A granularity was chosen that metric data is not asked with: v2 knows none. */
  inVain: boolean;
}
