import { map, type Observable } from 'rxjs';
import { chosenBy, coarser, type Granularity, STEP, stepOf } from '../query/granularity';
import { seriesKey } from '../query/series';
import { Recent } from '../service/recent';
import { type Span } from '../time/spans';
import { gaps, type ReadSpan } from './coverage';
import { type Learned } from './learned';
import { readPart, readParts } from './parts';
import { type Layout } from './plan';
import { Series } from './series';
import { type Snapshot, snapshotOf } from './snapshot';
import { type PartTarget, type PartTools, type Settle } from './insert';

/** Panels that read within this many milliseconds belong to the same page. */
const PAGE = 5_000;

/** The points of a series in a span. */
export interface SeriesSpan extends Span {
  nodeId: string;
  metricId: string;
  /** Empty: the service decides. */
  aggregation: string;
  /** How many turns it waits after others at the gate, default 0. */
  late?: number;
  /** Whether the service may choose the granularity, if it would choose the same. */
  mayOmit?: boolean;
  /** See `RequestOptions`. */
  isRefresh?: boolean;
}

/** Reads series at one granularity: known parts are kept, missing ones are requested, newest first. */
export class Readings {
  private readonly series: Recent<Series>;
  private readonly tools: PartTools;

  /** @param bound the maximum total weight of the series, in points */
  constructor(tools: Omit<PartTools, 'grown'>, bound: number) {
    this.series = new Recent<Series>(bound, ({ weight }) => weight);
    this.tools = { ...tools, grown: (series) => this.series.trim(series) };
  }

  forget() {
    this.series.clear();
  }

  /**
   * If the granularity is refused and is not the `last` one to try, the snapshot of known points has the refusal, and
   * nothing more is read.
   */
  read(
    request: SeriesSpan,
    wanted: Granularity,
    layout: Layout,
    learned: Learned,
    last: boolean
  ): Observable<Snapshot> {
    const { range, taken } = layout;
    const target = this.targetOf(request, taken, learned);
    const parts = this.partsOf(layout, target);
    const { isRefresh } = request;
    const { now } = this.tools;
    const tools = { ...this.tools, operations: this.tools.operations.with({ isRefresh }) };
    const leftOut = range.from > request.from ? { from: request.from, to: range.from } : null;
    const place = { target, taken, wanted };
    const settle: Settle = (metadata, isChosen) => {
      const chosen = chosenBy(metadata);
      const { granularity, sourceGranularity } = metadata;
      // The requested granularity counts, unless the service returned coarser points because there are no others.
      const isCoarser = Math.min(stepOf(granularity) ?? 0, stepOf(sourceGranularity) ?? 0) > STEP[taken];
      if (chosen !== null && (isChosen || isCoarser)) {
        const next = coarser(taken, chosen);
        // A coarser source is not a refusal, so that nothing finer is requested.
        Object.assign(place, { target: this.targetOf(request, next, learned), taken: next, wanted: next });
        learned.accept(next);
      }
      return place.target;
    };
    const omits = request.mayOmit && parts.length === 1 && leftOut === null;
    const from = omits ? { ...target, settle } : target;
    const read = (part: Span, turn: number) => readPart(from, part, turn + (request.late ?? 0), tools);
    const { metricVersion } = this.tools.limits;
    const mayBeRefused = metricVersion === 'v1' && taken !== '1h' && !learned.hasAccepted(taken);
    return readParts(parts, read, mayBeRefused && parts.length > 1).pipe(
      map((progress) => {
        const { read, pending, refusal } = progress;
        const reading = { range, leftOut, wanted: place.wanted, taken: place.taken };
        const { series } = place.target;
        if (refusal && !last) {
          // The other parts are not requested.
          const missing = parts.map(({ from, to }) => ({ from, to, failure: refusal }));
          return snapshotOf(series, { ...reading, refusal }, { ...progress, pending: [], missing }, now());
        }
        const isRefused = read.length === 0 && pending.length === 0;
        return snapshotOf(series, { ...reading, refusal: isRefused ? refusal : null }, progress, now());
      })
    );
  }

  private partsOf({ range, cover, partsFor }: Layout, { series, step }: PartTarget): Span[] {
    const { limits, now } = this.tools;
    const covered = limits.reuseData ? coveredBy(series, { range, cover }, now()) : [];
    return partsFor(gaps(covered, cover, now(), limits.reuseFor), step);
  }

  private targetOf(request: SeriesSpan, taken: Granularity, learned: Learned): PartTarget {
    const { nodeId, metricId, aggregation } = request;
    const key = seriesKey(request, aggregation, taken);
    const series = this.series.get(key) ?? this.series.set(key, new Series());
    const version = this.tools.limits.metricVersion;
    const identity = { version, nodeId, metricId, aggregation };
    const target = { series, learned, step: STEP[taken], request: identity };
    if (version === 'v2') {
      return target;
    }
    // The answer can be coarser than the request.
    const step = Math.max(STEP[taken], stepOf(series.metadata.granularity) ?? 0);
    return { ...target, step, request: { ...target.request, granularity: taken } };
  }
}

/**
 * What needs no request: a range that ends no later than one that has just been read belongs to the same page, which reads
 * its newest points once. A refresh ends later.
 */
function coveredBy(
  { covered, justRead }: Series,
  { range: { to }, cover }: Pick<Layout, 'range' | 'cover'>,
  now: number
): readonly ReadSpan[] {
  const age = justRead ? now - justRead.at : -1;
  const isNear = justRead !== null && age >= 0 && age < PAGE && Math.min(to, cover.to) <= justRead.to;
  return isNear ? [...covered, { ...justRead, kind: 'read' }] : covered;
}
