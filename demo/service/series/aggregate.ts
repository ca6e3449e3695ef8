import { floorTo } from '../time';
import { type Columns, edges, emptyColumns } from './columns';
import type { Aggregation } from './metric';

type Column = keyof Omit<Columns, 'times'>;

/**
 * Joins the points of each step of width `step` into one at the step's start. With `max`, the upper edges are the highest,
 * and the lower ones the mean, so that a calm series stays inside its corridors with every aggregation. A band exists if
 * any of the points has it.
 */
export function aggregate(points: Columns, step: number, aggregation: Aggregation): Columns {
  const joined = emptyColumns();
  const { times } = points;
  for (let first = 0; first < times.length;) {
    const start = floorTo(times[first], step);
    let end = first + 1;
    while (end < times.length && times[end] < start + step) {
      end++;
    }
    joined.times.push(start);
    joined.values.push(combine(points, 'values', first, end, aggregation));
    for (const edge of edges) {
      const lower = edge.endsWith('Down');
      joined[edge].push(combine(points, edge, first, end, aggregation === 'max' && lower ? 'avg' : aggregation));
    }
    first = end;
  }
  return joined;
}

function combine(points: Columns, column: Column, first: number, end: number, aggregation: Aggregation): number {
  const values = points[column];
  let count = 0;
  let sum = 0;
  let max = -Infinity;
  for (let i = first; i < end; i++) {
    const value = values[i];
    if (value === value) {
      count++;
      sum += value;
      max = value > max ? value : max;
    }
  }
  if (count === 0) {
    return NaN;
  }
  if (aggregation === 'max') {
    return max;
  }
  // If only some points have a band, it is summed as if all had it, to keep the level of the others.
  return aggregation === 'sum' ? (sum / count) * (end - first) : sum / count;
}
