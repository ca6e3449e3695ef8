import { type DataFrame, type DataQueryError } from '@grafana/data';
import { queryError, type Request } from '../answer/runner';
import { type CorridorFrame, corridorFrame } from '../corridors/frames';
import { toldName } from '../corridors/legend';
import { isFailure, type ServiceFailure } from '../service/failure';
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
  /** Of a forecast: the span that shows it where it reaches beyond the range, and whether it has a shape that is not known. */
  beyond?: Span;
  unreadable?: boolean;
}

/** What has come for one line so far. */
export type Arrived = { kind: 'snapshot'; snapshot: Snapshot } | { kind: 'answer'; answer: LineAnswer };

export function answerOf(line: Wanted, query: WantedQuery, arrived: Arrived, request: Request): LineAnswer {
  return arrived.kind === 'answer' ? arrived.answer : fromSnapshot(line, query, arrived.snapshot, request);
}

/** @param calls the requests that were made for it, a line each */
export function failed(line: Wanted, query: WantedQuery, error: unknown, calls: string[]): LineAnswer {
  const name = toldName(line.name, line.series.identity);
  const absence = isFailure(error) && isUnknown(error, query) ? 'refused' : null;
  return { name, frames: [], calls, error: queryError(query.refId, error), absence };
}

function fromSnapshot(line: Wanted, query: WantedQuery, snapshot: Snapshot, request: Request): LineAnswer {
  const { columns, range, told, calls, step, shared } = snapshot;
  const { target, compare, shift } = query;
  if (snapshot.done && snapshot.points === 0 && !snapshot.answered && snapshot.missing.length > 0) {
    return failed(line, query, snapshot.missing[0].failure, calls);
  }
  const options = optionsOf(line, query, told.aggregation);
  const isBefore = line.kind === 'compare';
  const { thin, outliers, deviation } = target.queryType === 'metric' ? target : {};
  const { frame, thinned } = corridorFrame(columns, {
    ...options,
    step,
    ...(isBefore ? { kind: 'compare', bands: [], compare } : { shared }),
    outliers: !isBefore && outliers === true,
    deviation: !isBefore && deviation === true,
    thin: thin && request.maxDataPoints ? { pixels: request.maxDataPoints, ...range } : undefined,
  });
  const frames = [withMeta(isBefore ? moved(frame, shift) : frame, calls, { ...told })];
  return { name: options.name, frames, calls, absence: absenceOf({ kind: 'snapshot', snapshot }, query), thinned };
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
function isUnknown({ kind }: ServiceFailure, { target }: WantedQuery): boolean {
  const chosen = target.queryType === 'metric' && target.granularity !== 'auto';
  return kind === 'notFound' || (kind === 'invalid' && !chosen);
}

/** How the frames of a line look. */
export function optionsOf(line: Wanted, { refId, target: { bands } }: WantedQuery, aggregation: string | null) {
  const identity = aggregation ? { ...line.series.identity, aggregation } : line.series.identity;
  return { refId, name: toldName(line.name, identity), identity, place: bands.length > 0 ? line.place : null, bands };
}

export function withMeta(frame: DataFrame, calls: string[], custom?: Record<string, unknown>): DataFrame {
  return { ...frame, meta: { ...frame.meta, ...(custom ? { custom } : {}), executedQueryString: calls.join('\n') } };
}

/** The frame at later times. */
function moved(frame: DataFrame, shift: number): DataFrame {
  const [time, ...fields] = frame.fields;
  return { ...frame, fields: [{ ...time, values: time.values.map((at: number) => at + shift) }, ...fields] };
}
