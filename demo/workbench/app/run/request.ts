import {
  CoreApp,
  type DataQuery,
  type DataQueryRequest,
  type DataSourceApi,
  rangeUtil,
  type ScopedVars,
  type TimeRange,
} from '@grafana/data';
import { getTemplateSrv } from '@grafana/runtime';
import { cloneDeep, isEqual, omit } from 'lodash';

let requests = 0;

export interface RequestOptions {
  app: CoreApp | string;
  queries: DataQuery[];
  range: TimeRange;
  timezone: string;
  maxDataPoints: number;
  /** The panel's own minimum interval, for example `1m`. It may contain a variable. */
  minInterval?: string | null;
  scopedVars?: ScopedVars;
  panelId?: number;
  panelName?: string;
  panelPluginId?: string;
  dashboardUID?: string;
  filters?: DataQueryRequest['filters'];
}

/** The request of a panel, an annotation, a variable, or Explore, in Grafana's form. */
export function buildRequest(dataSource: DataSourceApi, options: RequestOptions): DataQueryRequest {
  const { app, queries, range, maxDataPoints, minInterval, scopedVars = {}, ...rest } = options;
  const lowest = minInterval ? getTemplateSrv().replace(minInterval, scopedVars) : dataSource.interval;
  const { interval, intervalMs } = rangeUtil.calculateInterval(range, maxDataPoints, lowest);
  requests++;
  return {
    ...rest,
    app,
    requestId: `WB${requests}`,
    range,
    rangeRaw: range.raw,
    interval,
    intervalMs,
    maxDataPoints,
    startTime: Date.now(),
    scopedVars: {
      ...scopedVars,
      __interval: { text: interval, value: interval },
      __interval_ms: { text: String(intervalMs), value: intervalMs },
    },
    targets: queries.map((query) => completed(cloneDeep(query), dataSource)),
  };
}

/** Like Grafana: a query with nothing but its type starts with the data source's default for a panel. */
function completed(query: DataQuery, dataSource: DataSourceApi): DataQuery {
  const own = omit(query, ['refId', 'hide', 'key', 'datasource', 'queryType', 'label']);
  const defaults = isEqual(own, {}) ? dataSource.getDefaultQuery?.(CoreApp.PanelEditor) : undefined;
  return { ...defaults, ...query, datasource: dataSource.getRef() };
}
