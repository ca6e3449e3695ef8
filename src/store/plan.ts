import { DAY, type Settings } from '../settings';
import { type Granularity, ruleGranularity, STEP } from './granularity';
import { type Series } from './series';
import { equalParts, type Span, union, windowsOf, without } from './windows';

/** A tail that no step begins in, and shorter than this, does not make a request of its own beside a reading under way. */
const SLIVER = 5000;

/** In this newest stretch data may still come late. */
const LATE = DAY;

type Limits = Pick<Settings, 'maxWindow' | 'maxFineWindow' | 'refreshOverlap' | 'reuseData' | 'reuseFor'>;

/**
 * The spans of `range` that have to be read of a v1 series, in time order (contract: what was read serves again). Inner
 * borders lie on multiples of the step.
 *
 * @param now epoch milliseconds
 */
export function missing(series: Series, range: Span, step: number, now: number, settings: Limits): Span[] {
  return settings.reuseData ? onGrid(series.gaps(range, now, settings.reuseFor), range, step) : [range];
}

/** The spans widened to multiples of the step, within the range. */
export function onGrid(spans: readonly Span[], range: Span, step: number): Span[] {
  return union(
    spans
      .filter(({ from, to }) => to > from)
      .map(({ from, to }) => ({
        from: Math.max(range.from, Math.floor(from / step) * step),
        to: Math.min(range.to, Math.ceil(to / step) * step),
      }))
  );
}

/** The requests for `spans`, newest first, none longer than the service accepts at that granularity. */
export function requestsFor(spans: readonly Span[], granularity: Granularity, settings: Limits): Span[] {
  const limit = granularity === '1m' ? settings.maxFineWindow : settings.maxWindow;
  return [...spans].reverse().flatMap((span) => windowsOf(span, limit, STEP[granularity]));
}

/** What of `spans` still has to be asked for beside the readings under way; see `SLIVER`. */
export function besides(spans: readonly Span[], underWay: readonly Span[], range: Span, step: number): Span[] {
  const rest = spans.flatMap((span) => without(span, underWay));
  const needed = rest.filter(
    ({ from, to }) =>
      !(
        to - from < SLIVER &&
        Math.floor(from / step) === Math.floor((to - 1) / step) &&
        underWay.some((flight) => flight.to === from)
      )
  );
  return onGrid(needed, range, step);
}

/**
 * The parts of a v2 range, newest first, and the class of the interface's rule that their length falls into: the service
 * may choose the granularity by the range, so that only parts of one class belong together. Where borders on multiples
 * of the step would part the classes, or make a part too long, there is a part more.
 */
export function partsV2(range: Span, settings: Limits): { parts: Span[]; rule: Granularity } {
  const span = range.to - range.from;
  for (let count = Math.max(1, Math.ceil(span / settings.maxWindow)); ; count++) {
    const rule = ruleGranularity(span / count);
    const parts = equalParts(range, count, STEP[rule]);
    if (parts.every(({ from, to }) => to - from <= settings.maxWindow && ruleGranularity(to - from) === rule)) {
      return { parts, rule };
    }
  }
}

/** The parts of a v2 range that have to be read, whole. */
export function missingV2(series: Series, parts: readonly Span[], now: number, settings: Limits): Span[] {
  return parts.filter((part) => !settings.reuseData || series.gaps(part, now, settings.reuseFor).length > 0);
}

/** How far a reading of a span counts: up to `settled` it serves again, from there to `seen` its points may still move. */
export interface Counts {
  settled: number;
  seen: number;
}

/**
 * In the last 24 h a span counts as read only up to the newest point that came, so that late data is found; and the
 * newest `refreshOverlap`, never less than the two newest steps, has to be read again. Where the data ends before the
 * span does, the two newest steps are those of the data.
 *
 * @param newest the time of the newest point of the answer, or undefined where it was empty
 * @param now when the reading was asked for, epoch milliseconds
 */
export function countsUntil(
  span: Span,
  newest: number | undefined,
  step: number,
  now: number,
  refreshOverlap: number
): Counts {
  const within = (time: number) => Math.min(span.to, Math.max(span.from, time));
  const came = newest === undefined ? -Infinity : newest + step;
  const moving = Math.min(now - refreshOverlap, Math.floor(now / step) * step - step);
  const still = Math.min(moving, came < span.to ? came - 2 * step : span.to);
  return { settled: within(Math.max(now - LATE, still)), seen: within(Math.max(now - LATE, came)) };
}
