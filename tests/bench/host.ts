import type * as GrafanaData from '@grafana/data';
import type { DataFrame, DataQueryRequest, DataQueryResponse } from '@grafana/data';
import { createRequire } from 'node:module';
import { Observable } from 'rxjs';
import type { AnomalyQuery } from '../../src/ground/query';
import type { StoredSettings } from '../../src/ground/settings';
import { loadPlugin } from './amd';
import { type BodyRequest, bodyOf, HOUR, MINUTE } from './bodies';
import { pretendBrowser } from './browser';
import { processorTime } from './timing';

const require = createRequire(import.meta.url);

/** The data source of a built plugin, as far as the bench needs it. */
export interface DataSource {
  query: (request: DataQueryRequest<AnomalyQuery>) => Observable<DataQueryResponse>;
}

interface PluginModule {
  plugin: { DataSourceClass: new (settings: object) => DataSource };
}

export interface Range {
  from: number;
  to: number;
}

/** The start of the bench's clock, so that results don't depend on the date. */
export const NOON = Date.UTC(2026, 2, 29, 12, 0, 0);

/** A metric data request as the service received it. */
export interface Asked extends BodyRequest {
  url: string;
}

/** Answers a request with a parsed body. */
export type Service = (asked: Asked) => unknown;

/** Stands in for Grafana: loads the built plugin and answers its requests. */
export class Host {
  asked: Asked[] = [];
  /** Milliseconds of processor time in `service` so far. Making answers is not the plugin's work. */
  serviceTime = 0;
  /** Milliseconds until an answer arrives. 0: at once, in the same task. */
  latency = 0;
  service: Service = bodyOf;
  /** The time of the stopped clock, in epoch milliseconds. */
  clock = NOON;
  readonly grafana: typeof GrafanaData;
  private readonly DataSourceClass: PluginModule['plugin']['DataSourceClass'];

  constructor(dist: string, fileLatency = 0) {
    pretendBrowser();
    this.grafana = require('@grafana/data') as typeof GrafanaData;
    // A single one, as on a page of Grafana. The plugin attaches data to it, and would otherwise create that again each
    // time.
    const backend = {
      fetch: ({ url }: { url: string }) => this.fetch(url),
      get: () => Promise.resolve([]),
    };
    const runtime = {
      config: { theme2: { isDark: true } },
      getBackendSrv: () => backend,
      getTemplateSrv: () => ({ replace: (text = '') => text, containsTemplate: () => false, getVariables: () => [] }),
    };
    const shared = { '@grafana/runtime': runtime, '@grafana/ui': {} };
    this.DataSourceClass = loadPlugin<PluginModule>(dist, shared, fileLatency).plugin.DataSourceClass;
    Date.now = () => this.clock;
  }

  /** A data source that has not read anything yet. */
  dataSource(jsonData: StoredSettings = {}): DataSource {
    return new this.DataSourceClass({
      id: 1,
      uid: 'bench',
      name: 'Bench',
      type: 'anomaly-monitoring-datasource',
      url: '/api/datasources/proxy/uid/bench',
      jsonData,
    });
  }

  /** A panel's request for one series. The defaults are `auto` and 1,500 pixels. */
  request(range: Range, query: Partial<AnomalyQuery> = {}, maxDataPoints = 1500): DataQueryRequest<AnomalyQuery> {
    const from = this.grafana.dateTime(range.from);
    const to = this.grafana.dateTime(range.to);
    return {
      requestId: 'bench',
      app: 'dashboard',
      interval: '1m',
      intervalMs: 1,
      maxDataPoints,
      range: { from, to, raw: { from, to } },
      scopedVars: {},
      startTime: 0,
      timezone: 'utc',
      targets: [{ refId: 'A', queryType: 'metric', nodeId: '1', metricId: 'metric', ...query }],
    };
  }

  private readonly urls = new Map<string, Asked>();

  private fetch(url: string): Observable<{ data: unknown }> {
    return new Observable((subscriber) => {
      const asked = this.urls.get(url) ?? readUrl(url);
      this.urls.set(url, asked);
      this.asked.push(asked);
      const give = () => {
        const start = processorTime();
        const data = this.service(asked);
        this.serviceTime += processorTime() - start;
        subscriber.next({ data });
        subscriber.complete();
      };
      if (this.latency === 0) {
        give();
        return undefined;
      }
      const timer = setTimeout(give, this.latency);
      return () => clearTimeout(timer);
    });
  }
}

function readUrl(url: string): Asked {
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  const version = pathname.includes('/v1/') ? 'v1' : 'v2';
  const granularity = searchParams.get('granularity');
  const step = version === 'v2' || granularity === '1m' ? MINUTE : granularity === '15m' ? 15 * MINUTE : HOUR;
  const [from, to] = ['from', 'to'].map((name) => Date.parse(searchParams.get(name) ?? ''));
  const seed = Number(/metrics\/(\d+)\//.exec(pathname)?.[1] ?? 0);
  return { url, version, from, to, step, seed };
}

/** The frames of the last packet. Fails if the plugin reports an error or an incomplete answer. */
export function finish(answer: Observable<DataQueryResponse>, onPacket?: (data: DataFrame[]) => void) {
  return new Promise<DataFrame[]>((resolve, reject) => {
    let last: DataQueryResponse | undefined;
    answer.subscribe({
      next: (packet) => {
        last = packet;
        onPacket?.(packet.data);
      },
      error: reject,
      complete: () =>
        last?.state === 'Done' && !last.errors
          ? resolve(last.data)
          : reject(new Error(`The plugin did not answer: ${JSON.stringify(last?.errors ?? last?.state)}`)),
    });
  });
}
