import { lostSlash } from './house';
import { type ReceivedRequest } from './service-control';
import { type Traffic } from './traffic';

const DAY = 86_400_000;
/** Messages on Grafana's pages, with any data source. */
const OF_GRAFANA = [
  // From the browser, in specs that read pixels.
  /Canvas2D: Multiple readback/,
  // Without internet access.
  /grafana\.com|plugins from catalog|gnet/i,
  /Failed to fetch (?:remote|local) plugin|\[Plugins\]/,
  // Grafana's own notices about libraries and the browser.
  /DevTools|deprecat|non-passive event listener|preload/i,
  /Could not find ref with POPPER|ResizeObserver loop/,
  // From Grafana's frontend sandbox.
  /allow-scripts and allow-same-origin/,
  // Grafana's feature flags, requested by a page that is left before they arrive.
  /Failed to initialize OpenFeature provider/,
];

/** What a spec expects to go wrong. Anything else that goes wrong fails it. */
export interface Expected {
  /** Statuses of requests. */
  statuses: number[];
  /** Lines in the console. */
  console: RegExp[];
  /** The most simultaneous requests. A data source's default is 4. */
  atOnce: number;
}

/** Console messages and requests that no page of the plugin may cause. @returns one sentence for each */
export function brokenRules(traffic: Traffic, received: ReceivedRequest[], expected: Expected): string[] {
  const most = mostAtOnce(received);
  return [
    ...traffic.console.filter((line) => ![...OF_GRAFANA, ...expected.console].some((known) => known.test(line))),
    ...refused(traffic, expected.statuses),
    ...traffic.requests.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`),
    ...traffic.requests.filter(({ path }) => /%24|\$\{?\w/.test(path)).map(({ path }) => `not replaced: ${path}`),
    ...(most > expected.atOnce ? [`${most} requests at once`] : []),
    ...received
      .map(({ url }) => url)
      .filter(isTooWide)
      .map((url) => `too wide: ${url}`),
  ];
}

/**
 * If a request is aborted just before another is sent, the service may notice that just after the other arrives, since
 * they use different connections.
 */
const GIVEN_UP_MS = 500;
/** Both times are rounded to milliseconds. */
const ROUNDING_MS = 1;

/** The maximum number of simultaneous requests. */
function mostAtOnce(received: ReceivedRequest[]): number {
  const spans = received.map(({ startedAt, duration, aborted }) => {
    const start = Date.parse(startedAt);
    return { start, end: duration === null ? Infinity : start + duration - ROUNDING_MS, aborted };
  });
  const isUnderWay = (one: (typeof spans)[number], time: number) =>
    one.start <= time && one.end > time && !(one.aborted && one.end - time < GIVEN_UP_MS && time > one.start);
  return Math.max(0, ...spans.map(({ start }) => spans.filter((one) => isUnderWay(one, start)).length));
}

/**
 * 4xx and 5xx responses. A granularity may be refused the first time that it is tried for a metric, and in requests that
 * were already running. A granularity that was refused for a range long ago may be accepted for recent ones.
 */
function refused({ requests }: Traffic, statuses: number[]): string[] {
  const learned = new Map<string, number>();
  const newest = Math.max(...requests.map(({ path }) => endOf(path)).filter(Number.isFinite));
  return requests
    .filter(({ status, path, load, began, ended = Infinity }) => {
      if (typeof status !== 'number' || status < 400 || statuses.includes(status) || lostSlash(path, status)) {
        return false;
      }
      const { pathname, searchParams } = new URL(path, 'http://service');
      if (status !== 400 || !pathname.startsWith('/v1/ad/metrics/') || !searchParams.has('granularity')) {
        return true;
      }
      const age = newest - endOf(path) > DAY ? 'old' : 'recent';
      const key = [load, pathname, searchParams.get('aggregation'), searchParams.get('granularity'), age].join(' ');
      const known = learned.get(key) ?? Infinity;
      learned.set(key, Math.min(known, ended));
      return began > known;
    })
    .map(({ status, path }) => `${status} ${path}`);
}

function endOf(path: string): number {
  return Date.parse(new URL(path, 'http://service').searchParams.get('to') ?? '');
}

function isTooWide(url: string): boolean {
  const { pathname, searchParams } = new URL(url, 'http://service');
  const [from, to] = ['from', 'to'].map((name) => Date.parse(searchParams.get(name) ?? ''));
  const limit = searchParams.get('granularity') === '1m' ? 2 * DAY : 14 * DAY;
  return /^\/(v1\/ad|v2)\/metrics\//.test(pathname) && to - from > limit;
}
