import { type DataFrame, type DataQueryError, FieldType } from '@grafana/data';
import { type Columns, NO_POINTS } from '../corridors/columns';
import { type CorridorFrame, corridorFrame, type FrameOptions } from '../corridors/frames';
import { toldName } from '../corridors/legend';
import { queryError, type Request } from '../answer/runner';
import { isFailure, type ServiceFailure } from '../service/failure';
import { isEmptyAnswer, readForecast } from '../corridors/forecast';
import { type Snapshot } from '../store/snapshot';
import { type Say } from './say';
import { type Wanted, type WantedQuery } from './wanted';

/** What has come for one line so far. */
export type Arrived =
  | { kind: 'snapshot'; snapshot: Snapshot }
  | { kind: 'forecast'; body: unknown; path: string }
  | { kind: 'failed'; error: unknown };

type Thinned = CorridorFrame['thinned'];

/** What one line gives to the response. */
export interface Answer {
  /** What it is called, the aggregation as the answer told it. */
  name: string;
  frames: DataFrame[];
  notices: Say[];
  error?: DataQueryError;
  /** Nothing is there: empty, or refused as unknown; in a product such pairs are left out. */
  absent: boolean;
}

export function answerOf(line: Wanted, query: WantedQuery, arrived: Arrived, request: Request): Answer {
  switch (arrived.kind) {
    case 'snapshot':
      return fromSnapshot(line, query, arrived.snapshot, request);
    case 'forecast':
      return fromForecast(line, query, arrived.body, arrived.path, request);
    case 'failed':
      return {
        name: toldName(line.name, line.series.identity),
        frames: [],
        notices: [],
        error: queryError(query.refId, arrived.error),
        absent: isFailure(arrived.error) && isUnknown(arrived.error, line.kind === 'forecast'),
      };
  }
}

function fromSnapshot(line: Wanted, { refId, target }: WantedQuery, snapshot: Snapshot, request: Request): Answer {
  const { columns, points, range, missing, told, done } = snapshot;
  const named = look(line, refId, told.aggregation);
  const { name } = named;
  if (done && points === 0 && !snapshot.answered && missing.length > 0) {
    const { failure } = missing[0];
    const absent = isUnknown(failure, asksAuto(target));
    return { name, frames: [], notices: [], error: queryError(refId, failure), absent };
  }
  const metric = target.queryType === 'metric' ? target : undefined;
  const { frame, thinned: dropped } = corridorFrame(columns, {
    ...named,
    bands: target.bands,
    outliers: metric?.outliers ?? false,
    deviation: metric?.deviation ?? false,
    step: snapshot.step,
    shared: snapshot.shared,
    thin: metric?.thin && request.maxDataPoints ? { pixels: request.maxDataPoints, ...range } : undefined,
  });
  return {
    name,
    frames: [
      {
        ...frame,
        meta: { ...frame.meta, custom: { ...told }, executedQueryString: snapshot.calls.join('\n') },
      },
    ],
    notices: done ? noticesOf(name, snapshot, dropped, request.timezone) : [],
    absent: points === 0 && missing.length === 0,
  };
}

function noticesOf(name: string, snapshot: Snapshot, dropped: Thinned, timeZone: string): Say[] {
  const { missing, points } = snapshot;
  const notices: Say[] = [];
  if (missing.length > 0) {
    notices.push((words) => words.missingNotices(missing, timeZone));
  }
  if (dropped) {
    notices.push((words) => words.thinned(dropped.points, dropped.rows));
  }
  if (points === 0) {
    notices.push((words) => words.noData(name));
  }
  return notices;
}

function fromForecast(
  line: Wanted,
  { refId, target }: WantedQuery,
  body: unknown,
  path: string,
  request: Request
): Answer {
  const columns = readForecast(body);
  const named = look(line, refId, null);
  const { name } = named;
  const { frame } = corridorFrame([columns ?? NO_POINTS], {
    ...named,
    bands: target.bands,
    outliers: false,
    deviation: false,
    forecast: true,
  });
  const meta = { ...frame.meta, executedQueryString: `GET /${path}`, ...(columns ? {} : { custom: { raw: body } }) };
  const empty = columns === null && isEmptyAnswer(body);
  return {
    name,
    frames: [{ ...frame, meta }],
    notices: columns
      ? beyond(columns, request)
      : [(words) => (empty ? words.noData(name) : words.forecastUnreadable(name))],
    absent: empty,
  };
}

function look(
  line: Wanted,
  refId: string,
  aggregation: string | null
): Pick<FrameOptions, 'refId' | 'name' | 'identity' | 'place'> {
  const identity = aggregation ? { ...line.series.identity, aggregation } : line.series.identity;
  return {
    refId,
    name: toldName(line.name, identity),
    identity,
    place: line.place,
  };
}

/** @param anyRefusal whether nothing but node and metric can be what a 400 is about */
function isUnknown({ kind }: ServiceFailure, anyRefusal: boolean): boolean {
  return kind === 'notFound' || (kind === 'invalid' && anyRefusal);
}

function asksAuto(target: WantedQuery['target']): boolean {
  return target.queryType === 'metric' && target.granularity === 'auto';
}

function beyond({ time, length }: Columns, request: Request): Say[] {
  const [from, to] = [request.range.from.valueOf(), request.range.to.valueOf()];
  const last = time[length - 1];
  return last > to
    ? [(words) => words.forecastBeyond({ from: Math.min(from, time[0]), to: last }, request.timezone)]
    : [];
}

/** The frame of a query that has nothing to show: the fields of a metric without rows. */
export function emptyFrame(refId: string): DataFrame {
  return {
    refId,
    length: 0,
    fields: [
      { name: 'time', type: FieldType.time, config: {}, values: [] },
      { name: 'smoothened', type: FieldType.number, config: {}, values: [] },
    ],
  };
}
