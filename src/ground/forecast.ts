import { unreadable } from './failure';
import { record } from './read';
import { type Columns, hasValue } from './columns';
import { decodeDatapoints } from './decode';

/** The answer of the forecast operation. The interface does not define its body. */
export interface Forecast {
  /** Its data points, or null if none can be found. */
  columns: Columns | null;
  /** The raw answer if it can't be parsed. */
  raw: unknown;
  /** The answer is an empty list of data points. */
  isEmpty: boolean;
}

/** @throws ServiceFailure if there are no data points and the answer reports an error */
export function decodeForecast(body: unknown): Forecast {
  const columns = readForecast(body);
  const { error } = record(body);
  if (!columns && error && typeof error !== 'number') {
    unreadable(body, []);
  }
  return { columns, raw: columns ? undefined : body, isEmpty: columns === null && isEmptyAnswer(body) };
}

/**
 * The data points of a forecast, or null if none can be found. The interface does not define the body of this operation.
 * So any array of data points is accepted, at the top or in any field, up to three levels deep.
 */
export function readForecast(body: unknown): Columns | null {
  return search(body, 3);
}

/** Whether the answer is an empty list of data points. */
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

/** A data point whose corridors may be next to its timestamp instead of in `corridors`. */
function asDatapoint(value: unknown) {
  const point = record(value);
  const { timestamp, smoothened } = point;
  if (typeof timestamp !== 'number' && typeof timestamp !== 'string') {
    return null;
  }
  return { timestamp, smoothened, corridors: point.corridors ?? { main: point.main, sup: point.sup, inf: point.inf } };
}
