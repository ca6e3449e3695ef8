import {
  catchError,
  concat,
  concatMap,
  defer,
  forkJoin,
  from,
  map,
  merge,
  type Observable,
  of,
  scan,
  startWith,
  throwError,
} from 'rxjs';
import { decodeMetricData } from '../ground/decode';
import { chosenBy, coarser, type Granularity, ruleGranularity, STEP, stepOf } from '../ground/granularity';
import { isFailure } from '../ground/failure';
import { record } from '../ground/read';
import { halves, type Span } from '../ground/spans';
import { type Operations } from '../service/operations';
import { type Recent } from '../service/memory';
import { LATE, type Layout, type Limits } from './plan';
import { type Choice, Granularities, isRefusal, type WindowLimit } from './refusals';
import { countsUntil, gaps, type Metadata, Series, type SeriesSpan, STALE } from './series';
import { joinAnswers, type PartAnswer, type Progress, type Snapshot, snapshotOf } from './snapshot';

/** What is known of a node, metric, and aggregation. */
export class KnownMetric {
  readonly granularities = new Granularities();
  /** By granularity. */
  readonly series = new Map<string, Series>();
  /** The answer that showed that it does not exist, and when. It proves that for its range. */
  absence?: Span & { snapshot: Snapshot; at: number };

  /** How much memory it takes, in points. */
  get weight(): number {
    return [...this.series.values()].reduce((sum, { weight }) => sum + weight, 1);
  }
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
  metric: KnownMetric;
  /** Whether the service may choose the granularity, if it would choose the same. */
  mayOmit: boolean;
  /** Otherwise nothing more is read once the newest part is refused. */
  isLast: boolean;
  operations: Operations;
}

/** What all readings of a data source share. */
interface Shared {
  windows: WindowLimit;
  metrics: Recent<KnownMetric>;
  /** Epoch milliseconds. */
  now: () => number;
}

type Answered = PartAnswer & { part: Span };

/** A request of a part, when it was sent (epoch milliseconds), and what was known then. */
interface SentPart extends Span {
  at: number;
  /** Whether newer points were known than it could return. */
  isInside: boolean;
  /** Whether it left the granularity to the service. */
  isChosen: boolean;
}

/** Reads a span of a series at one granularity: known parts are kept, missing ones are requested, newest first. */
export class Reading {
  /** The granularity of `series`. The service may choose another one for the first answer. */
  private taken: Granularity;
  private series: Series;
  private substitute: Snapshot['substitute'];

  /** @param owner the read that it belongs to; see `WindowLimit` */
  constructor(
    private readonly owner: SeriesSpan,
    private readonly attempt: Attempt,
    private readonly shared: Shared
  ) {
    const { choice, layout, limits, wanted } = attempt;
    this.taken = layout.taken;
    this.series = this.seriesAt(layout.taken);
    this.substitute = limits.metricVersion === 'v1' && choice !== wanted ? { wanted, taken: choice } : null;
  }

  /** A refusal of an attempt that is not the last is in the snapshot of known points. */
  snapshots(): Observable<Snapshot> {
    const { layout, limits, isLast } = this.attempt;
    const { range, cover, partsFor } = layout;
    const now = this.shared.now();
    const covered = limits.reuseData ? this.series.coveredUntil(Math.min(range.to, cover.to), now) : [];
    const parts = partsFor(gaps(covered, cover, now, limits.reuseFor), this.step);
    const leftOut = range.from > this.owner.from ? { from: this.owner.from, to: range.from } : null;
    return this.progress(parts, leftOut === null).pipe(
      map((progress) => {
        const { read, pending, refusal } = progress;
        const { taken, substitute, series } = this;
        const reading = { range, leftOut, taken, substitute };
        const at = this.shared.now();
        if (refusal && !isLast) {
          // The other parts are not requested.
          const missing = parts.map(({ from, to }) => ({ from, to, failure: refusal.failure }));
          return snapshotOf(series, { ...reading, refusal }, { ...progress, pending: [], missing }, at);
        }
        const isRefused = read.length === 0 && pending.length === 0;
        return snapshotOf(series, { ...reading, refusal: isRefused ? refusal : null }, progress, at);
      })
    );
  }

