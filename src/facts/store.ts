import { concatMap, defer, finalize, map, type Observable, of, takeWhile } from 'rxjs';
import { autoGranularity, type Granularity, ruleGranularity, STEP } from '../ground/granularity';
import { type GranularityChoice } from '../ground/query';
import { type Columns } from '../ground/columns';
import { type SeriesId, seriesKey } from '../ground/series';
import { type Rank, type RequestOptions } from '../service/client';
import { type Operations } from '../service/operations';
import { perInstance, Recent, isStale } from '../service/memory';
import { type Settings } from '../ground/settings';
import { SLOT, type Span, up, DAY, HOUR, MINUTE } from '../ground/spans';
import * as blocks from './blocks';
import * as plan from './plan';
import { KnownMetric, Reading } from './reading';
import { type SeriesSpan } from './series';
import { type Choice, SAFE_WINDOW, WindowLimit } from './refusals';
import { absenceOf, type Snapshot } from './snapshot';

/** The maximum of points in all series: at 64 bytes each, 128 MB. */
const POINT_BOUND = 2_000_000;

/** The maximum of metric data requests of a query. */
export const MOST_REQUESTS = 200;

/** Which points to read. */
export interface SeriesRequest extends SeriesSpan {
  /** The maximum of requests, newest first. The rest of the range is left out. */
  requests?: number;
  granularity: GranularityChoice;
  rank?: Rank;
  /** From the panel (not with a shared cache) or the query type: the choice of `auto` depends on them. */
  maxDataPoints?: number;
  intervalMs?: number;
  /** A pair of a product of nodes and metrics may not exist. If it does not, it is not requested again for a while. */
  mayBeAbsent?: boolean;
}

/** A pair may appear within this many milliseconds after a range of now was found empty. */
const LATER = 5 * MINUTE;

/** What was read and learned, one for each data source: metrics by node, ID, and aggregation. _Save & test_ clears it. */
const memoryOf = perInstance(() => ({
  windows: new WindowLimit(),
  metrics: new Recent<KnownMetric>(POINT_BOUND, ({ weight }) => weight),
}));

/** What is tried: a granularity, after a refusal of longer windows in windows of 48 h. */
interface Try {
  choice: Choice;
  isShort?: boolean;
}

/** A read, its requests so far, and the result of the first refusal. */
interface Course {
  request: SeriesRequest;
  metric: KnownMetric;
  wanted: Granularity;
  /** The range ended more than 24 h before. */
  isOld: boolean;
  mayOmit: boolean;
  calls: string[];
  refused: Granularity[];
  first?: Snapshot;
}

/**
 * Metric data, read once. This is the entry point of the folder: others only read points here. Points that were read stay,
 * and missing ones are requested, newest first.
 */
export class Store {
  /** @param now epoch milliseconds */
  constructor(
    private readonly settings: Settings,
    private readonly operations: Operations,
    private readonly now: () => number
  ) {}

  /** The same for a query that refreshes; see `RequestOptions`. */
  for(run: Pick<RequestOptions, 'isRefresh'>): Store {
    return new Store(this.settings, this.operations.with(run), this.now);
  }

  private get memory() {
    return memoryOf(this.operations);
  }

  /** The longest window that the service accepts in milliseconds, if it has refused longer ones. */
  get foundWindow(): number | null {
    return this.memory.windows.found;
  }

  /** The known points of a span: of each series at each granularity, by node and metric. Nothing is requested. */
  knownIn(span: Span): Array<SeriesId & { pieces: Columns[] }> {
    return [...this.memory.metrics.entries()].flatMap(([key, metric]) => {
      const [nodeId, metricId] = JSON.parse(key) as string[];
      return Array.from(metric.series.values(), (series) => ({ nodeId, metricId, pieces: series.pieces(span) }));
    });
  }

