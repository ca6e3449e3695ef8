import { type DataQuery } from '@grafana/schema';

/**
 * The query model: what a dashboard stores. Part of the public contract; a missing field takes its default, an unknown
 * field is kept and ignored. Every string field takes template variables. Identifiers are strings here although the
 * interface has integers for nodes; numbers are tolerated.
 */

export type Band = 'main' | 'sup' | 'inf';
export const BANDS: readonly Band[] = ['main', 'sup', 'inf'];

export type Aggregation = '' | 'avg' | 'max' | 'sum';
/** What a user chooses; `60m` in a stored query is taken for `1h`. */
export type GranularityChoice = 'auto' | '1m' | '15m' | '1h';
export type Overlay = 'none' | 'alerts' | 'anomalies';

export interface MetricQuery extends DataQuery {
  queryType: 'metric';
  nodeId: string;
  metricId: string;
  aggregation: Aggregation;
  granularity: GranularityChoice;
  bands: Band[];
  /** Mark values outside every corridor. */
  outliers: boolean;
  /** Add the field `deviation`, in widths of the main corridor. */
  deviation: boolean;
  /** Append the corridors' forecast. */
  forecast: boolean;
  overlay: Overlay;
  /** Drop rows where there are far more than pixels. */
  thin: boolean;
  legend: string;
  /** What the picker showed, for labels only. */
  nodeName: string;
  metricName: string;
  systemName: string;
}

export interface ForecastQuery extends DataQuery {
  queryType: 'forecast';
  nodeId: string;
  metricId: string;
  bands: Band[];
  legend: string;
}

export interface AlertsQuery extends DataQuery {
  queryType: 'alerts';
  /** Empty: the list. */
  alertId: string;
  /** Point in time: ISO 8601, epoch milliseconds, date math or a variable; empty: now. */
  at: string;
  /** One row per alert metric instead of one per alert. */
  metrics: boolean;
}

export type AlertEventsFormat = 'table' | 'logs' | 'states';

export interface AlertEventsQuery extends DataQuery {
  queryType: 'alertEvents';
  /** Empty: the alerts that were active in the range, as `q`, `nodeId` and `metricId` select them. */
  alertId: string;
  q: string;
  nodeId: string;
  metricId: string;
  /** Empty: all; counts only with an `alertId`. */
  sequence: string;
  /** One row per change instead of one per event. */
  changes: boolean;
  format: AlertEventsFormat;
  limit: number;
}

export type ImpactChoice = 'any' | 'low' | 'medium' | 'high' | 'severe';

export interface AlertSearchQuery extends DataQuery {
  queryType: 'alertSearch';
  q: string;
  impact: ImpactChoice;
  /** A number as text, or a variable; empty: not sent. */
  minScore: string;
  nodeId: string;
  metricId: string;
  at: string;
  limit: number;
}

/** Contract: a query gives at most this many series, frames or values; a notice names what was left out. */
export const MAX_RESULTS = 100;

export type BucketChoice = 'auto' | '15m' | '1h' | '4h' | '1d';

export interface AlertCountsQuery extends DataQuery {
  queryType: 'alertCounts';
  bucket: BucketChoice;
  q: string;
  nodeId: string;
  metricId: string;
}

export type AnomalyScope = 'range' | 'current' | 'unread' | 'alert' | 'update';
export type AnomaliesFormat = 'table' | 'timeseries';

export interface AnomaliesQuery extends DataQuery {
  queryType: 'anomalies';
  scope: AnomalyScope;
  to: string;
  alertId: string;
  updateId: string;
  withMetrics: boolean;
  format: AnomaliesFormat;
}

export interface DeviationsQuery extends DataQuery {
  queryType: 'deviations';
  nodeId: string;
  systemId: string;
  limit: number;
}

export type AnnotationSource = 'alerts' | 'alertEvents' | 'anomalies';
export type AnnotationShape = 'auto' | 'regions' | 'marks';

export interface AnnotationQuery extends DataQuery {
  queryType: 'annotations';
  source: AnnotationSource;
  alertId: string;
  /** Empty: all; for alerts and their events. */
  impact: string[];
  /** Empty: all; for anomalies. */
  severity: string[];
  q: string;
  nodeId: string;
  metricId: string;
  limit: number;
  shape: AnnotationShape;
}

export type VariableList = 'systems' | 'nodes' | 'metrics' | 'alerts';

export interface VariableQuery extends DataQuery {
  queryType: 'variable';
  list: VariableList;
  systemId: string;
  nodeId: string;
  /** Systems, nodes and metrics of these alerts alone, whenever they were part of them. */
  alertId: string;
  q: string;
}

/** What a panel or Explore row asks for, by `queryType`. */
export interface PanelQueries {
  metric: MetricQuery;
  forecast: ForecastQuery;
  alerts: AlertsQuery;
  alertEvents: AlertEventsQuery;
  alertSearch: AlertSearchQuery;
  alertCounts: AlertCountsQuery;
  anomalies: AnomaliesQuery;
  deviations: DeviationsQuery;
}

