import {
  type DataFrame,
  type DataQueryResponse,
  type DataSourceInstanceSettings,
  dateTime as moment,
  type Field,
  LoadingState,
  type QueryResultMetaNotice,
} from '@grafana/data';
import { setBackendSrv, setTemplateSrv, type TemplateSrv } from '@grafana/runtime';
import { type Subscription } from 'rxjs';
import { AnomalyDataSource } from '../../src/datasource';
import { type AnomalyQuery } from '../../src/ground/query';
import { type Request } from '../../src/table/runner';
import { type StoredSettings } from '../../src/ground/settings';
import { MetricService } from './metricService';

/** A template variable: its value or values, and the text that it shows for them. */
export interface Variable {
  value: string | string[];
  text?: string | string[];
}

export interface PanelOptions {
  jsonData?: StoredSettings;
  access?: 'proxy' | 'direct';
  /** Of the data source. */
  name?: string;
  uid?: string;
  variables?: Record<string, Variable>;
}

/** A panel's data source with a service in memory. Needs jest's fake timers. */
export function panelOf(options: PanelOptions = {}) {
  const { jsonData = {}, access = 'proxy', name = 'Anomalies', uid = 'test', variables = {} } = options;
  const service = new MetricService();
  setBackendSrv(service.backend);
  setTemplateSrv(templateService(variables));
  const dataSource = new AnomalyDataSource({ ...instanceSettings(jsonData, access), name, uid });
  return {
    service,
    dataSource,
    ask: (
      targets: Array<Partial<AnomalyQuery>> | Partial<AnomalyQuery>,
      range: { from: number; to: number },
      more: Partial<Request> = {}
    ) => new Asked(dataSource, requestOf([targets].flat(), range, more)),
  };
}

/** A running query with its packets so far. */
export class Asked {
  readonly packets: DataQueryResponse[] = [];
  readonly request: Request;
  finished = false;
  failure: unknown;
  private readonly subscription: Subscription;

  constructor(dataSource: AnomalyDataSource, request: Request) {
    this.request = request;
    this.subscription = dataSource.query(request).subscribe({
      next: (packet) => this.packets.push(packet),
      error: (error) => {
        this.failure = error;
        this.finished = true;
      },
      complete: () => (this.finished = true),
    });
  }

  leave() {
    this.subscription.unsubscribe();
  }

  /** The last packet. Virtual time passes. */
  async answer(): Promise<DataQueryResponse> {
    for (let i = 0; i < 100_000 && !this.finished; i++) {
      await jest.advanceTimersByTimeAsync(10);
    }
    if (!this.finished || this.failure) {
      throw this.failure ?? new Error('never done');
    }
    return this.packets[this.packets.length - 1];
  }
}

export function requestOf(
  targets: Array<Partial<AnomalyQuery>>,
  range: { from: number; to: number },
  more: Partial<Request> = {}
): Request {
  const [from, to] = [moment(range.from), moment(range.to)];
  return {
    requestId: 'Q1',
    app: 'panel-viewer',
    interval: '1s',
    intervalMs: 1000,
    maxDataPoints: 1000,
    range: { from, to, raw: { from, to } },
    scopedVars: {},
    startTime: 0,
    timezone: 'utc',
    targets: targets.map((target, i) => ({ refId: 'ABCDEFGHIJ'[i], queryType: 'metric', ...target })),
    ...more,
  };
}

/** The frames that are drawn as series, without annotations. */
export function seriesOf({ data }: DataQueryResponse): DataFrame[] {
  return (data as DataFrame[]).filter(({ meta }) => meta?.dataTopic === undefined);
}

export function annotationsOf({ data }: DataQueryResponse): DataFrame[] {
  return (data as DataFrame[]).filter(({ meta }) => meta?.dataTopic !== undefined);
}

export function fieldOf(frame: DataFrame, name: string): Field | undefined {
  return frame.fields.find((field) => field.name === name);
}

export function timesOf(frame: DataFrame | undefined): number[] {
  return frame ? [...(fieldOf(frame, 'time')?.values ?? [])] : [];
}

/** All notices of an answer, as text. */
export function noticesOf({ data }: DataQueryResponse): string[] {
  return (data as DataFrame[]).flatMap(({ meta }) => allNotices(meta)).map(({ text }) => text);
}

/** All notices of a frame, from its custom metadata. */
export function allNotices(meta: DataFrame['meta']): QueryResultMetaNotice[] {
  return meta?.custom?.notices ?? [];
}

export function errorsOf({ errors = [] }: DataQueryResponse): string[] {
  return errors.map(({ message }) => message ?? '');
}

/** The visible part of an answer, without the times of links: they depend on how long the answer took. */
export function shown(answer: DataQueryResponse) {
  const frames = (answer.data as DataFrame[]).map(({ fields }) =>
    fields.map(({ name, values }) => ({
      name,
      values: values.map((value: unknown) =>
        typeof value === 'string' ? value.replace(/(from(=|%22%3A%22))\d+/g, '$1') : value
      ),
    }))
  );
  return { frames, notices: noticesOf(answer), errors: errorsOf(answer) };
}

export function isDone({ state }: DataQueryResponse): boolean {
  return state === LoadingState.Done;
}

/** The arguments that Grafana passes to a data source. */
export function instanceSettings(jsonData: StoredSettings = {}, access: 'proxy' | 'direct' = 'proxy') {
  return {
    id: 1,
    uid: 'test',
    type: 'anomaly-monitoring-datasource',
    name: 'Anomalies',
    url: '/api/datasources/proxy/uid/test',
    access,
    readOnly: false,
    jsonData,
    meta: {},
  } as unknown as DataSourceInstanceSettings<StoredSettings>;
}

/** Replaces `$name`, `${name}`, `${name:format}`, and `[[name]]` like Grafana, as far as the plugin needs it. */
export function templateService(variables: Record<string, Variable>): TemplateSrv {
  const pattern = /\$(\w+)|\$\{(\w+)(?::(\w+))?\}|\[\[(\w+)\]\]/g;
  const service: Pick<TemplateSrv, 'getVariables' | 'containsTemplate' | 'replace'> = {
    getVariables: () =>
      Object.entries(variables).map(([name, { value, text }]) => ({
        name,
        type: 'custom',
        current: { value, text: text ?? value },
        options: [],
      })) as unknown as ReturnType<TemplateSrv['getVariables']>,
    containsTemplate: (text) => (text ?? '').search(pattern) >= 0,
    replace: (text = '', scoped, format) =>
      text.replace(pattern, (whole, bare?: string, braced?: string, own?: string, square?: string) => {
        const name = bare ?? braced ?? square ?? '';
        const value: unknown = scoped?.[name]?.value ?? variables[name]?.value;
        if (value === undefined) {
          return whole;
        }
        return own || typeof format !== 'function' ? [value].flat().join(',') : String(format(value, {}, {}));
      }),
  };
  return service as TemplateSrv;
}
