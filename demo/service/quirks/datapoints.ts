import { DAY } from '../time';
import type { Quirk } from './quirk';
import { type Json, walk } from './walk';

/** This many consecutive points lack the same bands. */
const stretch = 30;

/** Ways in which a point's bands may be missing. */
const ways: ReadonlyArray<(corridors: Json) => Json | null | undefined> = [
  (corridors) => ({ ...corridors, sup: null, inf: null }),
  (corridors) => ({ ...corridors, main: null }),
  (corridors) => walk(corridors, edgesNull) as Json,
  () => null,
  () => ({}),
  () => undefined,
];

/** A metric data body after the quirks. @param draw 0 to 1 for the requested stretch of points */
export function quirkyData(body: Json, quirk: Quirk, draw: (stretch: number) => number): Json {
  const { daily, bandless = 0, numbersAsText, timesAsText } = quirk;
  if (!Array.isArray(body.data)) {
    return body;
  }
  let data = body.data as Json[];
  if (daily) {
    data = data.filter((point) => timeOf(point) % DAY === 0);
  }
  if (bandless > 0) {
    data = data.map((point) => {
      const place = Math.floor(timeOf(point) / (stretch * 60_000));
      return draw(place) < bandless
        ? { ...point, corridors: ways[place % ways.length](point.corridors as Json) }
        : point;
    });
  }
  if (numbersAsText) {
    data = data.map((point) => ({ ...(walk(point, numbersToText) as Json), timestamp: point.timestamp }));
  }
  if (timesAsText) {
    data = data.map((point) => ({ ...point, timestamp: String(timeOf(point)) }));
  }
  return { ...body, data };
}

function timeOf({ timestamp }: Json): number {
  return typeof timestamp === 'number' ? timestamp : Date.parse(String(timestamp));
}

function edgesNull(object: Json): Json {
  return 'up' in object ? { up: null, down: null } : object;
}

function numbersToText(object: Json): Json {
  const fields = Object.entries(object);
  return Object.fromEntries(fields.map(([name, value]) => [name, typeof value === 'number' ? String(value) : value]));
}
