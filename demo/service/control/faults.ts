import { seedOf, unit } from '../world/random';

/** What a fault does to a request instead of answering it: a status, or one of these. */
export const mishaps = ['hang', 'drop', 'garbage', 'truncated', 'empty'] as const;
export type Mishap = (typeof mishaps)[number];

/** Makes requests slow or faulty. Every fault that hits a request delays it, the first that fails decides how. */
export interface Fault {
  /** A regular expression on method, path and query (`GET /v1/alerts?expand=metrics`); without one every request is meant. */
  match?: string;
  /** The share of those requests that is hit, 0 to 1; default 1. Which ones follows from the seed and their order. */
  rate?: number;
  /** Hits so many requests, then no more. */
  times?: number;
  /** Milliseconds, or from and to. */
  latency?: number | [number, number];
  /** A status; or `hang` (no answer ever), `drop` (the connection is lost), `garbage` (200 with a page), `truncated`, `empty`. */
  fail?: number | Mishap;
}

/** What happens to one request. */
export interface Verdict {
  readonly latency: number;
  readonly fail?: number | Mishap;
}

/** As JSON schema, for the control endpoint. */
export const faultSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    match: { type: 'string' },
    rate: { type: 'number', minimum: 0, maximum: 1 },
    times: { type: 'integer', minimum: 0 },
    latency: {
      anyOf: [
        { type: 'number', minimum: 0 },
        { type: 'array', items: { type: 'number', minimum: 0 }, minItems: 2, maxItems: 2 },
      ],
    },
    fail: { anyOf: [{ type: 'integer', minimum: 400, maximum: 599 }, { enum: mishaps }] },
  },
} as const;

interface Armed {
  readonly fault: Fault;
  readonly pattern: RegExp | null;
  /** Requests that it was asked about, and those it hit. */
  asked: number;
  hits: number;
}

/** The faults in force. */
export class Faults {
  private armed: Armed[] = [];

  constructor(
    private readonly seed: number,
    faults: readonly Fault[] = []
  ) {
    this.set(faults);
  }

  get all(): Array<Fault & { hits: number }> {
    return this.armed.map(({ fault, hits }) => ({ ...fault, hits }));
  }

  /** Replaces what was in force. @throws SyntaxError where a pattern is none */
  set(faults: readonly Fault[]): void {
    this.armed = faults.map((fault) => ({
      fault,
      pattern: fault.match === undefined ? null : new RegExp(fault.match),
      asked: 0,
      hits: 0,
    }));
  }

  /** `request`: method, path and query. */
  judge(request: string): Verdict {
    let latency = 0;
    let fail: Verdict['fail'];
    this.armed.forEach((armed, i) => {
      const { fault, pattern } = armed;
      if (armed.hits >= (fault.times ?? Infinity) || (pattern && !pattern.test(request))) {
        return;
      }
      const chance = seedOf(this.seed, 'fault', i);
      const draw = unit(chance, armed.asked++);
      if (draw >= (fault.rate ?? 1)) {
        return;
      }
      armed.hits++;
      const [low, high] = Array.isArray(fault.latency) ? fault.latency : [fault.latency ?? 0, fault.latency ?? 0];
      latency += low + (high - low) * unit(chance + 1, armed.asked);
      fail ??= fault.fail;
    });
    return { latency, fail };
  }
}
