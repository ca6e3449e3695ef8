import { type DataFrame, type DataQueryError } from '@grafana/data';
import { queryError, type Request } from '../answer/runner';
import { type Columns, NO_POINTS } from '../corridors/columns';
import { type CorridorFrame, corridorFrame } from '../corridors/frames';
import { toldName } from '../corridors/legend';
import { type Snapshot } from '../store/snapshot';
import { absenceOf, type Arrived } from './arrivals';
import { type Say, type Words } from './say';
import { type Wanted, type WantedQuery } from './wanted';

/** What one line gives to the response. */
export interface LineAnswer {
  /** What it is called, the aggregation as the answer told it. */
  name: string;
  frames: DataFrame[];
  calls: string[];
  notices: Say[];
  error?: DataQueryError;
  /** Nothing is there: empty, or refused as unknown; in a product such pairs are left out. */
  absent: boolean;
}

export function answerOf(line: Wanted, query: WantedQuery, arrived: Arrived, request: Request): LineAnswer {
  const absent = absenceOf(arrived, query) !== null;
  switch (arrived.kind) {
    case 'snapshot':
      return { ...fromSnapshot(line, query, arrived.snapshot, request), absent };
    case 'forecast':
      return { ...fromForecast(line, query, arrived, request), absent };
    case 'failed': {
      const name = toldName(line.name, line.series.identity);
      return {
        name,
        frames: [],
        calls: arrived.calls,
        notices: [],
        error: queryError(query.refId, arrived.error),
        absent,
      };
    }
  }
}

type Drawn = Omit<LineAnswer, 'absent'>;

function fromSnapshot(
  line: Wanted,
  { refId, target, compare }: WantedQuery,
  snapshot: Snapshot,
  request: Request
): Drawn {
  const { columns, points, range, missing, told, calls, done } = snapshot;
  const options = optionsOf(line, refId, target, told.aggregation);
  const { name } = options;
  if (done && points === 0 && !snapshot.answered && missing.length > 0) {
    return { name, frames: [], calls, notices: [], error: queryError(refId, missing[0].failure) };
  }
  const metric = target.queryType === 'metric' ? target : undefined;
  const isBefore = line.kind === 'compare';
  const { shift, text } = compare;
  const thin = metric?.thin && request.maxDataPoints ? { pixels: request.maxDataPoints, ...range } : undefined;
  const { frame, thinned } = corridorFrame(columns, {
    ...options,
    step: snapshot.step,
    ...(isBefore ? { kind: 'compare', bands: [], compare: text } : { shared: snapshot.shared }),
    outliers: !isBefore && (metric?.outliers ?? false),
    deviation: !isBefore && (metric?.deviation ?? false),
    thin,
  });
  return {
    name,
    frames: [withMeta(isBefore ? moved(frame, shift) : frame, calls, { ...told })],
    calls,
    notices: done ? noticesOf(line, name, snapshot, thinned, request.timezone) : [],
  };
}

function fromForecast(
  line: Wanted,
  { refId, target }: WantedQuery,
  { columns, raw, isEmpty, calls }: Extract<Arrived, { kind: 'forecast' }>,
  request: Request
): Drawn {
  const options = optionsOf(line, refId, target, null);
  const { name } = options;
  const { frame } = corridorFrame([columns ?? NO_POINTS], {
    ...options,
    kind: 'forecast',
    outliers: false,
    deviation: false,
  });
  const unreadable: Say = (words) => (isEmpty ? words.noData(name) : words.forecastUnreadable(name));
  return {
    name,
    frames: [withMeta(frame, calls, columns ? undefined : { raw })],
    calls,
    notices: columns ? beyond(columns, request) : [unreadable],
  };
}

function optionsOf(line: Wanted, refId: string, target: WantedQuery['target'], aggregation: string | null) {
  const identity = aggregation ? { ...line.series.identity, aggregation } : line.series.identity;
  const name = toldName(line.name, identity);
  return { refId, name, identity, place: target.bands.length > 0 ? line.place : null, bands: target.bands };
}

function withMeta(frame: DataFrame, calls: string[], custom?: Record<string, unknown>): DataFrame {
  return { ...frame, meta: { ...frame.meta, ...(custom ? { custom } : {}), executedQueryString: calls.join('\n') } };
}

/** The frame at later times. */
function moved(frame: DataFrame, shift: number): DataFrame {
  const [time, ...fields] = frame.fields;
  return { ...frame, fields: [{ ...time, values: time.values.map((at: number) => at + shift) }, ...fields] };
}

function noticesOf(
  line: Wanted,
  name: string,
  snapshot: Snapshot,
  thinned: CorridorFrame['thinned'],
  timeZone: string
): Say[] {
  const { missing, points, leftOut, taken } = snapshot;
  return [
    ...(missing.length > 0 ? [(words: Words) => words.missingNotices(missing, timeZone)] : []),
    ...(leftOut && line.kind === 'metric' ? [(words: Words) => words.leftOutSpan(leftOut, taken, timeZone)] : []),
    ...(thinned ? [(words: Words) => words.thinned(thinned.points, thinned.rows)] : []),
    ...(points === 0 ? [(words: Words) => words.noData(name)] : []),
  ];
}

function beyond({ time, length }: Columns, { range, timezone }: Request): Say[] {
  const last = time[length - 1];
  const span = { from: Math.min(range.from.valueOf(), time[0]), to: last };
  return last > range.to.valueOf() ? [(words) => words.forecastBeyond(span, timezone)] : [];
}
