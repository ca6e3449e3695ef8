import { type DataFrame, type DataQueryError, type QueryResultMetaNotice } from '@grafana/data';
import { queryError } from '../answer/runner';
import { finalName } from '../corridors/names';
import { isDeclined, isFailure, isGone, type ServiceFailure } from '../service/failure';
import { isUnanswered, type Snapshot } from '../store/snapshot';
import { type Line, type PlannedQuery } from './lines';

/** One line's part of the response. */
export interface LineAnswer {
  line: Line;
  /** Its name, with the aggregation of the answer. */
  name: string;
  frames: DataFrame[];
  /** Its requests, one per line. */
  calls: string[];
  error?: DataQueryError;
  /** When the frames were read, if they are shown in spite of the error; epoch milliseconds. */
  readAt?: number;
  /** Why there is no data yet: it is empty, or the service doesn't have the pair. Such pairs of a product are omitted. */
  absence: 'empty' | 'refused' | null;
  /** The data of the frames, if it is metric data. */
  snapshot?: Snapshot;
  /** Notices of missing data, once everything has arrived. */
  notices: QueryResultMetaNotice[];
  /** It has values, bands are requested, and no point has a corridor. */
  unlearned?: boolean;
}

/** A line's metric data that has arrived. */
export interface LineData {
  line: Line;
  snapshot: Snapshot;
}

/** What has arrived for one line: data to draw, or a forecast or failure to show unchanged. */
export type LineResult = LineData | LineAnswer;

export function isData(arrived: LineResult): arrived is LineData {
  return !('frames' in arrived);
}

/** @param calls the requests for it, one per line */
export function failed(line: Line, query: PlannedQuery, error: unknown, calls: string[]): LineAnswer {
  const name = finalName(line.name, line.series.identity);
  const absence = isFailure(error) && isUnknown(error, query) ? 'refused' : null;
  return { line, name, frames: [], notices: [], calls, error: queryError(query.refId, error), absence };
}

/** Why there is no data: empty, or an unknown pair. Null if there is data, or may be. */
export function absenceOf(arrived: LineResult, query: PlannedQuery): LineAnswer['absence'] {
  if (!isData(arrived)) {
    return arrived.absence;
  }
  const { points, missing } = arrived.snapshot;
  if (points > 0 || missing.length === 0) {
    return points > 0 ? null : 'empty';
  }
  return isUnanswered(arrived.snapshot) && isUnknown(missing[0].failure, query) ? 'refused' : null;
}

/** A 400 may be about the granularity, if one was chosen and sent. */
function isUnknown(failure: ServiceFailure, { sendsChoice }: PlannedQuery): boolean {
  return isGone(failure) || (isDeclined(failure) && !sendsChoice);
}
