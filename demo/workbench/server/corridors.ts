import { uniqBy } from 'lodash';
import { type StoredSource } from './source';

/** A metric of an alert, or one that the demo service lists. */
interface Metric {
  nodeId?: number | string;
  nodeName?: string | null;
  metricId?: string;
  metricName?: string | null;
  systemName?: string | null;
}

interface Alert {
  impact?: string;
  metrics?: Array<Metric & { statTypeId?: string; statTypeName?: string | null }>;
}

const IMPACTS = ['severe', 'high', 'medium', 'low'];

export const CORRIDORS = { uid: 'corridors', title: 'Corridors' };

/**
 * The dashboard "Corridors": metrics of the service in their corridors, with the alerts marked on them. The
 * metrics of the active alerts come first, the worst alert's before the others.
 */
export async function corridorsDashboard(source: StoredSource, options: { span: string; metrics: number }) {
  const shown = await metricsToShow(source, options.metrics);
  const datasource = { type: source.type, uid: source.uid };
  return {
    ...CORRIDORS,
    time: { from: `now-${options.span}`, to: 'now' },
    panels: shown.map((metric, place) => ({
      id: place + 1,
      type: 'timeseries',
      title: `${metric.metricName || metric.metricId} · ${metric.nodeName || metric.nodeId}`,
      gridPos:
        place === 0
          ? { x: 0, y: 0, w: 24, h: 10 }
          : { x: ((place - 1) % 2) * 12, y: 10 + Math.floor((place - 1) / 2) * 8, w: 12, h: 8 },
      datasource,
      targets: [{ refId: 'A', datasource, queryType: 'metric', overlay: 'alerts', ...metric }],
      options: { tooltip: { mode: 'multi' } },
    })),
  };
}

async function metricsToShow(source: StoredSource, count: number): Promise<Metric[]> {
  const alerts = await read<Alert>(source, 'v2/alerts?expand=metrics');
  const rank = ({ impact = '' }: Alert) => IMPACTS.indexOf(impact) >>> 0;
  const alerted = alerts
    .sort((a, b) => rank(a) - rank(b))
    .flatMap(({ metrics = [] }) => metrics)
    .map((metric) => ({ ...metric, metricId: metric.statTypeId, metricName: metric.statTypeName }));
  const chosen = choose(alerted, count);
  // The interface itself has no list of all metrics; the demo service does.
  return chosen.length < count ? choose([...chosen, ...(await listed(source))], count) : chosen;
}

async function listed(source: StoredSource): Promise<Metric[]> {
  const all = await read<Metric & { token: string; node: string; metric: string; system: string }>(
    source,
    'demo/metrics'
  );
  return all
    .filter(({ token }) => token === source.secureJsonData.accessToken)
    .map((one) => ({ ...one, nodeName: one.node, metricName: one.metric, systemName: one.system }));
}

function choose(metrics: Metric[], most: number): Metric[] {
  const whole = metrics
    .filter(({ nodeId, metricId }) => nodeId !== undefined && metricId !== undefined)
    .map(({ nodeId, metricId, nodeName, metricName, systemName }) => {
      const names = { nodeName: nodeName ?? '', metricName: metricName ?? '', systemName: systemName ?? '' };
      return { nodeId: String(nodeId), metricId: String(metricId), ...names };
    });
  return uniqBy(whole, ({ nodeId, metricId }) => JSON.stringify([nodeId, metricId])).slice(0, most);
}

/** A list of the service; an empty one if it can't be read. */
async function read<T>({ url, secureJsonData }: StoredSource, path: string): Promise<T[]> {
  try {
    const headers = { authorization: `Bearer ${secureJsonData.accessToken ?? ''}` };
    const response = await fetch(`${url.replace(/\/+$/, '')}/${path}`, { headers, signal: AbortSignal.timeout(5000) });
    const body: unknown = response.ok ? await response.json() : [];
    return Array.isArray(body) ? body : [];
  } catch {
    return [];
  }
}
