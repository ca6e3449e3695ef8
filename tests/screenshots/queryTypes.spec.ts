import path from 'node:path';
import { activeAlerts, FROZEN, NOW } from '../e2e/demo';
import { test } from '../e2e/fixtures';
import { inGrafana } from '../e2e/house';
import { type StoredQuery } from '../e2e/stage';
import { exampleWith, TYPE_SECTIONS } from '../support/queryTypes';
import { deviating } from './subjects';

// A picture of each query type for the docs: a panel with the type, titled with the question that it answers.

const folder = path.resolve(__dirname, '../../docs/img');
const HOUR = 3_600_000;
const end = Date.parse(NOW);

/** How a type's picture differs from a table of 24 hours with the example of the docs. */
interface Look {
  panel?: string;
  query?: StoredQuery;
  /** Of the panel, in rows of the grid. */
  height?: number;
  options?: Record<string, unknown>;
  custom?: Record<string, unknown>;
  /** Of columns, in pixels. */
  widths?: Record<string, number>;
  /** Hours before and after now. */
  hours?: [before: number, after: number];
}

const lanes = { showValue: 'never', rowHeight: 0.8, legend: { showLegend: false } };

const LOOKS: Record<string, Look> = {
  metric: { panel: 'timeseries', query: { overlay: 'alerts', deviation: false } },
  forecast: { panel: 'timeseries', hours: [0, 24] },
  alertEvents: { query: { changes: true } },
  alertSearch: { hours: [48, 0] },
  alertCounts: {
    panel: 'timeseries',
    custom: { drawStyle: 'bars', fillOpacity: 60 },
    hours: [48, 0],
  },
  alertReport: { hours: [168, 0] },
  deviations: { panel: 'state-timeline', query: { format: 'lanes', limit: '12' }, options: lanes, height: 11 },
  explain: { height: 5, widths: { sentence: 830 } },
  availability: { height: 4 },
};

test.skip(inGrafana, 'The pictures of query types are those of the workbench.');
test.use({ serviceFlags: FROZEN, viewport: { width: 1200, height: 800 } });
test.beforeEach(async ({ stage }) => stage.setClock(NOW));

for (const section of TYPE_SECTIONS) {
  const { type, question } = section;
  const {
    panel = 'table',
    query,
    height = 9,
    options = {},
    custom = {},
    widths = {},
    hours = [24, 0],
  } = LOOKS[type] ?? {};
  const overrides = Object.entries(widths).map(([name, value]) => ({
    matcher: { id: 'byName', options: name },
    properties: [{ id: 'custom.width', value }],
  }));
  test(`query type ${type}`, async ({ stage, service, request }) => {
    const alerts = await activeAlerts(service, request);
    const { nodeId, statTypeId, nodeName, statTypeName } = await deviating(Promise.resolve(alerts));
    const worst = alerts.find(({ impact }) => impact === 'severe') ?? alerts[0];
    const example = exampleWith(section, { alert: worst.id, node: String(nodeId), metric: statTypeId });
    const names = 'metricId' in example ? { nodeName, metricName: statTypeName } : {};
    await stage.dashboard(
      {
        panels: [
          {
            title: question,
            type: panel,
            gridPos: { x: 0, y: 0, w: 24, h: height },
            targets: [{ ...example, ...names, ...query }],
            options,
            fieldConfig: { defaults: { custom }, overrides },
          },
        ],
      },
      { range: { from: end - hours[0] * HOUR, to: end + hours[1] * HOUR }, params: { theme: 'dark', refresh: '' } }
    );
    const box = await stage.settled(stage.panel(question));
    await stage.page.mouse.move(0, 0);
    await box.screenshot({
      path: path.join(folder, `query-${type}.png`),
      animations: 'disabled',
      caret: 'hide',
    });
  });
}
