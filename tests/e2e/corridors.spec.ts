import { activeAlerts } from './demo';
import { queryRow, setField } from './editor';
import { expect, test } from './fixtures';
import { blueAround, tints } from './pixels';

const day = { from: 'now-24h', to: 'now' };

test(
  'outliers and bands are drawn, and disappear when they are switched off',
  { tag: '@smoke' },
  async ({ page, stage, service, request }) => {
    const alerts = await activeAlerts(service, request);
    const metric = alerts.flatMap(({ metrics }) => metrics).find(({ type }) => type === 'deviation');
    const query = { refId: 'A', queryType: 'metric', nodeId: String(metric?.nodeId), metricId: metric?.statTypeId };
    await stage.explore([{ ...query, outliers: true, bands: ['main'] }], day);
    const graph = await stage.settled(stage.panel('Graph'));
    await expect.poll(async () => (await tints(graph)).red).toBeGreaterThan(20);
    const drawn = await blueAround(graph, 0.5);

    const row = queryRow(page);
    await setField.toggle(row, 'Outliers');
    await setField.choice(row, 'Corridors', 'main');
    await stage.refresh();
    await expect.poll(async () => (await tints(graph)).red).toBe(0);
    await expect.poll(() => blueAround(graph, 0.5)).toBeLessThan(drawn - 10);
  }
);
