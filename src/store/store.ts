import { concatMap, defer, type Observable, of, takeWhile } from 'rxjs';
import { type Forecast } from '../corridors/forecast';
import { type GranularityChoice } from '../query/query';
import { type RequestOptions } from '../service/client';
import { type Operations } from '../service/operations';
import { Recent } from '../service/recent';
import { DAY, HOUR, type Settings } from '../settings';
import { seriesKey } from '../query/series';
import { autoGranularity, type Granularity, ruleGranularity, STEP } from '../query/granularity';
import { SLOT, type Span, up } from '../time/spans';
import * as blocks from './blocks';
import { Learned } from './learned';
import { Pairs } from './pairs';
import * as plan from './plan';
import { Readings, type SeriesSpan } from './reading';
import { isUnanswered, type Snapshot } from './snapshot';

/** The maximum of points in all series: at 64 bytes each, 128 MB. */
const POINT_BOUND = 2_000_000;

/** The maximum of nodes, metrics, and aggregations whose accepted granularities are stored. */
const LEARNED_BOUND = 10_000;

/** The maximum of stored forecasts. */
const FORECAST_BOUND = 500;

/** The maximum of metric data requests of a query. */
export const MOST_REQUESTS = 200;

/** A query requests at most this many pairs of node and metric to find those that exist. */
export const MOST_PAIRS = 300;

/** Reads at a granularity instead of the `wanted` one, with at most this many requests; see `Readings.read`. */
type ReadAt = (wanted: Granularity, taken: Granularity, last: boolean, requests: number) => Observable<Snapshot>;

/** Which points to read. */
export interface SeriesRequest extends SeriesSpan {
  /** The maximum of requests, newest first. The rest of the range is left out. */
  requests?: number;
  granularity: GranularityChoice;
  /** From the panel (not with a shared cache) or the query type: the choice of `auto` depends on them. */
  maxDataPoints?: number;
  intervalMs?: number;
}

/**
 * Metric data, read once. This is the entry point of the folder: others only read points here. Points that were read stay,
 * and missing ones are requested, newest first.
 */
export class Store {
  /** Which nodes have which metrics, according to the answers so far. */
  readonly pairs: Pairs;
  /** The last forecasts, shown until the next ones arrive, and when they were read, in epoch milliseconds. */
  readonly forecasts = new Recent<{ forecast: Forecast; at: number }>(FORECAST_BOUND);
  private readonly readings: Readings;
  private readonly learned = new Recent<Learned>(LEARNED_BOUND);
  private readonly run: Pick<RequestOptions, 'isRefresh'> = {};

  /**
   * @param now epoch milliseconds
   * @param bound the maximum of stored points
   */
  constructor(
    private readonly settings: Settings,
    operations: Operations,
    private readonly now: () => number,
    bound = POINT_BOUND
  ) {
    this.pairs = new Pairs(settings.reuseFor);
    this.readings = new Readings({ operations, now, limits: settings }, bound);
  }

  /** The same for a query that refreshes; see `RequestOptions`. */
  for(run: Pick<RequestOptions, 'isRefresh'>): Store {
    return Object.assign(Object.create(Store.prototype) as Store, this, { run });
  }

  /** Discards all points, and everything that was learned. */
  forget() {
    this.readings.forget();
    this.learned.clear();
    this.pairs.clear();
    this.forecasts.clear();
  }

  /**
   * Emits the known points at once, then with every part that arrives, and at the end with `done`. Never fails because of
   * the service.
   */
  read(request: SeriesRequest): Observable<Snapshot> {
    return defer(() => this.start({ ...request, ...this.run }));
  }

  /**
   * The maximum of requests for a range if none of it was read.
   *
   * @param taken the granularity in v1; by default, the choice of `auto` for a metric that was never read
   */
  requestsFor(range: Span, taken = ruleGranularity(range.to - range.from)): number {
    const { metricVersion, sharedCache } = this.settings;
    const { layoutAt, layoutV2 } = sharedCache ? blocks : plan;
    const { cover, partsFor } =
      metricVersion === 'v2'
        ? layoutV2(range, MOST_REQUESTS, this.settings, this.now())
        : layoutAt(range, MOST_REQUESTS, taken, this.settings, this.now());
    return partsFor([cover], STEP[taken]).length;
  }