/** All queries that reach the data source, those of annotations and variables included. */
export interface Queries extends PanelQueries {
  annotations: AnnotationQuery;
  variable: VariableQuery;
}

export type PanelQueryType = keyof PanelQueries;
export type QueryType = keyof Queries;
export type PanelQuery = PanelQueries[PanelQueryType];

/** A query as stored: any field may be missing, and fields of other types may linger. */
export type AnomalyQuery = DataQuery & { queryType?: string; [field: string]: unknown };

type Defaults = { [T in QueryType]: Omit<Queries[T], keyof DataQuery | 'queryType'> };

const DEFAULTS: Defaults = {
  metric: {
    nodeId: '',
    metricId: '',
    aggregation: '',
    granularity: 'auto',
    bands: ['main', 'sup', 'inf'],
    outliers: true,
    deviation: false,
    forecast: false,
    overlay: 'none',
    thin: true,
    legend: '',
    nodeName: '',
    metricName: '',
    systemName: '',
  },
  forecast: { nodeId: '', metricId: '', bands: ['main', 'sup', 'inf'], legend: '' },
  alerts: { alertId: '', at: '', metrics: false },
  alertEvents: {
    alertId: '',
    q: '',
    nodeId: '',
    metricId: '',
    sequence: '',
    changes: false,
    format: 'table',
    limit: 1000,
  },
  alertSearch: { q: '', impact: 'any', minScore: '', nodeId: '', metricId: '', at: '', limit: 1000 },
  alertCounts: { bucket: 'auto', q: '', nodeId: '', metricId: '' },
  anomalies: { scope: 'range', to: '', alertId: '', updateId: '', withMetrics: false, format: 'table' },
  deviations: { nodeId: '', systemId: '', limit: 20 },
  annotations: {
    source: 'alerts',
    alertId: '',
    impact: [],
    severity: [],
    q: '',
    nodeId: '',
    metricId: '',
    limit: 200,
    shape: 'auto',
  },
  variable: { list: 'nodes', systemId: '', nodeId: '', alertId: '', q: '' },
};

export function isQueryType(value: unknown): value is QueryType {
  return typeof value === 'string' && Object.hasOwn(DEFAULTS, value);
}

/** The query's type; a query without one (or with one that this version does not know) reads metric data. */
export function queryTypeOf(query: { queryType?: unknown }): QueryType {
  return isQueryType(query.queryType) ? query.queryType : 'metric';
}

/** The fields of a type with their defaults. */
export function defaultsOf<T extends QueryType>(type: T): Defaults[T] {
  return DEFAULTS[type];
}

/**
 * A stored query with every field of its type present and of the right shape. Fields that it does not know stay as they
 * are. Identifiers and other text given as numbers become text; `60m` becomes `1h`; what has the wrong shape takes its
 * default. The argument is not changed.
 */
export function complete<T extends QueryType>(query: AnomalyQuery & { queryType?: T | string }, type: T): Queries[T] {
  const result: Record<string, unknown> = { ...query, queryType: type };
  for (const [field, fallback] of Object.entries(DEFAULTS[type])) {
    result[field] = shaped(query[field], fallback);
  }
  if (result.granularity === '60m') {
    result.granularity = '1h';
  }
  // Every field of the type has just been given its shape.
  return result as unknown as Queries[T];
}

function shaped(value: unknown, fallback: unknown): unknown {
  switch (typeof fallback) {
    case 'string':
      if (typeof value === 'number' && Number.isFinite(value)) {
        return String(value);
      }
      return typeof value === 'string' ? value : fallback;
    case 'number': {
      const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
      return typeof number === 'number' && Number.isFinite(number) ? number : fallback;
    }
    case 'boolean':
      return typeof value === 'boolean' ? value : fallback;
    default:
      return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : fallback;
  }
}

/** Whether a query of that type stands for series: it wants a node and a metric. */
export function isOfSeries(type: QueryType): type is 'metric' | 'forecast' {
  return type === 'metric' || type === 'forecast';
}

/**
 * Whether the query can be run. An incomplete one is not an error: somebody is still typing. A field that holds a
 * variable counts as filled; what the variable leaves empty is told by a notice.
 */
export function isComplete(query: AnomalyQuery): boolean {
  const type = queryTypeOf(query);
  if (isOfSeries(type)) {
    const { nodeId, metricId } = complete(query, type);
    return nodeId.trim() !== '' && metricId.trim() !== '';
  }
  if (type === 'anomalies') {
    const { scope, alertId, updateId } = complete(query, type);
    if (scope === 'alert') {
      return alertId.trim() !== '';
    }
    if (scope === 'update') {
      return alertId.trim() !== '' && updateId.trim() !== '';
    }
  }
  return true;
}
