/** The service's time: the machine's, or a stopped clock. Both can be moved. */
export class Clock {
  private moved = 0;

  /** @param fixed the time at which it is stopped, in epoch milliseconds; undefined: it runs */
  constructor(private fixed?: number) {}

  now(): number {
    return (this.fixed ?? Date.now()) + this.moved;
  }

  /** Stops it at `time`, or lets it run with the machine's clock again. */
  set(time: number | undefined): void {
    this.fixed = time;
    this.moved = 0;
  }

  /** Moves it forward by milliseconds. */
  advance(by: number): void {
    this.moved += by;
  }
}
