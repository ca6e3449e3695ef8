import { type StoredDashboard } from './dashboards';
import { type StoredSource } from './sources';

/** A metric that the dashboard "Corridors" draws. */
export interface ShownMetric {
  nodeId: string;
  metricId: string;
  nodeName?: string;
  metricName?: string;
  systemName?: string;
}

interface AlertMetric {
  nodeId?: number | string;
  nodeName?: string | null;
  statTypeId?: string;
  statTypeName?: string | null;
  systemName?: string | null;
}

/** What the list of dashboards says of it; known without asking the service. */
export const CORRIDORS = {
  uid: 'corridors',
  title: 'Corridors',
  description: 'Metrics in the corridors of their learned baseline, with the alerts marked on them.',
  tags: ['anomaly monitoring'],
};

/**
 * The dashboard "Corridors": metrics of the service in their corridors, with the alerts marked on them. The
 * metrics of the present alerts come first, the worst alert's before the others, each node at most twice.
 */
export async function corridorsDashboard(
  source: StoredSource,
  { span, metrics: count }: { span: string; metrics: number }
): Promise<StoredDashboard> {
  const metrics = await metricsToShow(source, count);
  return {
    ...CORRIDORS,
    time: { from: `now-${span}`, to: 'now' },
    refresh: '',
    graphTooltip: 1,
    panels: metrics.map((metric, place) => panel(metric, place, source)),
  };
}

function panel(metric: ShownMetric, place: number, source: StoredSource) {
  const datasource = { type: source.type, uid: source.uid };
  const { nodeId, metricId, nodeName = '', metricName = '', systemName = '' } = metric;
  const wide = place === 0;
  return {
    id: place + 1,
    type: 'timeseries',
    title: `${metricName || metricId} · ${nodeName || nodeId}`,
    gridPos: wide
      ? { x: 0, y: 0, w: 24, h: 10 }
      : { x: ((place - 1) % 2) * 12, y: 10 + Math.floor((place - 1) / 2) * 8, w: 12, h: 8 },
    datasource,
    targets: [
      {
        refId: 'A',
        datasource,
        queryType: 'metric',
        nodeId,
        metricId,
        nodeName,
        metricName,
        systemName,
        overlay: 'alerts',
      },
    ],
    options: { legend: { showLegend: true, displayMode: 'list', placement: 'bottom' }, tooltip: { mode: 'multi' } },
  };
}

async function metricsToShow(source: StoredSource, count: number): Promise<ShownMetric[]> {
  const alerts = await read<Array<{ impact?: string; metrics?: AlertMetric[] }>>(source, 'v2/alerts?expand=metrics');
  const rank = (impact = '') => ['severe', 'high', 'medium', 'low'].indexOf(impact) + 1 || 9;
  const alerted = (Array.isArray(alerts) ? alerts : [])
    .sort((a, b) => rank(a.impact) - rank(b.impact))
    .flatMap(({ metrics }) => metrics ?? [])
    .filter(({ nodeId, statTypeId }) => nodeId !== undefined && statTypeId !== undefined)
    .map((metric) => ({
      nodeId: String(metric.nodeId),
      metricId: String(metric.statTypeId),
      nodeName: metric.nodeName ?? undefined,
      metricName: metric.statTypeName ?? undefined,
      systemName: metric.systemName ?? undefined,
    }));
  const chosen = spread(alerted, count);
  return chosen.length < count ? spread([...chosen, ...(await catalogue(source))], count) : chosen;
}

/** Every metric of the demo service, where it is one; the interface itself has no catalogue. */
async function catalogue(source: StoredSource): Promise<ShownMetric[]> {
  const all = await read<Array<Record<string, unknown>>>(source, 'demo/metrics');
  return (Array.isArray(all) ? all : [])
    .filter(({ token }) => token === source.secureJsonData.accessToken)
    .map(({ nodeId, node, metricId, metric, system }) => ({
      nodeId: String(nodeId),
      metricId: String(metricId),
      nodeName: String(node),
      metricName: String(metric),
      systemName: String(system),
    }));
}

function spread(metrics: ShownMetric[], most: number): ShownMetric[] {
  const perNode = new Map<string, number>();
  const seen = new Set<string>();
  return metrics
    .filter(({ nodeId, metricId }) => {
      const key = JSON.stringify([nodeId, metricId]);
      const count = perNode.get(nodeId) ?? 0;
      if (seen.has(key) || count >= 2) {
        return false;
      }
      seen.add(key);
      perNode.set(nodeId, count + 1);
      return true;
    })
    .slice(0, most);
}

async function read<T>(source: StoredSource, path: string): Promise<T | undefined> {
  try {
    const response = await fetch(`${source.url.replace(/\/+$/, '')}/${path}`, {
      headers: { authorization: `Bearer ${source.secureJsonData.accessToken ?? ''}` },
      signal: AbortSignal.timeout(5000),
    });
    return response.ok ? ((await response.json()) as T) : undefined;
  } catch {
    return undefined;
  }
}