  /** Milliseconds between points. The answer can be coarser than the request. */
  private get step(): number {
    const answered = this.attempt.choice === 'none' ? 0 : (stepOf(this.series.metadata.granularity) ?? 0);
    return Math.max(STEP[this.taken], answered);
  }

  private seriesAt(taken: Granularity): Series {
    const { choice, metric } = this.attempt;
    const key = choice === 'none' ? `none ${taken}` : taken;
    const series = metric.series.get(key) ?? new Series();
    metric.series.set(key, series);
    return series;
  }

  /**
   * Reads the parts, and reports their progress: at once, and with every part.
   *
   * @param parts newest first
   * @param isAll whether nothing of the requested range is left out
   */
  private progress(parts: Span[], isAll: boolean): Observable<Progress> {
    const { choice, metric, isShort, layout, mayOmit } = this.attempt;
    const { windows } = this.shared;
    const isSole = mayOmit && isAll && parts.length === 1;
    const reads = parts.map((part, turn) => ({
      part,
      answer: this.readPart(part, turn, isSole).pipe(map((answer): Answered => ({ ...answer, part }))),
    }));
    // As long as it is unknown what the service accepts, the newest part is sent alone.
    const isUnproven = choice !== 'none' && choice !== '1h' && !metric.granularities.hasAccepted(choice);
    const isTrial = windows.isUnknown(parts[0] ?? layout.range) || (isShort === true && windows.found === null);
    const isAlone = parts.length > 1 && (isUnproven || isTrial);
    const start: Progress = { pending: parts, missing: [], read: [], calls: [], refusal: null };
    return (isAlone ? oneThenAll(reads) : merge(...reads.map(({ answer }) => answer))).pipe(
      scan((progress, answer) => {
        const { part, missing } = answer;
        // A refusal of this part is about all of them.
        const decides = part === parts[0] || windows.isUnknown(part);
        const refused = missing.find(({ to, failure }) => decides && to === part.to && isRefusal(failure));
        return {
          ...joinAnswers([progress, answer]),
          pending: progress.pending.filter((one) => one !== part),
          refusal: progress.refusal ?? refused ?? null,
        };
      }, start),
      startWith(start)
    );
  }

  /**
   * Reads one part. If the service takes too long, the part is retried once in halves.
   *
   * @param turn for the queue
   * @param isSole whether it is the only part, and the service may choose its granularity
   */
  private readPart(span: Span, turn: number, isSole: boolean): Observable<PartAnswer> {
    return this.request(span, turn, isSole).pipe(
      concatMap((whole) => {
        const isTooLong = whole.missing.some(({ failure }) => failure.kind === 'timeout');
        const parts = isTooLong ? halves(span, this.step) : [];
        return parts.length < 2
          ? of(whole)
          : forkJoin(parts.map((half) => this.request(half, turn, false))).pipe(
              map((answers) => joinAnswers([{ ...whole, missing: [] }, ...answers]))
            );
      })
    );
  }

  /** The same, completely or not at all. */
  private request(span: Span, turn: number, isSole: boolean): Observable<PartAnswer> {
    return defer(() => {
      const { choice, metric, limits } = this.attempt;
      const { nodeId, metricId, aggregation } = this.owner;
      const calls: string[] = [];
      const operations = this.attempt.operations.with({ note: (call) => calls.push(call) });
      const sent: SentPart = {
        ...span,
        at: this.shared.now(),
        isInside: this.series.hasPointsAfter(span.to),
        isChosen: isSole && ruleGranularity(span.to - span.from) === choice,
      };
      const granularity = choice === 'none' || sent.isChosen ? undefined : choice;
      const request = { version: limits.metricVersion, nodeId, metricId, aggregation, granularity, ...span };
      const how = { turn, isSettled: limits.sharedCache && span.to <= sent.at - LATE };
      return this.shared.windows
        .pass(span, this.owner, () => operations.getMetricData(request, how))
        .pipe(
          map((body): PartAnswer => {
            if (granularity) {
              metric.granularities.accept(granularity);
            }
            return { read: [span], missing: [], calls, lost: this.insert(body, sent, isSole) };
          }),
          catchError((failure: unknown) =>
            isFailure(failure) ? of({ read: [], missing: [{ ...span, failure }], calls }) : throwError(() => failure)
          )
        );
    });
  }

