import { concat, defer, map, merge, type Observable, of, scan, startWith, switchMap } from 'rxjs';
import { type ServiceFailure } from '../service/failure';
import { type Flight } from './flights';
import { type Missing, type PartAnswer } from './part';
import { type SpanRead } from './rangeEnds';
import { type Span } from '../time/spans';

/** How far parts have come. */
export interface Progress {
  /** Spans that are still to come, newest first. */
  pending: Span[];
  missing: Missing[];
  /** Spans that were read. */
  read: SpanRead[];
  /** The requests that were made so far, a line each. */
  calls: string[];
  /** Why the service did not accept the newest part, where it did not. */
  refusal: ServiceFailure | null;
}

/** A part under way, or about to be. */
export type Part = Flight<PartAnswer>;
type Answered = PartAnswer & { part: Span };

/**
 * Runs the parts and tells how far they have come: at once, and with every part.
 *
 * @param parts newest first
 * @param alone whether it is not known yet what the service takes, so that the newest part goes alone
 * @param late how many turns the newest waits behind others
 */
export function readParts(parts: Part[], alone: boolean, late = 0): Observable<Progress> {
  const start: Progress = {
    pending: parts.map(({ from, to }) => ({ from, to })),
    missing: [],
    read: [],
    calls: [],
    refusal: null,
  };
  const answers = parts.map((part, turn) => answered(part, turn + late));
  return (alone ? oneThenAll(answers) : merge(...answers.map(({ answer }) => answer))).pipe(
    scan((progress, { part, read, missing, calls }) => {
      const refused = part.to === parts[0].to ? missing.find((one) => one.to === part.to && isRefusal(one)) : undefined;
      return {
        pending: progress.pending.filter(({ from, to }) => from !== part.from || to !== part.to),
        missing: [...progress.missing, ...missing],
        read: [...progress.read, ...read],
        calls: [...progress.calls, ...calls],
        refusal: progress.refusal ?? refused?.failure ?? null,
      };
    }, start),
    startWith(start)
  );
}

/** A part of a query, whose newest goes before the others. */
function answered(part: Part, turn: number): { part: Part; answer: Observable<Answered> } {
  return { part, answer: part.answer(turn).pipe(map((answer) => ({ part, ...answer }))) };
}

/** The newest part alone, then the rest. Two refusals in a row speak for all. */
function oneThenAll([first, ...rest]: Array<ReturnType<typeof answered>>, refusals = 0): Observable<Answered> {
  return first.answer.pipe(
    switchMap((answer) => {
      const [missing] = answer.missing;
      const next = defer(() => {
        if (!missing || !isRefusal(missing) || rest.length === 0) {
          return merge(...rest.map((one) => one.answer));
        }
        return refusals === 0
          ? oneThenAll(rest, 1)
          : of(
              ...rest.map(({ part }) => ({
                part,
                read: [],
                missing: [{ ...missing, from: part.from, to: part.to }],
                calls: [],
              }))
            );
      });
      return concat(of(answer), next);
    })
  );
}

/** Whether the service did not accept what was asked for. */
export function isRefusal({ failure }: Missing): boolean {
  return failure.kind === 'invalid' && failure.status === 400;
}
