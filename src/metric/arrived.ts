import { type DataFrame, type DataQueryError } from '@grafana/data';
import { queryError } from '../answer/runner';
import { type CorridorFrame } from '../corridors/frames';
import { finalName } from '../corridors/legend';
import { isDeclined, isFailure, isGone, type ServiceFailure } from '../service/failure';
import { type Snapshot } from '../store/snapshot';
import { type Span } from '../time/spans';
import { type Wanted, type WantedQuery } from './wanted';

/** What one line gives to the response. */
export interface LineAnswer {
  /** What it is called, the aggregation as the answer told it. */
  name: string;
  frames: DataFrame[];
  /** The requests that were made for it, a line each. */
  calls: string[];
  error?: DataQueryError;
  /** Why nothing is there (so far): it is empty, or refused as unknown; in a product such pairs are left out. */
  absence: 'empty' | 'refused' | null;
  thinned?: CorridorFrame['thinned'];
  /** It has values, bands are wanted, and no point has a corridor. */
  unlearned?: boolean;
  /** Of a forecast: the span that shows it where it reaches beyond the range, and whether it has a shape that is not known. */
  beyond?: Span;
  unreadable?: boolean;
}

/** What has come for one line so far. */
export type Arrived = { kind: 'snapshot'; snapshot: Snapshot } | { kind: 'answer'; answer: LineAnswer };

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

/** @param calls the requests that were made for it, a line each */
export function failed(line: Wanted, query: WantedQuery, error: unknown, calls: string[]): LineAnswer {
  const name = finalName(line.name, line.series.identity);
  const absence = isFailure(error) && isUnknown(error, query) ? 'refused' : null;
  return { name, frames: [], calls, error: queryError(query.refId, error), absence };
}

/** Why nothing is there (so far): it is empty, or refused as unknown; null where something is, or may be. */
export function absenceOf(arrived: Arrived, query: WantedQuery): LineAnswer['absence'] {
  if (arrived.kind === 'answer') {
    return arrived.answer.absence;
  }
  const { points, missing, done, answered } = arrived.snapshot;
  if (points > 0 || missing.length === 0) {
    return points > 0 ? null : 'empty';
  }
  return done && !answered && isUnknown(missing[0].failure, query) ? 'refused' : null;
}

/** A 400 to a granularity that was chosen may be about that. */
function isUnknown(failure: ServiceFailure, { target }: WantedQuery): boolean {
  const chosen = target.queryType === 'metric' && target.granularity !== 'auto';
  return isGone(failure) || (isDeclined(failure) && !chosen);
}