  /**
   * Emits the known points at once, then with every part that arrives, and at the end with `done`. Never fails because of
   * the service.
   */
  read(request: SeriesRequest): Observable<Snapshot> {
    return defer(() => {
      const absence = request.mayBeAbsent ? this.absenceOf(request) : undefined;
      return absence ? of(absence) : this.start(request, []).pipe(map((read) => this.withAbsence(request, read)));
    }).pipe(finalize(() => this.memory.windows.free(request)));
  }

  /** The answer without data that has shown that a pair does not exist, in this range, or in one around it. */
  absenceOf(request: SeriesSpan): Snapshot | undefined {
    const { from, to } = request;
    const { absence } = this.metricOf(request);
    const isProof = absence !== undefined && from >= absence.from && to <= absence.to + LATER;
    return isProof && !isStale('absentPair', absence.at, this.now())
      ? { ...absence.snapshot, range: { from, to }, calls: [] }
      : undefined;
  }

  private withAbsence(request: SeriesRequest, read: Snapshot): Snapshot {
    const isChosen = request.granularity !== 'auto' && this.settings.metricVersion === 'v1';
    const snapshot = { ...read, absence: absenceOf(read, isChosen) };
    if (snapshot.absence && request.mayBeAbsent) {
      const { from, to } = request;
      this.metricOf(request).absence = { from, to, snapshot, at: this.now() };
    }
    return snapshot;
  }

  private metricOf(request: SeriesSpan): KnownMetric {
    const { metrics } = this.memory;
    const key = seriesKey(request, request.aggregation);
    return metrics.get(key) ?? metrics.set(key, new KnownMetric());
  }

  /**
   * The maximum of requests for a range if none of it was read.
   *
   * @param taken the granularity in v1; by default, the choice of `auto` for a metric that was never read
   */
  requestsFor(range: Span, taken = ruleGranularity(range.to - range.from)): number {
    const choice = this.settings.metricVersion === 'v2' ? 'none' : taken;
    const { cover, partsFor } = this.layoutFor({ choice }, range, MOST_REQUESTS);
    return partsFor([cover], STEP[taken]).length;
  }

  /** @param calls its requests before, one per line */
  private start(request: SeriesRequest, calls: string[]): Observable<Snapshot> {
    const { settings, now } = this;
    const { from, to, granularity } = request;
    const metric = this.metricOf(request);
    const { granularities } = metric;
    const course = { request, metric, isOld: to < now() - DAY, mayOmit: false, calls, refused: [] };
    if (settings.metricVersion === 'v2') {
      return this.attempt([{ choice: 'none' }], { ...course, wanted: ruleGranularity(to - from) });
    }
    if (granularity !== 'auto') {
      return this.attempt([{ choice: granularity }], { ...course, wanted: granularity });
    }
    // Grafana computes the ends of a range one after another, so two viewers may differ by a millisecond.
    const range = settings.sharedCache ? Math.round((to - from) / SLOT) * SLOT : to - from;
    const chosen = autoGranularity({ ...request, range });
    const { wanted, tries } = granularities.triesFor(chosen, now(), settings.reuseFor, course.isOld);
    const mayOmit = !settings.sharedCache && granularities.isUnknown && tries[0] === wanted;
    // Then the first request is already one without a granularity.
    const isOmitted = mayOmit && ruleGranularity(range) === chosen && range <= plan.longest(chosen, this.limits());
    const choices = isOmitted ? new Set(tries.map((choice) => (choice === 'none' ? '1h' : choice))) : tries;
    const all = [...choices].map((choice): Try => ({ choice }));
    return this.attempt(all, { ...course, wanted, mayOmit });
  }