  private start(request: SeriesRequest): Observable<Snapshot> {
    // Ranges are cut exactly, or in the same way for all viewers.
    const layouts = this.settings.sharedCache ? blocks : plan;
    const { aggregation, granularity, requests = MOST_REQUESTS } = request;
    const key = seriesKey(request, aggregation);
    const learned = this.learned.get(key) ?? this.learned.set(key, new Learned());
    if (this.settings.metricVersion === 'v2') {
      const layout = this.layoutOf(request, (span) => layouts.layoutV2(span, requests, this.settings, this.now()));
      return this.readings.read(request, layout.taken, layout, learned, true);
    }
    const readAt: ReadAt = (wanted, taken, last, most) => {
      const layout = this.layoutOf(request, (span) => layouts.layoutAt(span, most, taken, this.settings, this.now()));
      const mayOmit = granularity === 'auto' && !this.settings.sharedCache && learned.isUnknown;
      return this.readings.read({ ...request, mayOmit }, wanted, layout, learned, last);
    };
    return granularity === 'auto'
      ? this.readAuto(request, learned, requests, readAt)
      : readAt(granularity, granularity, true, requests);
  }

  /** How a range is read. If it needs too many requests, none is spent on the time after tomorrow. */
  private layoutOf({ from, to }: Span, layoutFor: (span: Span) => plan.Layout): plan.Layout {
    const layout = layoutFor({ from, to });
    // The same for all panels of a page.
    const end = up(this.now(), HOUR) + DAY;
    return layout.range.from > from && to > end ? layoutFor({ from: Math.min(from, end), to: end }) : layout;
  }

  /** The first accepted granularity. If there is none, the result of the first refusal. */
  private readAuto(
    request: SeriesRequest,
    learned: Learned,
    requests: number,
    readAt: ReadAt,
    before: string[] = []
  ): Observable<Snapshot> {
    const { from, to } = request;
    const old = to < this.now() - DAY;
    // Grafana computes the ends of a range one after another, so two viewers may differ by a millisecond.
    const range = this.settings.sharedCache ? Math.round((to - from) / SLOT) * SLOT : to - from;
    const chosen = autoGranularity({ ...request, range });
    const triesNow = () => learned.triesFrom(chosen, this.now(), this.settings.reuseFor, old);
    const { wanted, tries } = triesNow();
    // Its first answer showed that the source is coarser.
    const isTooFine = ({ isFetching, answered }: Snapshot, tried: Granularity) =>
      isFetching && answered && STEP[triesNow().tries[0]] > STEP[tried];
    const attempt = (place: number, calls: string[], first?: Snapshot): Observable<Snapshot> => {
      const last = place === tries.length - 1;
      return readAt(wanted, tries[place], last, Math.max(1, requests - calls.length)).pipe(
        takeWhile((snapshot) => snapshot.refusal === null && !isTooFine(snapshot, tries[place]), true),
        concatMap((snapshot) => {
          const all = [...calls, ...snapshot.calls];
          if (isTooFine(snapshot, tries[place])) {
            return this.readAuto(request, learned, Math.max(1, requests - all.length), readAt, all);
          }
          if (snapshot.refusal === null) {
            if (isUnanswered(snapshot)) {
              learned.pardon(tries.slice(0, place));
            }
            return of({ ...(first ? better(snapshot, first) : snapshot), calls: all });
          }
          learned.refuse(tries[place], this.now(), old);
          return last ? of({ ...(first ?? snapshot), calls: all }) : attempt(place + 1, all, first ?? snapshot);
        })
      );
    };
    return attempt(0, before);
  }
}

/** Points stay on screen if their granularity is now refused, until others arrive. */
function better(snapshot: Snapshot, first: Snapshot): Snapshot {
  const keepsFirst =
    first.points > 0 && (snapshot.isFetching || (snapshot.points === 0 && snapshot.missing.length > 0));
  return keepsFirst ? { ...first, isFetching: snapshot.isFetching } : snapshot;
}
