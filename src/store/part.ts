import { catchError, concatMap, defer, forkJoin, from, map, type Observable, of, tap, throwError } from 'rxjs';
import { isFailure, type ServiceFailure } from '../service/failure';
import { type Turn } from '../service/client';
import { type PartTarget, type PartTools } from './take';
import { type SpanRead } from './rangeEnds';
import { halves, type Span } from '../time/spans';

/** A span that could not be read, and why. */
export interface Missing extends Span {
  failure: ServiceFailure;
}

/** What the reading of a part came to. */
export interface PartAnswer {
  /** What was read of it: the part itself, or halves of it. */
  read: SpanRead[];
  /** What stays unread: none where all went well. */
  missing: Missing[];
  /** The requests that it took, a line each. */
  calls: string[];
}

let taken: typeof import('./take') | undefined;

/** What reads bodies: loaded beside the first request, and at hand for all others. */
export const taking = defer(() => (taken ? of(taken) : from(import('./take')).pipe(tap((room) => (taken = room)))));

/**
 * Reads one part into its series. A part that takes the service too long is tried once more in halves.
 *
 * @param turn the gate's, which changes with those who wait for the part
 */
export function readPart(target: PartTarget, span: Span, turn: Turn, tools: PartTools): Observable<PartAnswer> {
  return attempt(target, span, turn, tools).pipe(
    concatMap((whole) => {
      const tooLong = whole.missing.some(({ failure }) => failure.kind === 'timeout');
      const parts = tooLong ? halves(span, target.step) : [];
      return parts.length < 2
        ? of(whole)
        : forkJoin(parts.map((half) => attempt(target, half, turn, tools))).pipe(
            map((answers) => ({
              read: answers.flatMap(({ read }) => read),
              missing: answers.flatMap(({ missing }) => missing),
              calls: [whole, ...answers].flatMap(({ calls }) => calls),
            }))
          );
    })
  );
}

function attempt(target: PartTarget, span: Span, turn: Turn, tools: PartTools): Observable<PartAnswer> {
  return defer(() => {
    const calls: string[] = [];
    const operations = tools.operations.noting((call) => calls.push(call));
    const asked = { at: tools.now(), inside: target.series.hasPointsAfter(span.to) };
    return forkJoin([operations.getMetricData({ ...target.request, ...span }, turn), taking]).pipe(
      map(([body, { take }]) => ({
        read: [{ ...span, brought: take(body, asked, target, span, tools) }],
        missing: [],
        calls,
      })),
      catchError((failure: unknown) =>
        isFailure(failure) ? of({ read: [], missing: [{ ...span, failure }], calls }) : throwError(() => failure)
      )
    );
  });
}