  /**
   * Panels that wait for the same request get the same answer, which is only inserted once.
   *
   * @returns the number of points without a readable time
   */
  private insert(body: unknown, sent: SentPart, isSole: boolean): number | undefined {
    const { columns, ...metadata } = decodeMetricData(body);
    if (isSole) {
      this.settle(metadata, sent.isChosen);
    }
    const { series } = this;
    const { metric, limits } = this.attempt;
    const answer = record(body);
    if (series.taken.has(answer)) {
      return columns.lost;
    }
    series.taken.add(answer);
    series.insert(columns, sent);
    series.metadata = metadata;
    const newest = sent.isInside ? sent.to : columns.time[columns.length - 1];
    const step = Math.max(this.step, stepOf(metadata.granularity) ?? 0);
    const { settled, seen } = countsUntil(sent, newest, step, limits.refreshOverlap);
    const isWhole = this.isOfClass(sent);
    const serves = isWhole ? settled : sent.from;
    if (isWhole && sent.to >= (series.justRead?.to ?? 0)) {
      series.justRead = { from: sent.from, to: sent.to, at: sent.at };
    }
    const reuseFor = limits.reuseData ? limits.reuseFor : 0;
    series.cover({ from: sent.from, to: serves, at: sent.at }, sent.at, reuseFor);
    series.cover({ from: serves, to: seen, at: STALE }, sent.at, reuseFor);
    metric.granularities.noteSource(stepOf(metadata.sourceGranularity), sent.to < sent.at - LATE);
    this.shared.metrics.trim(metric);
    return columns.lost;
  }

  /** The requested granularity counts, unless the service chose it, or returned coarser points because there are no others. */
  private settle(metadata: Metadata, isChosen: boolean) {
    const chosen = chosenBy(metadata);
    const { granularity, sourceGranularity } = metadata;
    const isCoarser = Math.min(stepOf(granularity) ?? 0, stepOf(sourceGranularity) ?? 0) > STEP[this.taken];
    if (chosen !== null && (isChosen || isCoarser)) {
      this.taken = coarser(this.taken, chosen);
      this.series = this.seriesAt(this.taken);
      // A coarser source is not a refusal, so that nothing finer is requested.
      this.substitute = this.substitute && { ...this.substitute, taken: this.taken };
      this.attempt.metric.granularities.accept(this.taken);
    }
  }

  /**
   * Whether the service, if it chooses the granularity by the range, chose the same for a half as for the whole part. If
   * not, it is shown, but not reused.
   */
  private isOfClass({ from, to }: Span): boolean {
    return this.attempt.choice !== 'none' || ruleGranularity(to - from) === this.taken;
  }
}

/** The newest part alone, then the rest. After two refusals in a row, the rest is not requested. */
function oneThenAll(
  [first, ...rest]: Array<{ part: Span; answer: Observable<Answered> }>,
  isSecond = false
): Observable<Answered> {
  return first.answer.pipe(
    concatMap((answer) => {
      const failure = answer.missing.at(0)?.failure;
      if (!isRefusal(failure) || rest.length === 0) {
        return concat(of(answer), merge(...rest.map((one) => one.answer)));
      }
      const unread = rest.map(({ part }) => ({ part, read: [], missing: [{ ...part, failure }], calls: [] }));
      return concat(of(answer), isSecond ? from(unread) : oneThenAll(rest, true));
    })
  );
}
