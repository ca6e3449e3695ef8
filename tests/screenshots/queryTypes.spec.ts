import path from 'node:path';
import { activeAlerts, FROZEN, NOW } from '../e2e/demo';
import { test } from '../e2e/fixtures';
import { inGrafana } from '../e2e/house';
import { type StoredQuery } from '../e2e/stage';
import { deviating } from './subjects';

// A picture of each query type for the docs: a panel that asks for it, with the question that it answers as its title.

const folder = path.resolve(__dirname, '../../docs/img');
const HOUR = 3_600_000;
const end = Date.parse(NOW);

interface Picture {
  queryType: string;
  title: string;
  panel: string;
  query?: StoredQuery;
  /** About the worst alert, or its metric. */
  of?: 'alert' | 'metric';
  /** Of the panel, in rows of the grid. */
  height?: number;
  options?: Record<string, unknown>;
  custom?: Record<string, unknown>;
  /** Hours before and after now. */
  hours?: [before: number, after: number];
}

const lanes = { showValue: 'never', rowHeight: 0.8, legend: { showLegend: false } };

const PICTURES: Picture[] = [
  {
    queryType: 'metric',
    title: 'Is this metric as usual?',
    panel: 'timeseries',
    query: { overlay: 'alerts' },
    of: 'metric',
  },
  { queryType: 'forecast', title: 'What comes next?', panel: 'timeseries', of: 'metric', hours: [0, 24] },
  { queryType: 'alerts', title: 'What is wrong now?', panel: 'table' },
  {
    queryType: 'alertEvents',
    title: 'How did it unfold?',
    panel: 'table',
    query: { changes: true },
    of: 'alert',
  },
  { queryType: 'alertSearch', title: 'What was wrong in this range?', panel: 'table', hours: [48, 0] },
  {
    queryType: 'alertCounts',
    title: 'Is it more than usual?',
    panel: 'timeseries',
    query: { bucket: '1h' },
    custom: { drawStyle: 'bars', fillOpacity: 60 },
    hours: [48, 0],
  },
  { queryType: 'story', title: 'What moved first?', panel: 'table', of: 'alert' },
  { queryType: 'alertReport', title: 'How was the week?', panel: 'table', query: { by: 'node' }, hours: [168, 0] },
  { queryType: 'anomalies', title: 'Which metrics were odd?', panel: 'table' },
  {
    queryType: 'deviations',
    title: 'Who was off, and when?',
    panel: 'state-timeline',
    query: { format: 'lanes', limit: '12' },
    options: lanes,
    height: 11,
  },
  { queryType: 'explain', title: 'What happened?', panel: 'table', of: 'metric', height: 5 },
  { queryType: 'availability', title: 'Does the service answer?', panel: 'table', height: 4 },
];

test.skip(inGrafana, 'The pictures of query types are those of the workbench.');
test.use({ serviceFlags: FROZEN, viewport: { width: 1200, height: 800 } });
test.beforeEach(async ({ stage }) => stage.standAt(NOW));

for (const { queryType, title, panel, query, of, height = 9, options = {}, custom = {}, hours = [24, 0] } of PICTURES) {
  test(`query type ${queryType}`, async ({ stage, service, request }) => {
    const alerts = await activeAlerts(service, request);
    const { nodeId, statTypeId, nodeName, statTypeName } = await deviating(Promise.resolve(alerts));
    const worst = alerts.find(({ impact }) => impact === 'severe') ?? alerts[0];
    const metric = { nodeId: String(nodeId), metricId: statTypeId, nodeName, metricName: statTypeName };
    const subject = of === 'metric' ? metric : of === 'alert' ? { alertId: worst.id } : {};
    await stage.dashboard(
      {
        panels: [
          {
            title,
            type: panel,
            gridPos: { x: 0, y: 0, w: 24, h: height },
            targets: [{ queryType, ...query, ...subject }],
            options,
            fieldConfig: { defaults: { custom }, overrides: [] },
          },
        ],
      },
      { range: { from: end - hours[0] * HOUR, to: end + hours[1] * HOUR }, params: { theme: 'dark', refresh: '' } }
    );
    const box = await stage.settled(stage.panel(title));
    await stage.page.mouse.move(0, 0);
    await box.screenshot({
      path: path.join(folder, `query-${queryType}.png`),
      animations: 'disabled',
      caret: 'hide',
    });
  });
}
