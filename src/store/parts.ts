import {
  catchError,
  concat,
  concatMap,
  defer,
  forkJoin,
  map,
  merge,
  type Observable,
  of,
  scan,
  startWith,
  switchMap,
  throwError,
} from 'rxjs';
import { ruleGranularity } from '../query/granularity';
import { isFailure, type ServiceFailure } from '../service/failure';
import { halves, type Span } from '../time/spans';
import { type PartTarget, type PartTools, insertBody } from './insert';

/** A span that could not be read, and why. */
export interface Missing extends Span {
  failure: ServiceFailure;
}

/** The result of reading a part. */
interface PartAnswer {
  /** The spans with data: the whole part, or its halves. */
  read: Span[];
  /** What couldn't be read. */
  missing: Missing[];
  /** Its requests, one per line. */
  calls: string[];
}

/** The results of the parts so far. */
export interface Progress extends PartAnswer {
  /** Spans that are still loading, newest first. */
  pending: Span[];
  /** Why the service did not accept the newest part, if it did not. */
  refusal: ServiceFailure | null;
}

type Answered = PartAnswer & { part: Span };

/**
 * Reads one part into its series. If the service takes too long, the part is retried once in halves.
 *
 * @param turn for the gate
 */
export function readPart(target: PartTarget, span: Span, turn: number, tools: PartTools): Observable<PartAnswer> {
  return attempt(target, span, turn, tools).pipe(
    concatMap((whole) => {
      const tooLong = whole.missing.some(({ failure }) => failure.kind === 'timeout');
      const parts = tooLong ? halves(span, target.step) : [];
      return parts.length < 2
        ? of(whole)
        : forkJoin(parts.map((half) => attempt({ ...target, settle: undefined }, half, turn, tools))).pipe(
            map((answers) => ({
              read: answers.flatMap(({ read }) => read),
              missing: answers.flatMap(({ missing }) => missing),
              calls: [whole, ...answers].flatMap(({ calls }) => calls),
            }))
          );
    })
  );
}

/** The same, completely or not at all. */
function attempt(target: PartTarget, span: Span, turn: number, tools: PartTools): Observable<PartAnswer> {
  return defer(() => {
    const calls: string[] = [];
    const operations = tools.operations.with({ note: (call) => calls.push(call) });
    const sent = { at: tools.now(), inside: target.series.hasPointsAfter(span.to) };
    const { settle, request } = target;
    const omits = settle !== undefined && ruleGranularity(span.to - span.from) === request.granularity;
    const granularity = omits ? undefined : request.granularity;
    return operations.getMetricData({ ...request, ...span, granularity }, turn).pipe(
      map((body): PartAnswer => {
        if (granularity) {
          target.learned.accept(granularity);
        }
        insertBody(body, { ...sent, isChosen: omits }, target, span, tools);
        return { read: [span], missing: [], calls };
      }),
      catchError((failure: unknown) =>
        isFailure(failure) ? of({ read: [], missing: [{ ...span, failure }], calls }) : throwError(() => failure)
      )
    );
  });
}

/**
 * Reads the parts, and reports their progress: at once, and with every part.
 *
 * @param parts newest first
 * @param read reads one of them; `turn` is its place
 * @param alone whether it is unknown what the service accepts, so that the newest part is sent alone
 */
export function readParts(
  parts: Span[],
  read: (part: Span, turn: number) => Observable<PartAnswer>,
  alone: boolean
): Observable<Progress> {
  const start: Progress = { pending: parts, missing: [], read: [], calls: [], refusal: null };
  const answers = parts.map((part, turn) => ({
    part,
    answer: read(part, turn).pipe(map((answer) => ({ part, ...answer }))),
  }));
  return (alone ? oneThenAll(answers) : merge(...answers.map(({ answer }) => answer))).pipe(
    scan((progress, { part, read, missing, calls }) => {
      const refused = part.to === parts[0].to ? missing.find((one) => one.to === part.to && isRefusal(one)) : undefined;
      return {
        pending: progress.pending.filter((one) => one !== part),
        missing: [...progress.missing, ...missing],
        read: [...progress.read, ...read],
        calls: [...progress.calls, ...calls],
        refusal: progress.refusal ?? refused?.failure ?? null,
      };
    }, start),
    startWith(start)
  );
}

/** The newest part alone, then the rest. After two refusals in a row, the rest is not requested. */
function oneThenAll(
  [first, ...rest]: Array<{ part: Span; answer: Observable<Answered> }>,
  refusals = 0
): Observable<Answered> {
  return first.answer.pipe(
    switchMap((answer) => {
      const [missing] = answer.missing;
      const next = defer(() => {
        if (!missing || !isRefusal(missing) || rest.length === 0) {
          return merge(...rest.map((one) => one.answer));
        }
        const likewise = ({ from, to }: Span) => [{ from, to, failure: missing.failure }];
        return refusals === 0
          ? oneThenAll(rest, 1)
          : of(...rest.map(({ part }) => ({ part, read: [], missing: likewise(part), calls: [] })));
      });
      return concat(of(answer), next);
    })
  );
}

/** Whether the service rejected the request. */
function isRefusal({ failure }: Missing): boolean {
  return failure.kind === 'invalid' && failure.status === 400;
}
