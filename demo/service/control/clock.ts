/** The service's time: the machine's, or a stopped one; either can be moved. */
export class Clock {
  private moved = 0;

  /** @param fixed the time at which it is stopped, epoch milliseconds; undefined: it runs */
  constructor(private fixed?: number) {}

  now(): number {
    return (this.fixed ?? Date.now()) + this.moved;
  }

  /** Stops it at `time`, or lets it run with the machine's again. */
  set(time: number | undefined): void {
    this.fixed = time;
    this.moved = 0;
  }

  /** Moves it ahead by milliseconds. */
  advance(by: number): void {
    this.moved += by;
  }
}
