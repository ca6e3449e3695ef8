import { type Span } from '../time/spans';
import { type AnnotationShape } from './models';

/** More regions than this at one moment hide the panel behind them. */
const MOST_OVERLAPPING = 3;

/** The largest number of spans that hold one moment. */
export function mostAtOnce(spans: readonly Span[]): number {
  // At one moment what begins counts before what ends, since both ends are within.
  const edges = spans
    .filter(({ from, to }) => from <= to)
    .flatMap(({ from, to }) => [
      { time: from, step: 1 },
      { time: to, step: -1 },
    ])
    .sort((a, b) => a.time - b.time || b.step - a.step);
  let open = 0;
  let most = 0;
  for (const { step } of edges) {
    open += step;
    most = Math.max(most, open);
  }
  return most;
}

/** Whether alerts are drawn as regions: as requested, else as long as few overlap. */
export function drawsRegions(shape: AnnotationShape, spans: readonly Span[]): boolean {
  return shape === 'regions' || (shape !== 'marks' && mostAtOnce(spans) <= MOST_OVERLAPPING);
}
