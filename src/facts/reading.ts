import { map, type Observable } from 'rxjs';
import { chosenBy, coarser, type Granularity, STEP, stepOf } from '../ground/granularity';
import { type Columns } from '../ground/columns';
import { type SeriesId, seriesKey } from '../ground/series';
import { type Operations } from '../service/operations';
import { Recent } from '../service/recent';
import { type Span } from '../ground/spans';
import { type PartTarget, type PartTools, readPart, readParts } from './parts';
import { type Layout, type Limits } from './plan';
import { type Choice, type Granularities } from './refusals';
import { gaps, type ReadSpan, Series } from './series';
import { type Snapshot, snapshotOf } from './snapshot';

/** Panels that read within this many milliseconds belong to the same page. */
const PAGE = 5_000;

/** The points of a series in a span. */
export interface SeriesSpan extends Span {
  nodeId: string;
  metricId: string;
  /** Empty: the service decides. */
  aggregation: string;
}

/** How a span is tried. */
export interface Attempt {
  layout: Layout;
  limits: Limits;
  choice: Choice;
  /** What is requested if the service accepts everything. */
  wanted: Granularity;
  /** Whether longer windows were refused. */
  isShort?: boolean;
  granularities: Granularities;
  /** Whether the service may choose the granularity, if it would choose the same. */
  mayOmit: boolean;
  /** Otherwise nothing more is read once the newest part is refused. */
  isLast: boolean;
  operations: Operations;
}

/** Reads series at one granularity: known parts are kept, missing ones are requested, newest first. */
export class Readings {
  private readonly series: Recent<Series>;

  /** @param bound the maximum total weight of the series, in points */
  constructor(
    private readonly tools: Pick<PartTools, 'now' | 'windows'>,
    bound: number
  ) {
    this.series = new Recent<Series>(bound, ({ weight }) => weight);
  }

  forget() {
    this.series.clear();
  }

  /** The known points of a span: of each series at each granularity, by node and metric. Nothing is requested. */
  knownIn(span: Span): Array<SeriesId & { pieces: Columns[] }> {
    return Array.from(this.series.entries(), ([key, series]) => {
      const [nodeId, metricId] = JSON.parse(key) as string[];
      return { nodeId, metricId, pieces: series.pieces(span) };
    });
  }

  /** A refusal of an attempt that is not the last is in the snapshot of known points. */
  read(request: SeriesSpan, attempt: Attempt): Observable<Snapshot> {
    const { choice, granularities, isLast, layout, limits, operations, wanted } = attempt;
    const { range, taken } = layout;
    const { now, windows } = this.tools;
    const target = this.targetOf(request, taken, attempt);
    const parts = this.partsOf(attempt, target);
    const tools = { ...this.tools, operations, limits, grown: (series: Series) => this.series.trim(series) };
    const leftOut = range.from > request.from ? { from: request.from, to: range.from } : null;
    const isReplaced = limits.metricVersion === 'v1' && choice !== wanted;
    const place = { target, taken, substitute: isReplaced ? { wanted, taken: choice } : null };
    const settle: PartTarget['settle'] = (metadata, isChosen) => {
      const chosen = chosenBy(metadata);
      const { granularity, sourceGranularity } = metadata;
      // The requested granularity counts, unless the service returned coarser points because there are no others.
      const isCoarser = Math.min(stepOf(granularity) ?? 0, stepOf(sourceGranularity) ?? 0) > STEP[taken];
      if (chosen !== null && (isChosen || isCoarser)) {
        const next = coarser(taken, chosen);
        // A coarser source is not a refusal, so that nothing finer is requested.
        const substitute = place.substitute && { wanted, taken: next };
        Object.assign(place, { target: this.targetOf(request, next, attempt), taken: next, substitute });
        granularities.accept(next);
      }
      return place.target;
    };
    const omits = attempt.mayOmit && parts.length === 1 && leftOut === null;
    const from = omits ? { ...target, settle } : target;
    const read = (part: Span, turn: number) => readPart(from, part, turn, tools);
    const isUnproven = choice !== 'none' && choice !== '1h' && !granularities.hasAccepted(choice);
    const isTrial = windows.isUnknown(parts[0] ?? layout.range) || (attempt.isShort === true && windows.found === null);
    const isAlone = parts.length > 1 && (isUnproven || isTrial);
    const decides = (part: Span) => part === parts[0] || windows.isUnknown(part);
    return readParts(parts, read, { isAlone, decides }).pipe(
      map((progress) => {
        const { read, pending, refusal } = progress;
        const reading = { range, leftOut, taken: place.taken, substitute: place.substitute };
        const { series } = place.target;
        if (refusal && !isLast) {
          // The other parts are not requested.
          const missing = parts.map(({ from, to }) => ({ from, to, failure: refusal.failure }));
          return snapshotOf(series, { ...reading, refusal }, { ...progress, pending: [], missing }, now());
        }
        const isRefused = read.length === 0 && pending.length === 0;
        return snapshotOf(series, { ...reading, refusal: isRefused ? refusal : null }, progress, now());
      })
    );
  }

  private partsOf({ layout, limits }: Attempt, { series, step }: PartTarget): Span[] {
    const { range, cover, partsFor } = layout;
    const now = this.tools.now();
    const covered = limits.reuseData ? coveredBy(series, { range, cover }, now) : [];
    return partsFor(gaps(covered, cover, now, limits.reuseFor), step);
  }

  private targetOf(request: SeriesSpan, taken: Granularity, attempt: Attempt): PartTarget {
    const { choice, granularities, limits } = attempt;
    const { nodeId, metricId, aggregation } = request;
    const key = seriesKey(request, aggregation, choice === 'none' ? `${choice} ${taken}` : taken);
    const series = this.series.get(key) ?? this.series.set(key, new Series());
    const identity = { version: limits.metricVersion, nodeId, metricId, aggregation };
    const target = { series, granularities, step: STEP[taken], owner: request };
    if (choice === 'none') {
      return { ...target, request: identity };
    }
    // The answer can be coarser than the request.
    const step = Math.max(STEP[taken], stepOf(series.metadata.granularity) ?? 0);
    return { ...target, step, request: { ...identity, granularity: taken } };
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
