import { unreadable } from '../service/failure';
import { record } from '../service/read';
import { type Columns, hasValue } from './columns';
import { decodeDatapoints } from './decode';

/** The answer of the forecast operation; the interface does not show its body. */
export interface Forecast {
  /** Its datapoints, or null if none can be found. */
  columns: Columns | null;
  /** The answer itself if it cannot be read. */
  raw: unknown;
  /** The answer is an empty list of datapoints. */
  isEmpty: boolean;
}

/** @throws ServiceFailure if there are no datapoints and the answer reports an error */
export function decodeForecast(body: unknown): Forecast {
  const columns = readForecast(body);
  const { error } = record(body);
  if (!columns && error && typeof error !== 'number') {
    unreadable(body, []);
  }
  return { columns, raw: columns ? undefined : body, isEmpty: columns === null && isEmptyAnswer(body) };
}

/**
 * The datapoints of a forecast, or null if none can be found. The interface does not show the body of this operation,
 * so any array of datapoints is taken, at the top or below any field, up to three levels deep.
 */
export function readForecast(body: unknown): Columns | null {
  return search(body, 3);
}

/** Whether the answer is an empty list of datapoints. */
export function isEmptyAnswer(body: unknown): boolean {
  const { data = body } = record(body);
  return Array.isArray(data) && data.length === 0;
}

function search(value: unknown, depth: number): Columns | null {
  if (Array.isArray(value)) {
    const points = value.map(asDatapoint);
    const columns = decodeDatapoints(points.filter((point) => point !== null));
    return [columns.smoothened, ...columns.edges].some(hasValue) ? columns : null;
  }
  if (depth === 0 || typeof value !== 'object' || value === null) {
    return null;
  }
  for (const inner of Object.values(value)) {
    const found = search(inner, depth - 1);
    if (found) {
      return found;
    }
  }
  return null;
}

/** A datapoint whose corridors may be next to its timestamp instead of below `corridors`. */
function asDatapoint(value: unknown) {
  const point = record(value);
  const { timestamp, smoothened } = point;
  if (typeof timestamp !== 'number' && typeof timestamp !== 'string') {
    return null;
  }
  return { timestamp, smoothened, corridors: point.corridors ?? { main: point.main, sup: point.sup, inf: point.inf } };
}
