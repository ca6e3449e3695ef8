import { type Locator, type Page } from '@playwright/test';

/** Settings of a data source, as on its page. Missing ones stay unchanged. */
export interface SourceSettings {
  /** Default: the demo service. */
  url?: string;
  accessToken?: string;
  /** More secrets by their names in `secureJsonData`. An empty text deletes one. Only in a Grafana. */
  secrets?: Record<string, string>;
  jsonData?: Record<string, unknown>;
}

export interface Range {
  /** ISO 8601, epoch milliseconds, or date math such as `now-6h`. */
  from: string | number;
  to: string | number;
}

/** A query, annotation, or variable query as a dashboard stores it. The stage adds the data source. */
export type StoredQuery = Record<string, unknown>;

export interface PanelJson {
  title: string;
  type: string;
  targets?: StoredQuery[];
  gridPos?: { x: number; y: number; w: number; h: number };
  [field: string]: unknown;
}

/** A dashboard that a spec creates. The stage fills in missing parts. */
export interface DashboardJson {
  title?: string;
  panels: PanelJson[];
  templating?: { list: Array<Record<string, unknown>> };
  annotations?: { list: Array<Record<string, unknown>> };
  [field: string]: unknown;
}

export interface View {
  range?: Range;
  variables?: Record<string, string | number | Array<string | number>>;
  /** More parameters in the address. */
  params?: Record<string, string>;
}

/**
 * The interface between a spec and the workbench or Grafana: the addresses of pages, the data source, and the panels.
 * Everything else (roles, labels, test ids of Grafana's parts) is the same in both.
 */
export interface Stage {
  readonly page: Page;
  /** The uid of the data source for the worker's demo service. */
  readonly uid: string;
  /** The address of the worker's demo service for the data source. */
  readonly serviceUrl: string;
  /** Changes the data source. This is undone after the test. */
  source(settings: SourceSettings): Promise<void>;
  /** Opens Explore with queries, which run at once. Without queries, with the default one. */
  explore(queries: StoredQuery[], range?: Range, params?: Record<string, string>): Promise<void>;
  /** Opens a dashboard of the plugin by its uid, or one that the spec creates. */
  dashboard(dashboard: string | DashboardJson, view?: View): Promise<void>;
  /** Opens the data source's settings page, which the workbench lacks. */
  settings(params?: Record<string, string>): Promise<void>;
  /** A panel of a dashboard, or a part of Explore's result, by its title. */
  panel(title: string): Locator;
  /** A variable's control above a dashboard, by its label. */
  variable(label: string): Locator;
  /** All panels that are or were in view. */
  panels(): Locator;
  /** Waits until a panel shows the result of its last request, or its failure. */
  settled(panel: Locator): Promise<Locator>;
  /** Waits until a panel draws data while it is still loading. */
  streaming(panel: Locator): Promise<void>;
  /** Waits until a panel reports that its request failed. @returns the message */
  failed(panel: Locator, timeout?: number): Promise<string>;
  /** Waits until a notice in a panel's header shows this text. */
  noticed(panel: Locator, text: RegExp, timeout?: number): Promise<void>;
  /** Clicks refresh on a dashboard, or Run query in Explore. */
  refresh(): Promise<void>;
  /** Sets the page's time to the time of the demo service's stopped clock. */
  setClock(time: string): Promise<void>;
}

/** A query with its data source. */
export function withSource<T extends object>(query: T, uid: string): T & { datasource: { type: string; uid: string } } {
  return { ...query, datasource: { type: 'anomaly-monitoring-datasource', uid } };
}

/** A dashboard in its stored form. Panels without a place are one below the other. */
export function wholeDashboard(dashboard: DashboardJson, dashboardUid: string, sourceUid: string) {
  const { panels, templating, annotations, ...rest } = dashboard;
  const ofSource = <T extends object>(one: T): T => ('datasource' in one ? one : withSource(one, sourceUid));
  return {
    time: { from: 'now-24h', to: 'now' },
    schemaVersion: 41,
    ...rest,
    uid: dashboardUid,
    title: rest.title ?? dashboardUid,
    panels: panels.map((panel, place) => ({
      id: place + 1,
      gridPos: { x: 0, y: place * 9, w: 24, h: 9 },
      ...ofSource(panel),
      targets: panel.targets?.map((target, i) => ofSource({ refId: String.fromCharCode(65 + i), ...target })),
    })),
    templating: {
      list: (templating?.list ?? []).map((one) =>
        one.type === 'query' || one.type === 'adhoc' ? ofSource({ hide: 0, refresh: 1, ...one }) : one
      ),
    },
    annotations: {
      list: (annotations?.list ?? []).map((one) => ofSource({ enable: true, iconColor: 'red', ...one })),
    },
  };
}

/** A dashboard's address. */
export function dashboardPath(uid: string, { range, variables = {}, params = {} }: View): string {
  const search = new URLSearchParams(params);
  if (range) {
    search.set('from', String(range.from));
    search.set('to', String(range.to));
  }
  for (const [name, values] of Object.entries(variables)) {
    [values].flat().forEach((value) => search.append(`var-${name}`, String(value)));
  }
  return `/d/${uid}?${search}`;
}

/** Explore's address. */
export function explorePath(
  queries: StoredQuery[],
  { from, to }: Range,
  uid: string,
  params: Record<string, string> = {}
): string {
  const range = { from: String(from), to: String(to) };
  const panes = { a: { datasource: uid, queries: queries.map((query) => withSource(query, uid)), range } };
  return `/explore?${new URLSearchParams({ schemaVersion: '1', panes: JSON.stringify(panes), ...params })}`;
}
