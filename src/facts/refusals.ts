import { defer, type Observable, of, Subject, switchMap, take, tap, throwError, timeout } from 'rxjs';
import { atLeast, coarser, GRANULARITIES, type Granularity, STEP } from '../ground/granularity';
import { isFailure, isGone, type ServiceFailure } from '../ground/failure';
import { type Span, HOUR } from '../ground/spans';

/* What refusals have shown: which granularities and windows are not requested again. */

/** What `auto` requests: a granularity, or none, so that the service chooses. */
export type Choice = Granularity | 'none';

/** Whether the service rejected the request. */
export function isRefusal(failure: unknown): failure is ServiceFailure {
  return isFailure(failure) && failure.kind === 'invalid' && failure.status === 400;
}

/** When a granularity was refused that another one replaced, in epoch milliseconds. */
interface Refused {
  at: number;
  /** The range had ended more than 24 h before: a limit of an old range does not affect newer ones. */
  isOld: boolean;
}

/** The granularities of a node, metric, and aggregation, as answers have shown them. */
export class Granularities {
  /** Step of the underlying series in milliseconds (interface: sourceGranularity), as newer and as older answers showed it. */
  private source = { recent: 0, old: 0 };
  private readonly accepted = new Set<Granularity>();
  private readonly refused = new Map<Choice, Refused>();
  /** Whether no answer has arrived yet. */
  isUnknown = true;

  accept(granularity: Granularity) {
    this.accepted.add(granularity);
    this.refused.delete(granularity);
  }

  hasAccepted(granularity: Granularity): boolean {
    return this.accepted.has(granularity);
  }

  /** One that was accepted before was refused because of that moment or range. */
  refuse(granularity: Granularity, refusal: Refused) {
    const isKnown = refusal.isOld && this.refused.get(granularity)?.isOld === false;
    if (!isKnown && !this.accepted.has(granularity)) {
      this.refused.set(granularity, refusal);
    }
  }

  /** @param isOld whether the span of the answer had ended more than 24 h before: older data may be stored coarser */
  noteSource(step: number | null, isOld: boolean) {
    this.isUnknown = false;
    const age = isOld ? 'old' : 'recent';
    this.source[age] = step ?? this.source[age];
  }

  /** The chosen granularity, or the source's if that is coarser. */
  atSource(chosen: Granularity, isOld: boolean): Granularity {
    return coarser(chosen, atLeast(Math.max(this.source.recent, isOld ? this.source.old : 0)));
  }

  /**
   * What `auto` tries for its choice, in order, and what it would be if the service accepted everything.
   *
   * @param reuseFor for how long refused ones are not tried. They are reported for as long as others are used
   */
  triesFor(chosen: Granularity, now: number, reuseFor: number, isOld: boolean) {
    const possible = this.atSource(chosen, isOld);
    const refusalOf = (choice: Choice) => {
      const refusal = this.refused.get(choice);
      return refusal && (isOld || !refusal.isOld) ? refusal : undefined;
    };
    const tries = from(possible).filter((choice) => now - (refusalOf(choice)?.at ?? -Infinity) > reuseFor);
    return { wanted: refusalOf(chosen) ? chosen : possible, tries };
  }
}

/** A granularity, the next coarser one, and none. */
function from(granularity: Granularity): Choice[] {
  const next = GRANULARITIES.find((other) => STEP[other] > STEP[granularity]);
  return next ? [granularity, next, 'none'] : [granularity, 'none'];
}

/** The longest window that is requested if longer ones are refused, and that needs no proof, in milliseconds. */
export const SAFE_WINDOW = 48 * HOUR;

/** A service refuses a window at once. Reads do not wait longer than this many milliseconds for one that hangs. */
const PATIENCE = 1500;

/**
 * The longest window that the service accepts. Until a longer one than 48 h was accepted, one read at a time tries it, and
 * the others wait for the outcome, so that few requests are refused however many metrics are read.
 */
export class WindowLimit {
  private accepted = SAFE_WINDOW;
  private refusal: ServiceFailure | null = null;
  private prober: object | null = null;
  /** Emits when the prober is done, and whether the others are to send without waiting for each other. */
  private readonly freed = new Subject<boolean>();

  /** The limit in milliseconds, if the service has shown one. */
  get found(): number | null {
    return this.refusal && SAFE_WINDOW;
  }

  /** Whether it is unknown if the service accepts this window. */
  isUnknown({ from, to }: Span): boolean {
    return to - from > this.accepted;
  }

  /** Sends a request once it is known what the service accepts, or if it may find out. @param reader who sends it */
  pass<T>(window: Span, reader: object, send: () => Observable<T>): Observable<T> {
    return defer(() => {
      if (!this.isUnknown(window)) {
        return send();
      }
      if (this.refusal) {
        return throwError(() => this.refusal);
      }
      if (this.prober) {
        const go = (isOpen: boolean) => (isOpen ? send() : this.pass(window, reader, send));
        return this.freed.pipe(take(1), timeout({ first: PATIENCE, with: () => of(true) }), switchMap(go));
      }
      this.prober = reader;
      return send().pipe(
        tap({
          next: () => {
            this.accepted = Math.max(this.accepted, window.to - window.from);
            this.free(reader);
          },
          // After a refusal, the reader tries windows of 48 h first.
          error: (failure: unknown) => isRefusal(failure) || this.free(reader, !isGone(failure)),
        })
      );
    });
  }

  /** Windows of 48 h were accepted after this refusal. */
  set(refusal: ServiceFailure) {
    this.refusal = refusal;
  }

  /** The reader has found out what it could. */
  free(reader: object, isOpen = false) {
    if (this.prober === reader) {
      this.prober = null;
      this.freed.next(isOpen);
    }
  }
}
