import { type BehaviorSubject, type Observable, of, throwError, timer } from 'rxjs';
import { ServiceFailure } from './failure';
import { failureOf } from './failureOf';
import { type Gate } from './gate';
import { SETTING_DEFAULTS } from '../settings';

/** The longest wait that the service may ask for, in milliseconds (contract: 60 s at most). */
const LONGEST_ASKED = 60_000;
/** Waits that it does not ask for: the first, what each grows by, and the longest; each is varied by a quarter. */
const FIRST = 500;
const GROWTH = 3;
const LONGEST = 20_000;
/** After so many failures in a row, the first included, or one more after so many milliseconds, those who wait fail. */
const GIVE_UP_AFTER = 4;
const TOO_LONG = 30_000;
/** Who goes ahead may get lost: after so many milliseconds another one goes. */
const LOST = 30_000;
/** Trouble that nobody has asked after for so many milliseconds says nothing about now. */
const FORGOTTEN = 60_000;

/** Waits after a lost connection before the second, third and fourth try, in milliseconds, each varied by a quarter. */
const RETRY_WAITS = [300, 900, 2700];

/** A service in trouble, as long as its requests wait. Epoch milliseconds. */
export interface Trouble {
  /** 429 or 503. */
  status: number | undefined;
  since: number;
  /** When one request goes ahead. */
  until: number;
}

/** A request under way: it shows something new only where nothing was learned since it was sent. */
export interface Sent {
  round: number;
}

/**
 * What happens when requests fail; loaded with the first that does. A lost connection is tried again by itself. While
 * the service is overloaded all requests are held back (contract: "A service in trouble is not trampled"): after a 429 or
 * 503 nobody is let in for as long as `Retry-After` says, else for a wait that grows with each failure. Then one goes
 * ahead, and what it is answered shows whether the others follow or wait again. With the fourth failure in a row, or one
 * after half a minute, all who wait fail; who comes later waits for one more try. From the first failure on, no more run at once
 * than over HTTP/1.
 */
export class Brake {
  private failures = 0;
  /** Whether those who wait have been told. */
  private givenUp = false;
  private round = 0;
  /** Whether the wait is over, by the timer: clocks are set. */
  private rested = false;
  /** The request that has gone ahead. */
  private trial: Sent | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** @param state told each change, null where there is no trouble */
  constructor(
    private readonly gate: Pick<Gate, 'serve' | 'refuse' | 'narrow'>,
    private readonly state: BehaviorSubject<Trouble | null>
  ) {}

  /** Whether who starts goes ahead of others. */
  get isTrying(): boolean {
    return this.state.value !== null;
  }

  /** Whether one more request may be sent. */
  admits(): boolean {
    const { value: trouble } = this.state;
    if (!trouble) {
      return true;
    }
    if (!this.rested || this.trial) {
      return false;
    }
    if (Date.now() - trouble.until > FORGOTTEN) {
      this.forget();
    }
    return true;
  }

  /** To be called when a request is sent; how it ends is to be told. */
  sent(): Sent {
    const sent = { round: this.round };
    if (this.isTrying) {
      this.trial = sent;
      this.timer = setTimeout(() => this.over(sent), LOST);
    }
    return sent;
  }

  succeeded(sent: Sent) {
    if (this.trial === sent) {
      this.release();
    }
  }

  /** @param sent undefined for what was sent before anything had failed */
  failed(error: unknown, sent: Sent = { round: 0 }): ServiceFailure {
    const failure = failureOf(error);
    const { kind, facts } = failure;
    const wasTrial = this.trial === sent;
    if (kind === 'overloaded' || (wasTrial && (kind === 'unreachable' || kind === 'timeout'))) {
      this.engage(failure, !this.isTrying || sent.round === this.round);
    } else if (wasTrial && kind !== 'cancelled') {
      this.release();
    }
    return kind === 'overloaded'
      ? new ServiceFailure(kind, '', { ...facts, retryAt: this.state.value?.until })
      : failure;
  }

  /** The request is over, however it ended. Who went ahead and was given up leaves it to the next. */
  over(sent: Sent) {
    if (this.trial === sent) {
      clearTimeout(this.timer);
      this.trial = undefined;
      this.gate.serve();
    }
  }

  /** When a failed request is sent once more; fails where it is not. */
  again(failure: ServiceFailure, tries: number): Observable<unknown> {
    if (failure.kind === 'overloaded' && !this.givenUp) {
      return of(true);
    }
    return failure.kind === 'unreachable' ? timer(RETRY_WAITS[tries - 1] * varied()) : throwError(() => failure);
  }

  /** @param counts whether it is news: of requests sent together the first failure counts */
  private engage({ facts }: ServiceFailure, counts: boolean) {
    this.gate.narrow(SETTING_DEFAULTS.maxConcurrentRequests);
    const now = Date.now();
    const known = this.state.value;
    const { status = known?.status, retryAfter } = facts;
    const asked = retryAfter && Math.min(LONGEST_ASKED, retryAfter * (1 + Math.random() / 10));
    const grown = Math.min(LONGEST, FIRST * GROWTH ** this.failures) * varied();
    const until = now + Math.round(asked ?? (counts ? grown : 0));
    if (counts) {
      this.failures++;
      this.round++;
      this.trial = undefined;
    } else if (!known || until <= known.until) {
      return;
    }
    clearTimeout(this.timer);
    this.rested = false;
    this.timer = setTimeout(() => {
      this.rested = true;
      this.gate.serve();
    }, until - now);
    const since = known?.since ?? now;
    this.givenUp ||= this.failures >= GIVE_UP_AFTER || (counts && now - since >= TOO_LONG);
    this.state.next({ status, since, until });
    if (this.givenUp) {
      this.gate.refuse(new ServiceFailure('overloaded', '', { ...facts, status, retryAt: until }));
    }
  }

  private release() {
    this.forget();
    this.gate.serve();
  }

  private forget() {
    clearTimeout(this.timer);
    this.failures = 0;
    this.givenUp = false;
    this.round++;
    this.trial = undefined;
    this.state.next(null);
  }
}

function varied(): number {
  return 0.75 + Math.random() / 2;
}
