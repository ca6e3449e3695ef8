import { type DataFrame, type DataQueryError, type QueryResultMetaNotice } from '@grafana/data';
import { queryError } from '../answer/runner';
import { finalName } from '../corridors/names';
import { isDeclined, isFailure, isGone, type ServiceFailure } from '../service/failure';
import { isUnanswered, type Snapshot } from '../store/snapshot';
import { type Line, type PlannedQuery } from './lines';

/** What one line gives to the response. */
export interface LineAnswer {
  line: Line;
  /** Its name, with the aggregation of the answer. */
  name: string;
  frames: DataFrame[];
  /** The requests that were made for it, a line each. */
  calls: string[];
  error?: DataQueryError;
  /** Why nothing is there (so far): it is empty, or refused as unknown; in a product such pairs are left out. */
  absence: 'empty' | 'refused' | null;
  /** The data of the frames, if it is metric data. */
  snapshot?: Snapshot;
  /** What is incomplete about the frames, once all has arrived. */
  notices: QueryResultMetaNotice[];
  /** It has values, bands are wanted, and no point has a corridor. */
  unlearned?: boolean;
}

/** Where the most similar alert of an alert is. */
export interface SimilarStart {
  /** When it began, and how much earlier that was, in milliseconds. */
  start: number;
  shift: number;
  /** What may be wrong about it. */
  notices: QueryResultMetaNotice[];
  calls: string[];
}

/** Metric data of a line so far. */
export interface LineData {
  line: Line;
  /** Of a line that is compared with a similar alert. */
  similar?: SimilarStart;
  snapshot: Snapshot;
}

/** What arrived for one line so far: data to draw, or a forecast or failure to show unchanged. */
export type Arrived = LineData | LineAnswer;

export function isData(arrived: Arrived): arrived is LineData {
  return !('frames' in arrived);
}

/** @param calls the requests that were made for it, a line each */
export function failed(line: Line, query: PlannedQuery, error: unknown, calls: string[]): LineAnswer {
  const name = finalName(line.name, line.series.identity);
  const absence = isFailure(error) && isUnknown(error, query) ? 'refused' : null;
  return { line, name, frames: [], notices: [], calls, error: queryError(query.refId, error), absence };
}

/** Why there is no data so far: empty, or refused as unknown; null if there is data, or may be. */
export function absenceOf(arrived: Arrived, query: PlannedQuery): LineAnswer['absence'] {
  if (!isData(arrived)) {
    return arrived.absence;
  }
  const { points, missing } = arrived.snapshot;
  if (points > 0 || missing.length === 0) {
    return points > 0 ? null : 'empty';
  }
  return isUnanswered(arrived.snapshot) && isUnknown(missing[0].failure, query) ? 'refused' : null;
}

/** A 400 to a granularity that was chosen may be about that. */
function isUnknown(failure: ServiceFailure, { target }: PlannedQuery): boolean {
  const chosen = target.queryType === 'metric' && target.granularity !== 'auto';
  return isGone(failure) || (isDeclined(failure) && !chosen);
}
