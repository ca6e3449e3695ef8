import { type DataFrame, type DataQueryError } from '@grafana/data';
import { withCalls } from '../answer/notices';
import { emptyFrame } from '../corridors/frames';
import { type Span } from '../time/span';
import { type LineSoFar } from './arrived';
import { type Around, type Notice, noticesOf } from './notices';
import { type Wanted, type WantedQuery } from './wanted';

/** What one query gives to a packet, before it is put into words. */
export interface Draft {
  refId: string;
  frames: DataFrame[];
  errors: DataQueryError[];
  problem: WantedQuery['problem'];
  notices: Notice[];
  /** Spans that are still to come. */
  coming: Span[];
  done: boolean;
}

/** @param wanted all lines of the query @param lines those of which something has come */
export function draftOf(
  query: WantedQuery,
  wanted: Wanted[],
  lines: LineSoFar[],
  done: boolean,
  around: Around
): Draft {
  const { refId, problem } = query;
  const [kind] = query.kinds;
  const main = lines.filter(({ line }) => line.kind === kind);
  const anyThere = main.some(({ answer }) => !answer.absence && !answer.error);
  // In a product, pairs that do not exist are left out; where none exists, what is wrong with them is told.
  const absent = query.product && (anyThere || !done) ? main.filter(({ answer }) => answer.absence) : [];
  const gone = new Set(absent.map(({ line }) => line.place));
  const shown = lines.filter(({ line }) => !gone.has(line.place));
  shown.sort((a, b) => a.line.series.order - b.line.series.order);
  const reached = new Set(lines.map(({ line }) => line.place));
  const unasked = wanted.filter((line) => line.kind === kind && !reached.has(line.place)).map(({ name }) => name);
  const frames = shown.flatMap(({ answer }) => answer.frames);
  const errors = done ? shown.flatMap(({ answer }) => answer.error ?? []) : [];
  const isBare = done && frames.length === 0 && errors.length === 0 && !problem;
  const calls = lines.flatMap(({ answer }) => answer.calls);
  return {
    refId,
    frames: withCalls(isBare ? [emptyFrame(refId)] : frames, calls),
    errors,
    problem,
    notices: noticesOf(query, done ? { shown, absent, unasked } : null, around),
    coming: done ? [] : lines.flatMap((line) => comingOf(line, around.context.now())),
    done,
  };
}

/** What is still to come of a line's values, none of it later than now. */
function comingOf({ line, answer: { snapshot } }: LineSoFar, now: number): Span[] {
  const spans = line.kind === 'metric' && snapshot ? snapshot.coming : [];
  return spans.flatMap(({ from, to }) => (from < now ? { from, to: Math.min(to, now) } : []));
}
