import { dateTime as moment, type TimeRange } from '@grafana/data';
import { type BackendSrv, setBackendSrv, type TemplateSrv } from '@grafana/runtime';
import { Observable } from 'rxjs';
import { Store } from '../../src/facts/store';
import { type AnomalyQuery } from '../../src/ground/query';
import { type Context, type Request } from '../../src/table/runner';
import { Client } from '../../src/service/client';
import { Operations } from '../../src/service/operations';
import { readSettings, type StoredSettings } from '../../src/ground/settings';
import { Templates } from '../../src/ground/templates';
import { searchDashboards } from '../../src/table/access';

/** A request as the service gets it. */
export interface Call {
  /** Below the service's base address; each segment is decoded. */
  path: string;
  segments: string[];
  query: Record<string, string>;
  /** Path and query string as sent. */
  raw: string;
}

/** An answer of a fake service: a body, or a status with one. */
export type Answer = { body: unknown } | { status: number; body?: unknown };

export interface FakeService {
  context: Context;
  /** All requests so far. */
  calls: Call[];
  /** The number of requests that were aborted before an answer. */
  aborted: () => number;
}

export interface FakeOptions {
  jsonData?: StoredSettings;
  /** Template variables. An array is a variable with several values. */
  variables?: Record<string, string | string[]>;
  now?: number;
  /** Milliseconds until the answer. */
  latency?: (call: Call) => number;
  /** The dashboards that the user's search finds, by uid. Without it, there is no search. */
  dashboards?: string[];
}

/** The context of a data source with the real client. `answer` answers its requests in a later task. */
export function fakeService(answer: (call: Call) => Answer, options: FakeOptions = {}): FakeService {
  const calls: Call[] = [];
  let aborted = 0;
  const base = '/api/datasources/proxy/uid/uid';
  const fetch = ({ url }: { url: string }) =>
    new Observable((subscriber) => {
      const raw = url.slice(base.length + 1);
      const [path, search = ''] = raw.split('?');
      const segments = path.split('/').map(decodeURIComponent);
      const call = { raw, path: segments.join('/'), segments, query: Object.fromEntries(new URLSearchParams(search)) };
      calls.push(call);
      let open = true;
      const timer = setTimeout(() => {
        const given = answer(call);
        open = false;
        if ('status' in given && given.status >= 300) {
          subscriber.error({ status: given.status, data: given.body });
        } else {
          subscriber.next({ status: 200, data: copied(given.body) });
          subscriber.complete();
        }
      }, options.latency?.(call));
      return () => {
        clearTimeout(timer);
        aborted += open ? 1 : 0;
      };
    });
  const { dashboards } = options;
  const get = () => Promise.resolve(dashboards?.map((uid) => ({ uid })));
  setBackendSrv({ fetch, ...(dashboards && { get }) } as unknown as BackendSrv);
  searchDashboards();
  const settings = readSettings({ jsonData: options.jsonData ?? {} });
  const { maxConcurrentRequests, patience } = settings;
  const client = new Client({ url: base, name: 'Anomalies', maxConcurrentRequests, patience });
  const operations = new Operations(client, settings.alertsVersion);
  const now = () => options.now ?? Date.now();
  const context: Context = {
    operations,
    store: new Store(settings, operations, now),
    settings,
    templates: new Templates(() => templateService(options.variables ?? {})),
    dataSource: { uid: 'uid', name: 'Anomalies', type: 'anomaly-monitoring-datasource' },
    calls: new Map(),
    now,
    forget: () => operations.memories.clear(),
  };
  return { context, calls, aborted: () => aborted };
}

/** A new copy, like each answer of a real service. Faster than structuredClone. */
function copied(body: unknown): unknown {
  return body === undefined ? undefined : JSON.parse(JSON.stringify(body));
}

/** Replaces `$name`, `${name}`, and `${name:format}` as far as the plugin needs it. */
function templateService(variables: Record<string, string | string[]>): TemplateSrv {
  const pattern = /\$\{(\w+)(?::(\w+))?\}|\$(\w+)/g;
  const service = {
    getVariables: () => [],
    containsTemplate: (text?: string) => /\$\{?\w/.test(text ?? ''),
    replace: (text = '', scoped?: Record<string, { value: unknown }>, format?: unknown) =>
      text.replace(pattern, (whole, braced?: string, own?: string, bare?: string) => {
        const name = braced ?? bare ?? '';
        const value = scoped?.[name]?.value ?? variables[name];
        if (value === undefined) {
          return whole;
        }
        return own || typeof format !== 'function' ? [value].flat().join(',') : String(format(value));
      }),
  };
  return service as unknown as TemplateSrv;
}

/** A panel's request for these queries. The range is in epoch milliseconds. */
export function fakeRequest(
  targets: Array<Partial<AnomalyQuery>>,
  range: { from: number; to: number },
  more: Partial<Request> = {}
): Request {
  const from = moment(range.from);
  const to = moment(range.to);
  const timeRange: TimeRange = { from, to, raw: { from, to } };
  return {
    requestId: 'Q1',
    app: 'dashboard',
    interval: '1m',
    intervalMs: 60_000,
    maxDataPoints: 1000,
    range: timeRange,
    scopedVars: {},
    startTime: 0,
    timezone: 'utc',
    targets: targets.map((target, i) => ({ refId: 'ABCDEFGH'[i], ...target })),
    ...more,
  };
}
