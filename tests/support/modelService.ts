import { Observable } from 'rxjs';
import { type Columns, EDGES } from '../../src/ground/columns';
import { ruleGranularity, STEP } from '../../src/ground/granularity';
import { ServiceFailure } from '../../src/ground/failure';
import { type MetricDataRequest, type Operations } from '../../src/service/operations';

/** A point of the model: its time and value. */
export type ModelPoint = [time: number, value: number];

/** Which of its ends a range includes. The interface does not define it. */
export interface Ends {
  from: boolean;
  to: boolean;
}

export const ENDS = {
  both: { from: true, to: true },
  from: { from: true, to: false },
  to: { from: false, to: true },
} as const;

/**
 * One series of an anomaly service, with one point per step up to the newest one. v2 chooses the step by the range. Points
 * older than two steps (and than the overlap) do not change. The newest points may arrive late, all at once.
 */
export class ModelService {
  /** The time of the newest point. */
  newest: number;
  /** Counts the changes of the newest values. */
  private revision = 0;
  private readonly values = new Map<string, number>();
  /** The results of the next requests. */
  failures: Array<'server' | 'timeout' | undefined> = [];
  calls: MetricDataRequest[] = [];
  /** Answers that are ready. */
  private readonly pending = new Set<() => void>();

  constructor(
    readonly step: number,
    private readonly now: () => number,
    readonly ends: Ends,
    newest: number
  ) {
    this.newest = Math.floor(newest / step) * step;
  }

  /** The newest points get other values: those of the two newest steps and of the overlap. */
  change(overlap: number) {
    this.revision++;
    const now = this.now();
    for (const step of Object.values(STEP)) {
      const start = Math.min(now - overlap, Math.floor(now / step) * step - step);
      for (let time = Math.ceil(start / step) * step; time <= now; time += step) {
        this.values.set(`${step} ${time}`, hash(time) + this.revision);
      }
    }
  }

  points(from: number, to: number, step = this.step): ModelPoint[] {
    const points: ModelPoint[] = [];
    const end = Math.min(to, this.newest, this.now());
    for (let time = Math.ceil(from / step) * step; time <= end; time += step) {
      if ((time > from || this.ends.from) && (time < to || this.ends.to)) {
        points.push([time, this.values.get(`${step} ${time}`) ?? hash(time)]);
      }
    }
    return points;
  }

  /** Delivers all answers, and the answers to the requests that they lead to. `pick` chooses which is delivered first. */
  settle(pick: (count: number) => number) {
    while (this.pending.size > 0) {
      [...this.pending][pick(this.pending.size)]();
    }
  }

  private readonly memories = new Map();
  readonly operations = this.door();

  private door(note?: (call: string) => void): Operations {
    return {
      memories: this.memories,
      with: ({ note: next }: { note: (call: string) => void }) => this.door(next),
      getMetricData: (request: MetricDataRequest) =>
        new Observable((subscriber) => {
          this.calls.push(request);
          note?.(`GET ${JSON.stringify(request)}`);
          const failure = this.failures.shift();
          const { from, to, granularity, version } = request;
          const step = version === 'v1' ? this.step : STEP[ruleGranularity(to - from)];
          const data = this.points(from, to, step).map(([time, smoothened]) => ({
            timestamp: version === 'v1' ? time : new Date(time).toISOString(),
            smoothened,
          }));
          const deliver = () => {
            this.pending.delete(deliver);
            if (failure) {
              subscriber.error(new ServiceFailure(failure, 'no', { status: failure === 'server' ? 500 : 504 }));
              return;
            }
            const told = { granularity: granularity ?? ruleGranularity(to - from), sourceGranularity: '1m' };
            subscriber.next(version === 'v1' ? { ...told, data } : { data });
            subscriber.complete();
          };
          this.pending.add(deliver);
          return () => this.pending.delete(deliver);
        }),
    } as unknown as Operations;
  }
}

function hash(time: number): number {
  return ((time / 1000) * 7919) % 1009;
}

export function pointsOf({ time, smoothened, length }: Columns): ModelPoint[] {
  return Array.from({ length }, (_, i) => [time[i], smoothened[i]]);
}

/** Columns of these points, without corridors. */
export function columnsOf(points: ModelPoint[]): Columns {
  return {
    length: points.length,
    time: Float64Array.from(points, ([time]) => time),
    smoothened: Float64Array.from(points, ([, value]) => value),
    edges: EDGES.map(() => null),
  };
}
