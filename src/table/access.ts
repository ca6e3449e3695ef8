import { type BackendSrv, config, getBackendSrv } from '@grafana/runtime';
import { type Json, record, records } from '../ground/read';

/** The shipped dashboards that links open, by uid. */
export const DASHBOARDS = {
  overview: 'anomaly-monitoring-overview',
  alert: 'anomaly-monitoring-alert',
  metric: 'anomaly-monitoring-metric',
} as const;

export type Dashboard = keyof typeof DASHBOARDS;

const SHIPPED = new Set<unknown>([...Object.values(DASHBOARDS), 'anomaly-monitoring-report']);

/** Whether the uid belongs to a shipped dashboard. */
export function isShipped(uid: string | undefined): boolean {
  return SHIPPED.has(uid);
}

/** The user of Grafana's page, with the fields that this version of Grafana has. */
export function grafanaUser(): Json {
  return record(record(config.bootData).user);
}

/** The results of the user's search. Null until it is answered, and if it failed. */
interface Found {
  uids: ReadonlySet<unknown> | null;
}

/** A page has one such service, and searches once. */
const searches = new WeakMap<BackendSrv, Found>();

/** Whether the user may open Explore. Grafana's pages always have the user's rights. If there are none, the link is kept. */
export function isExploreOpen(): boolean {
  const { permissions } = grafanaUser();
  if (typeof permissions !== 'object' || permissions === null) {
    return true;
  }
  return config.exploreEnabled && record(permissions)['datasources:explore'] === true;
}

/** Whether the user's search finds a shipped dashboard. Undefined if unknown. */
export function isDashboardFound(name: Dashboard): boolean | undefined {
  return searchDashboards().uids?.has(DASHBOARDS[name]);
}

/** Starts the search for the shipped dashboards, if the page has not yet. */
export function searchDashboards(): Found {
  // Its type ignores that a page may not be set up yet.
  const backend = getBackendSrv() as BackendSrv | undefined;
  const found = (backend && searches.get(backend)) ?? { uids: null };
  if (backend && !searches.has(backend)) {
    searches.set(backend, found);
    search(backend).then(
      (uids) => (found.uids = new Set(uids)),
      // Without the result, links to dashboards are missing, and on shipped ones all links.
      () => undefined
    );
  }
  return found;
}

/** Without `fetch`, which is for requests to the service. */
async function search(backend: BackendSrv): Promise<unknown[]> {
  const dashboardUIDs = Object.values(DASHBOARDS);
  const params = { type: 'dash-db', dashboardUIDs, limit: dashboardUIDs.length };
  const rows: unknown = await backend.get('/api/search', params, undefined, { showErrorAlert: false });
  return records(rows).map(({ uid }) => uid);
}
