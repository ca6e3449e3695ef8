/** A request that takes longer is reported while it is running, in milliseconds. */
export const LONGEST_WAIT = 15_000;

/** Requests within this many milliseconds of each other are one wait: a refresh replaces the previous request. */
const GAP = 5000;

/**
 * How long the service has returned no answer. A request counts from when it is first sent until it is answered or has
 * finally failed. A canceled one does not count.
 */
export class Silence {
  /** When each request in progress was sent. */
  private readonly awaited = new Map<object, number>();
  /** Since when requests have waited without an answer. */
  private since = Infinity;
  /** When the last wait ended. */
  private leftAt = -Infinity;

  /** Call this when a request is sent. A retry of the same request continues the wait. */
  begin(request: object) {
    const now = Date.now();
    if (this.awaited.size === 0 && now - this.leftAt > GAP) {
      this.since = Infinity;
    }
    this.since = Math.min(this.since, now);
    if (!this.awaited.has(request)) {
      this.awaited.set(request, now);
    }
  }

  /** The request was answered, or has finally failed. */
  settle(request: object) {
    this.awaited.delete(request);
    this.since = this.awaited.size > 0 ? Date.now() : Infinity;
  }

  /** No caller waits for the request any more. */
  giveUp(request: object) {
    if (this.awaited.delete(request) && this.awaited.size === 0) {
      this.leftAt = Date.now();
    }
  }

  /** How long requests have waited without any answer, in milliseconds. 0 if none waits. */
  get duration(): number {
    if (this.awaited.size === 0 && Date.now() - this.leftAt > GAP) {
      return 0;
    }
    return Math.max(0, Date.now() - Math.min(this.since, ...this.awaited.values()));
  }
}
