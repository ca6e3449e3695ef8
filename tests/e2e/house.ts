/**
 * Where the specs run: in a Grafana where GRAFANA_URL names one, else in the workbench. Files named `*.grafana.spec.ts`
 * make sense in a Grafana alone, `*.workbench.spec.ts` in the workbench alone.
 */
export const GRAFANA_URL = process.env.GRAFANA_URL?.replace(/\/+$/, '');

export const inGrafana = Boolean(GRAFANA_URL);

const underSubPath = new URL(GRAFANA_URL || 'http://workbench').pathname !== '/';

/** Whether a 404 is of a metric with a slash in its ID: a Grafana that serves from a sub-path loses it (docs/limits.md). */
export function lostSlash(url: string, status: number | null | undefined): boolean {
  return underSubPath && status === 404 && /\/metrics\/[^/]+\/[^/?]+(?:%2F|\/)/.test(url);
}

/** Whether metrics of this ID can be read there. */
export function keepsId(metricId: string): boolean {
  return !underSubPath || !metricId.includes('/');
}

/** Who makes data sources and dashboards there. */
export const ADMIN = {
  user: process.env.GRAFANA_ADMIN_USER ?? 'admin',
  password: process.env.GRAFANA_ADMIN_PASSWORD ?? 'admin',
};

/** The host at which the Grafana reaches what listens on this machine: `host.docker.internal` out of a container. */
export const HOST_FOR_GRAFANA = process.env.GRAFANA_SERVICE_HOST ?? '127.0.0.1';

export const PLUGIN_ID = 'anomaly-monitoring-datasource';