  /** The first accepted try. If there is none, the result of the first refusal. */
  private attempt([attempt, ...rest]: Try[], course: Course): Observable<Snapshot> {
    const { request, metric, isOld, calls, first } = course;
    const { choice, isShort } = attempt;
    const { memory, now } = this;
    const { windows } = memory;
    const most = Math.max(2, request.requests ?? MOST_REQUESTS);
    const requests = Math.max(1, (request.requests ?? MOST_REQUESTS) - calls.length);
    const layout = this.layoutOf(request, attempt, requests);
    const isUnclear =
      !isShort && layout.partsFor([layout.cover], STEP[layout.taken]).some((part) => windows.isUnknown(part));
    const isLast = rest.length === 0 && !isUnclear && !isShort;
    // Its first answer showed that the source is coarser.
    const isTooFine = ({ isFetching, answered }: Snapshot) =>
      isFetching &&
      answered &&
      course.request.granularity === 'auto' &&
      choice !== 'none' &&
      metric.granularities.atSource(choice, isOld) !== choice;
    const operations = this.operations.with({ rank: request.rank });
    const how = { ...course, ...attempt, layout, limits: this.limits(isShort), isLast, operations };
    return new Reading(request, how, { ...memory, now }).snapshots().pipe(
      takeWhile((snapshot) => snapshot.refusal === null && !isTooFine(snapshot), true),
      concatMap((snapshot) => {
        const { refusal } = snapshot;
        const all = [...calls, ...snapshot.calls];
        if (isTooFine(snapshot)) {
          return this.start(request, all);
        }
        if (refusal === null) {
          this.learn(attempt, snapshot, course);
          return of({ ...(first ? better(snapshot, first) : snapshot), calls: all });
        }
        const next = { ...course, calls: all, first: first ?? snapshot };
        const isSpent = all.length >= most;
        if (!isSpent && !isShort && windows.isUnknown(refusal)) {
          return this.attempt([{ choice, isShort: true }, ...rest], next);
        }
        windows.free(request);
        const refused = choice === 'none' ? course.refused : [...course.refused, choice];
        return rest.length > 0 && !isSpent
          ? this.attempt(rest, { ...next, refused })
          : of({ ...next.first, calls: all });
      })
    );
  }

  /** Stores what was refused before something was accepted. */
  private learn({ isShort }: Try, { answered }: Snapshot, course: Course) {
    const { metric, isOld, request, refused, first } = course;
    if (!answered || !first?.refusal) {
      return;
    }
    if (isShort) {
      this.memory.windows.set(first.refusal.failure);
      this.memory.windows.free(request);
    }
    refused.forEach((granularity) => metric.granularities.refuse(granularity, { at: this.now(), isOld }));
  }

  /** @param isShort windows are at most 48 h long */
  private limits(isShort = this.foundWindow !== null): Settings {
    const { settings } = this;
    return isShort ? { ...settings, maxWindow: Math.min(settings.maxWindow, SAFE_WINDOW) } : settings;
  }

  private layoutFor({ choice, isShort }: Try, range: Span, requests: number): plan.Layout {
    // Ranges are cut exactly, or in the same way for all viewers.
    const layouts = this.settings.sharedCache ? blocks : plan;
    const limits = this.limits(isShort);
    return choice === 'none'
      ? layouts.layoutV2(range, requests, limits, this.now())
      : layouts.layoutAt(range, requests, choice, limits, this.now());
  }

  /** How a range is read. If it needs too many requests, none is spent on the time after tomorrow. */
  private layoutOf({ from, to }: Span, attempt: Try, requests: number): plan.Layout {
    const layout = this.layoutFor(attempt, { from, to }, requests);
    // The same for all panels of a page.
    const end = up(this.now(), HOUR) + DAY;
    return layout.range.from > from && to > end
      ? this.layoutFor(attempt, { from: Math.min(from, end), to: end }, requests)
      : layout;
  }
}

/** Points stay on screen if their granularity is now refused, until others arrive. */
function better(snapshot: Snapshot, first: Snapshot): Snapshot {
  const keepsFirst =
    first.points > 0 && (snapshot.isFetching || (snapshot.points === 0 && snapshot.missing.length > 0));
  return keepsFirst ? { ...first, isFetching: snapshot.isFetching } : snapshot;
}
