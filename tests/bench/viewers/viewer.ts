import type * as GrafanaData from '@grafana/data';
import type { DataQueryRequest, DataQueryResponse } from '@grafana/data';
import { AsyncLocalStorage } from 'node:async_hooks';
import http from 'node:http';
import { createRequire } from 'node:module';
import { lastValueFrom, Observable } from 'rxjs';
import type { AnomalyQuery } from '../../../src/ground/query';
import type { StoredSettings } from '../../../src/ground/settings';
import { loadPlugin } from '../amd';
import { pretendBrowser } from '../browser';
import type { DataSource } from '../host';
import { textOf } from './meter';

const require = createRequire(import.meta.url);

type DataSourceClass = new (settings: object) => DataSource;
type Query = Partial<AnomalyQuery>;

/** The machine's real clock, whichever viewer is active. */
export const realNow = Date.now.bind(Date);

/** The clock of the active viewer. */
const clocks = new AsyncLocalStorage<() => number>();

/** The built plugin in a browser that sends its requests over HTTP. */
export class House {
  private readonly grafana: typeof GrafanaData;
  private readonly DataSourceClass: DataSourceClass;
  private readonly agent = new http.Agent({ keepAlive: true, maxSockets: 64 });

  constructor(dist: string) {
    pretendBrowser();
    this.grafana = require('@grafana/data') as typeof GrafanaData;
    const runtime = {
      config: { theme2: this.grafana.createTheme() },
      getBackendSrv: () => ({ fetch: (ask: RequestOptions) => this.fetch(ask) }),
      getTemplateSrv: () => ({ replace: fillIn, containsTemplate: () => false, getVariables: () => [] }),
    };
    const shared = { '@grafana/runtime': runtime, '@grafana/ui': {} };
    const { plugin } = loadPlugin<{ plugin: { DataSourceClass: DataSourceClass } }>(dist, shared);
    this.DataSourceClass = plugin.DataSourceClass;
    Date.now = () => (clocks.getStore() ?? realNow)();
  }

  /** A browser tab that has not read anything yet. @param url the service, or the cache in front of it */
  viewer(url: string, jsonData: StoredSettings, clock: () => number, width = 800): Viewer {
    const source = new this.DataSourceClass({
      id: 1,
      uid: 'bench',
      name: 'Bench',
      type: 'anomaly-monitoring-datasource',
      url,
      jsonData,
    });
    return new Viewer(source, this.grafana, clock, width);
  }

  private fetch({ url, responseType, headers }: RequestOptions): Observable<unknown> {
    return new Observable((subscriber) => {
      const own = { authorization: 'Bearer demo-token', 'accept-encoding': 'gzip' };
      const sent = http.get(url, { agent: this.agent, headers: { ...headers, ...own } }, (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('end', () => {
          const text = textOf(answer, Buffer.concat(parts));
          const status = answer.statusCode ?? 0;
          if (status !== 200) {
            subscriber.error({ status, statusText: answer.statusMessage, data: {} });
            return;
          }
          const headers = new Headers(
            Object.entries(answer.headers).map(([name, value]): [string, string] => [name, String(value)])
          );
          subscriber.next({ status, headers, data: responseType === 'text' ? text : JSON.parse(text) });
          subscriber.complete();
        });
      });
      sent.on('error', () => subscriber.error({ status: 502, statusText: 'Bad Gateway', data: {} }));
      return () => void sent.destroy();
    });
  }
}

/** The variables of the Overview: the end of the range, and the metrics to ignore. */
function fillIn(text = ''): string {
  return text.replace('${__to}', String(Date.now())).replace('$ignore', '');
}

interface RequestOptions {
  url: string;
  responseType?: string;
  headers?: Record<string, string>;
}

/** A viewer of a dashboard. Each panel is a query. */
export class Viewer {
  constructor(
    private readonly source: DataSource,
    private readonly grafana: typeof GrafanaData,
    private readonly clock: () => number,
    private readonly width: number
  ) {}

  /** The panels' answers for a range that ends now. @param length milliseconds */
  look(panels: readonly Query[], length: number): Promise<DataQueryResponse[]> {
    const now = this.clock();
    return this.ask(panels, now - length, now, { from: `now-${length / 60_000}m`, to: 'now' });
  }

  /** The same for a range that was selected with the mouse. */
  zoom(panels: readonly Query[], from: number, to: number): Promise<DataQueryResponse[]> {
    return this.ask(panels, from, to);
  }

  private ask(panels: readonly Query[], start: number, end: number, words?: { from: string; to: string }) {
    const [from, to] = [this.grafana.dateTime(start), this.grafana.dateTime(end)];
    const request: Omit<DataQueryRequest<AnomalyQuery>, 'targets'> = {
      requestId: 'bench',
      app: 'dashboard',
      interval: '1m',
      intervalMs: 1,
      maxDataPoints: this.width,
      range: { from, to, raw: words ?? { from, to } },
      scopedVars: {},
      startTime: 0,
      timezone: 'utc',
    };
    return clocks.run(this.clock, () =>
      Promise.all(
        panels.map((panel) =>
          lastValueFrom(this.source.query({ ...request, targets: [{ refId: 'A', ...panel } as AnomalyQuery] }))
        )
      )
    );
  }
}
