/** Generated bodies of metric data. The same arguments give the same body. */

export const MINUTE = 60_000;
export const HOUR = 3_600_000;
export const DAY = 86_400_000;

export interface BodyRequest {
  version: 'v1' | 'v2';
  /** Epoch milliseconds, both included. */
  from: number;
  to: number;
  /** Milliseconds between the points. */
  step: number;
  /** Different seeds give different series. */
  seed: number;
  /** Every tenth stretch of points has no `sup` and no `inf`. */
  bandGaps?: boolean;
  /** Values with all their digits, as computed, instead of four decimals. */
  allDigits?: boolean;
}

/** A metric data response as in the interface, with three bands and some values outside them. It is an object for JSON. */
export function bodyOf(request: BodyRequest) {
  const { version, from, to, step, seed } = request;
  const data = [];
  for (let time = Math.ceil(from / step) * step; time <= to; time += step) {
    data.push(datapoint(time, request));
  }
  const told = { node: seed, metric: `metric-${seed}`, aggregation: 'avg' };
  const granularity = step === MINUTE ? '1m' : step === HOUR ? '1h' : '15m';
  return version === 'v1' ? { ...told, granularity, sourceGranularity: '1m', data } : { ...told, data };
}

function datapoint(time: number, { version, step, seed, bandGaps, allDigits }: BodyRequest) {
  const rounded = (value: number) => (allDigits ? value : Math.round(value * 1e4) / 1e4);
  const day = (time % DAY) / DAY;
  const middle = 52 + 31 * Math.sin(2 * Math.PI * day) + 7 * Math.sin(4 * Math.PI * day);
  const noise = noiseOf(time / step + seed * 7919);
  const far = noise > 0.995 ? 24 : noise < 0.003 ? -21 : 0;
  const up = middle + 6.5;
  const down = middle - 5.25;
  const bare = bandGaps === true && Math.floor(time / step / 40) % 10 === 0;
  return {
    timestamp: version === 'v1' ? time : new Date(time).toISOString(),
    smoothened: rounded(middle + (noise - 0.5) * 8 + far),
    corridors: {
      main: { up: rounded(up), down: rounded(down) },
      sup: bare ? null : { up: rounded(up + 4.125), down: rounded(up) },
      inf: bare ? null : { up: rounded(down), down: rounded(down - 3.75) },
    },
  };
}

/** Evenly distributed over 0 to 1. The same place gives the same number. */
function noiseOf(place: number): number {
  let x = Math.imul(place | 0, 0x9e3779b1);
  x = Math.imul(x ^ (x >>> 16), 0x85ebca6b);
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35);
  return ((x ^ (x >>> 16)) >>> 0) / 2 ** 32;
}
