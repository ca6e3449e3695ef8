import { type BackendSrv } from '@grafana/runtime';
import { Observable } from 'rxjs';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
export const STEPS: Record<string, number> = { '1m': MINUTE, '15m': 15 * MINUTE, '60m': HOUR, '1h': HOUR };

/** A request as the service gets it. */
export interface ServiceCall {
  /** Path and query string below the base address, as sent. */
  raw: string;
  /** The path's segments, decoded. */
  segments: string[];
  query: Record<string, string>;
  /** Whether it is marked for a cache in front of the service (contract C3). */
  isSettled: boolean;
  /** For metric data: epoch milliseconds. */
  from: number;
  to: number;
  /** Virtual time of the request. */
  at: number;
  /** As requested, or as the service chooses it. Undefined on v2. */
  granularity: string | undefined;
}

/** A request as it is passed to `getBackendSrv().fetch`. */
interface Sent {
  url: string;
  headers?: Record<string, string>;
}

/** How a failing request ends, as `getBackendSrv().fetch` reports it. */
export type Mishap =
  { status: number; statusText?: string; data?: unknown } | { status?: undefined; message: string; name?: string };

export interface Point {
  timestamp: number | string | null;
  smoothened?: number | null;
  corridors?: unknown;
}

/** An anomaly service in memory that uses the test's virtual time. Its answers take `latency` milliseconds. */
export class MetricService {
  readonly calls: ServiceCall[] = [];
  active = 0;
  peak = 0;
  aborted = 0;
  /** The number of data points sent so far. */
  sent = 0;

  latency: (call: ServiceCall) => number = () => 20;
  /** A body that replaces the metric data, or undefined. */
  body: (call: ServiceCall) => unknown = () => undefined;
  /** The failure of a request, or undefined. */
  mishap: (call: ServiceCall) => Mishap | undefined = () => undefined;
  /** The time of the newest data. */
  until: () => number = () => Date.now();
  /** The value of a series at a time. */
  value: (node: string, metric: string, time: number) => number | null = (node, metric, time) =>
    100 + 10 * Math.sin(time / HOUR) + (node.length + metric.length);
  /** Whether there is a point at this time. */
  has: (node: string, metric: string, time: number) => boolean = () => true;
  source = '1m';
  /** Whether it refuses a granularity that is finer than the source's. */
  refusesFiner = false;
  /** Headers of its answers. */
  headers: Record<string, string> = {};

  constructor(private readonly base = '/api/datasources/proxy/uid/test') {}

  readonly backend = {
    fetch: (request: Sent) => this.answer(request),
  } as unknown as BackendSrv;

  /** The points of the whole range. */
  direct(node: string, metric: string, from: number, to: number, step: number): Point[] {
    const points: Point[] = [];
    for (let time = Math.ceil(from / step) * step; time <= Math.min(to, this.until()); time += step) {
      if (this.has(node, metric, time)) {
        const value = this.value(node, metric, time);
        points.push({
          timestamp: time,
          smoothened: value,
          corridors: {
            main: { up: 115, down: 95 },
            sup: Math.floor(time / HOUR) % 5 === 0 ? { up: 125, down: 115 } : null,
            inf: null,
          },
        });
      }
    }
    return points;
  }

  metricCalls(): ServiceCall[] {
    return this.calls.filter(({ segments }) => segments.includes('metrics'));
  }

  private answer(request: Sent) {
    return new Observable<{ status: number; data: unknown; headers: Headers }>((subscriber) => {
      const call = this.read(request);
      this.calls.push(call);
      this.active++;
      this.peak = Math.max(this.peak, this.active);
      let open = true;
      const timer = setTimeout(() => {
        open = false;
        this.active--;
        const mishap = this.mishap(call);
        if (mishap) {
          subscriber.error(
            mishap.status === undefined ? Object.assign(new TypeError(mishap.message), mishap) : asGrafana(mishap)
          );
          return;
        }
        const body = this.body(call) ?? this.metricData(call);
        if (typeof body === 'object' && body !== null && 'refused' in body) {
          subscriber.error(asGrafana({ status: 400, data: { message: String(body.refused) } }));
          return;
        }
        subscriber.next({
          status: 200,
          data: typeof body === 'object' ? structuredClone(body) : body,
          headers: new Headers(this.headers),
        });
        subscriber.complete();
      }, this.latency(call));
      return () => {
        clearTimeout(timer);
        if (open) {
          this.active--;
          this.aborted++;
        }
      };
    });
  }

  private read({ url, headers = {} }: Sent): ServiceCall {
    if (!url.startsWith(`${this.base}/`)) {
      throw new Error(`asked past the proxy: ${url}`);
    }
    const raw = url.slice(this.base.length + 1);
    const [path, search = ''] = raw.split('?');
    const query = Object.fromEntries(new URLSearchParams(search));
    return {
      raw,
      segments: path.split('/').map(decodeURIComponent),
      query,
      isSettled: headers['X-Settled'] === '1',
      from: Date.parse(query.from),
      to: Date.parse(query.to),
      at: Date.now(),
      granularity: query.granularity ?? (path.startsWith('v1/ad/metrics') ? this.chosen(query) : undefined),
    };
  }

  /** The interface's own rule. If the service refuses finer granularities, it is at least as coarse as the source. */
  private chosen({ from, to }: Record<string, string>): string {
    const span = Date.parse(to) - Date.parse(from);
    const coarse = span <= 7 * DAY ? '15m' : '1h';
    const rule = span <= 12 * HOUR ? '1m' : coarse;
    return this.refusesFiner && STEPS[rule] < STEPS[this.source] ? this.source : rule;
  }

  /** Interface: Metric data, its rules and limits. */
  private metricData({ segments, query, from, to }: ServiceCall): unknown {
    const v2 = segments[0] === 'v2';
    const span = to - from;
    const rule = span <= 12 * HOUR ? '1m' : span <= 7 * DAY ? '15m' : '60m';
    const granularity = v2 ? rule : (query.granularity ?? this.chosen(query));
    if (this.refusesFiner && STEPS[granularity] < STEPS[this.source]) {
      return { refused: 'unsupported granularity' };
    }
    const step = STEPS[granularity];
    if (!(span >= 0) || span > 14 * DAY || step === undefined || (query.granularity === '1m' && span > 2 * DAY)) {
      return { refused: 'time range above the allowed limit' };
    }
    const [node, metric] = segments.slice(-2);
    const points = this.direct(node, metric, from, to, step);
    this.sent += points.length;
    return v2
      ? {
          node: 1,
          metric,
          aggregation: 'avg',
          data: points.map((point) => ({ ...point, timestamp: new Date(Number(point.timestamp)).toISOString() })),
        }
      : { node: 1, metric, aggregation: 'avg', granularity, sourceGranularity: this.source, data: points };
  }
}

/** If the body of a failed answer isn't JSON, Grafana wraps it in an object. */
function asGrafana({ status, statusText = '', data = '' }: { status: number; statusText?: string; data?: unknown }) {
  const body = typeof data === 'string' ? { message: data, error: statusText, response: data } : data;
  return { status, statusText, data: body, config: {} };
}
