import { catchError, defer, finalize, map, type Observable, throwError } from 'rxjs';
import { type GranularityChoice } from '../query/query';
import { type ServiceFailure } from '../service/failure';
import { type Operations } from '../service/operations';
import { type Settings } from '../settings';
import { courseOf, isRefusal, newestFirst, type Reading } from './course';
import { type Flight, Flights } from './flights';
import { autoGranularity, GRANULARITIES, type Granularity, STEP, stepOf } from './granularity';
import { type PartAnswer, type PartTarget, type PartTools, readPart } from './part';
import { besides, missing, missingV2, partsV2, requestsFor } from './plan';
import { type Store, worthTrying } from './store';
import { type Span } from './windows';

/** Which points are wanted. */
export interface SeriesRequest extends Span {
  nodeId: string;
  metricId: string;
  /** Empty: the service decides. */
  aggregation: string;
  granularity: GranularityChoice;
  maxDataPoints?: number;
  intervalMs?: number;
}

/** The newest part was refused with a 400: perhaps the metric has no such granularity. */
class Refused {
  constructor(
    readonly failure: ServiceFailure,
    readonly calls: string[]
  ) {}
}

/** Reads series: what the store has stays, what is missing is asked for, newest first. */
export class Reader {
  private readonly flights = new Flights<PartAnswer>();

  private readonly tools: PartTools;

  /** @param dataSource its name, for sentences @param now epoch milliseconds */
  constructor(
    private readonly settings: Settings,
    operations: Operations,
    store: Store,
    now: () => number,
    dataSource: string
  ) {
    const { reuseFor, refreshOverlap } = settings;
    this.tools = { operations, store, now, reuseFor, refreshOverlap, dataSource };
  }

  /** Forgets all points, and what was learned of the metrics. */
  forget() {
    this.tools.store.clear();
  }

  /** Gives how far it has come: at once, with every part, and at last with `done`. Never fails on the service. */
  read(request: SeriesRequest): Observable<Reading> {
    return defer(() => {
      if (this.settings.metricVersion === 'v2') {
        return this.readV2(request);
      }
      if (request.granularity !== 'auto') {
        return this.readAt(request, request.granularity, true);
      }
      const chosen = autoGranularity({ ...request, range: request.to - request.from });
      return this.tryEach(request, worthTrying(chosen, GRANULARITIES, this.tools.store.knowledge(metricKey(request))));
    });
  }

  /** `auto`: the first granularity that the metric takes; where it takes none, the first refusal is what is told. */
  private tryEach(
    request: SeriesRequest,
    [granularity, ...others]: Granularity[],
    before?: Refused
  ): Observable<Reading> {
    const known = this.tools.store.knowledge(metricKey(request));
    return this.readAt(request, granularity, others.length === 0).pipe(
      map((reading) => {
        if (!before) {
          return reading;
        }
        const calls = [...before.calls, ...reading.calls];
        if (reading.done && reading.answered === 0 && reading.holes.some(isRefusal)) {
          known.refused.clear();
          known.unknown = true;
          const { failure } = before;
          return { ...reading, calls, holes: reading.holes.map((hole) => ({ ...hole, failure })) };
        }
        return { ...reading, calls };
      }),
      catchError((error) => {
        if (!(error instanceof Refused)) {
          return throwError(() => error);
        }
        known.refused.add(granularity);
        const calls = [...(before?.calls ?? []), ...error.calls];
        return this.tryEach(request, others, new Refused(before?.failure ?? error.failure, calls));
      })
    );
  }

  /** @param last whether a refusal is to be told: no coarser granularity is left to try */
  private readAt(request: SeriesRequest, granularity: Granularity, last: boolean): Observable<Reading> {
    const { store, now } = this.tools;
    const { from, to, nodeId, metricId, aggregation } = request;
    const range = { from, to };
    const metric = metricKey(request);
    const series = store.open(JSON.stringify(['v1', nodeId, metricId, aggregation, granularity]));
    const step = Math.max(STEP[granularity], stepOf(series.told.granularity) ?? 0);
    const target: PartTarget = {
      request: { version: 'v1', nodeId, metricId, aggregation, granularity },
      series,
      step,
      metric,
    };
    const wanted = missing(series, range, step, now(), this.settings);
    const joined = this.settings.reuseData ? wanted.flatMap((span) => this.flights.overlapping(series, span)) : [];
    const own = requestsFor(besides(wanted, joined, range, step), granularity, this.settings);
    const parts = [...new Set(joined), ...own.map((span, turn) => this.flight(target, span, turn))];
    const alone = parts.length > 1 && granularity !== '1h' && !store.knowledge(metric).accepted.has(granularity);
    return courseOf(target, range, granularity, newestFirst(parts), alone).pipe(
      map((reading) => {
        const newest =
          parts.length > 0 ? reading.holes.find((hole) => hole.to === newestFirst(parts)[0].to) : undefined;
        if (!last && newest && isRefusal(newest)) {
          throw new Refused(newest.failure, reading.calls);
        }
        if (reading.answered > 0) {
          store.knowledge(metric).accepted.add(granularity);
          store.knowledge(metric).unknown = false;
        }
        return reading;
      }),
      finalize(() => this.flights.release(series, parts))
    );
  }

  /** v2 knows no granularity: parts of equal length, each read whole. */
  private readV2(request: SeriesRequest): Observable<Reading> {
    const { from, to, nodeId, metricId, aggregation } = request;
    const range = { from, to };
    const { parts, rule } = partsV2(range, this.settings);
    const series = this.tools.store.open(JSON.stringify(['v2', nodeId, metricId, aggregation, rule]));
    const target: PartTarget = {
      request: { version: 'v2', nodeId, metricId, aggregation },
      series,
      step: STEP[rule],
      metric: metricKey(request),
    };
    const own = missingV2(series, parts, this.tools.now(), this.settings);
    const flights = own.map((span, turn) => this.flight(target, span, turn));
    return courseOf(target, range, rule, flights, false).pipe(finalize(() => this.flights.release(series, flights)));
  }

  private flight(target: PartTarget, span: Span, turn: number): Flight<PartAnswer> {
    return this.flights.share(target.series, span, readPart(target, span, turn, this.tools));
  }
}

function metricKey({ nodeId, metricId }: { nodeId: string; metricId: string }): string {
  return JSON.stringify([nodeId, metricId]);
}
