/** The service's time: the machine's, or one that stands still; either can be moved. */
export class Clock {
  private moved = 0;

  /** @param fixed where it stands still, epoch milliseconds; undefined: it runs */
  constructor(private fixed?: number) {}

  now(): number {
    return (this.fixed ?? Date.now()) + this.moved;
  }

  /** Lets it stand still at `time`, or run with the machine's again. */
  set(time: number | undefined): void {
    this.fixed = time;
    this.moved = 0;
  }

  /** Moves it ahead by milliseconds. */
  advance(by: number): void {
    this.moved += by;
  }
}
