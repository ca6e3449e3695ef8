import { seedOf, unit } from '../random';
import { type Asked, type Fault, fails, meets } from './fault';
import { checkFault } from './check';

/** What happens to one request. */
export interface Verdict {
  /** Milliseconds. */
  readonly latency: number;
  readonly fault?: Fault;
}

interface Armed {
  readonly fault: Fault;
  /** The number of requests that it matched, and the number that it affected. */
  met: number;
  drawn: number;
  hits: number;
}

/** The current faults. */
export class Faults {
  private armed: Armed[] = [];

  /** @throws Problem 400 with a sentence if a fault is wrong */
  constructor(
    private readonly seed: number,
    faults: readonly Fault[] = []
  ) {
    this.set(faults);
  }

  get all(): Array<Fault & { hits: number }> {
    return this.armed.map(({ fault, hits }) => ({ ...fault, hits }));
  }

  /** Whether connections must be refused. */
  get refusing(): boolean {
    return this.armed.some(({ fault }) => fault.fail === 'refuse');
  }

  /** Replaces the current faults. @throws Problem 400 with a sentence if a fault is wrong; then, nothing is changed */
  set(faults: readonly Fault[]): void {
    faults.forEach((fault) => checkFault(fault));
    this.armed = faults.map((fault) => ({ fault, met: 0, drawn: 0, hits: 0 }));
  }

  judge(asked: Asked): Verdict {
    let latency = 0;
    let fault: Fault | undefined;
    this.armed.forEach((armed, i) => {
      const delay = this.hit(armed, asked, seedOf(this.seed, 'fault', i));
      if (delay !== undefined) {
        latency += delay;
        fault ??= fails(armed.fault) ? armed.fault : undefined;
      }
    });
    return { latency, fault };
  }

  /** How long the fault delays the request. Undefined if it doesn't affect it. */
  private hit(armed: Armed, asked: Asked, seed: number): number | undefined {
    const { fault } = armed;
    const { after = 0, times = Infinity, rate = 1, latency = 0 } = fault;
    if (armed.hits >= times || !meets(fault, asked) || armed.met++ < after || unit(seed, armed.drawn++) >= rate) {
      return undefined;
    }
    armed.hits++;
    const [low, high] = Array.isArray(latency) ? latency : [latency, latency];
    return low + (high - low) * unit(seed + 1, armed.drawn);
  }
}
