/**
 * Where the specs run: in the Grafana at GRAFANA_URL if it is set, otherwise in the workbench. Files named
 * `*.grafana.spec.ts` only run in a Grafana, `*.workbench.spec.ts` only in the workbench.
 */
export const GRAFANA_URL = process.env.GRAFANA_URL?.replace(/\/+$/, '');

export const inGrafana = Boolean(GRAFANA_URL);

const underSubPath = new URL(GRAFANA_URL || 'http://workbench').pathname !== '/';

/** Whether a 404 is for a metric with a slash in its ID, which a Grafana with a sub-path loses (docs/limits.md). */
export function lostSlash(url: string, status: number | null | undefined): boolean {
  return underSubPath && status === 404 && /\/metrics\/[^/]+\/[^/?]+(?:%2F|\/)/.test(url);
}

/** Whether metrics with this ID can be read there. */
export function keepsId(metricId: string): boolean {
  return !underSubPath || !metricId.includes('/');
}

/** The user who creates data sources and dashboards there. */
export const ADMIN = {
  user: process.env.GRAFANA_ADMIN_USER ?? 'admin',
  password: process.env.GRAFANA_ADMIN_PASSWORD ?? 'admin',
};

/** The host that Grafana uses for servers on this machine, for example `host.docker.internal` in a container. */
export const HOST_FOR_GRAFANA = process.env.GRAFANA_SERVICE_HOST ?? '127.0.0.1';

export const PLUGIN_ID = 'anomaly-monitoring-datasource';
