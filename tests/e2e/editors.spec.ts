import { type Locator } from '@playwright/test';
import { chunk } from 'lodash';
import { activeAlerts, type DemoAlert, FROZEN, NOW } from './demo';
import { chooseType, queriesInAddress, queryRow, setField } from './editor';
import { expect, test } from './fixtures';
import { inGrafana } from './house';

// Sets every field of every query type's editor like a person, then runs the queries. The address contains the stored
// query.

interface Edited {
  /** The name in the list of types. */
  name: string;
  edit: (row: Locator, alert: DemoAlert) => Promise<void>;
  stored: (alert: DemoAlert) => Record<string, unknown>;
}

const first = ({ metrics: [metric] }: DemoAlert) => ({ nodeId: String(metric.nodeId), metricId: metric.statTypeId });

/** Picks the first metric of the alert. */
async function pickSeries(row: Locator, alert: DemoAlert) {
  const { nodeId, metricId } = first(alert);
  await setField.picker(row, 'Node', nodeId);
  await setField.picker(row, 'Metric', metricId);
}

/** By query type. `src/editor/fields.test.tsx` draws every field of every type. Here, a real page runs and stores them. */
const EDITORS: Record<string, Edited> = {
  metric: {
    name: 'Metric',
    async edit(row, alert) {
      await pickSeries(row, alert);
      await setField.choice(row, 'Aggregation', /^max/i);
      await setField.choice(row, 'Granularity', /^15m/i);
      await setField.choice(row, 'Corridors', 'sup');
      await setField.toggle(row, 'Outliers');
      await setField.toggle(row, 'Deviation');
      await setField.toggle(row, 'Forecast');
      await setField.toggle(row, 'Downsample');
      await setField.choice(row, 'Overlay', /^alerts/i);
      await setField.text(row, 'Legend', '{{metric}} here');
    },
    stored: (alert) => ({
      ...first(alert),
      aggregation: 'max',
      granularity: '15m',
      bands: ['main', 'inf'],
      outliers: false,
      deviation: true,
      forecast: true,
      thin: false,
      overlay: 'alerts',
      legend: '{{metric}} here',
    }),
  },
  forecast: {
    name: 'Forecast',
    async edit(row, alert) {
      await pickSeries(row, alert);
      await setField.choice(row, 'Corridors', 'inf');
      await setField.text(row, 'Legend', 'ahead');
    },
    stored: (alert) => ({ ...first(alert), bands: ['main', 'sup'], legend: 'ahead' }),
  },
  alerts: {
    name: 'Alerts',
    async edit(row, { id }) {
      await setField.picker(row, 'Alert', id);
      await setField.text(row, 'Point in time', 'now-1m');
      await setField.toggle(row, 'Row per metric');
    },
    stored: ({ id }) => ({ alertId: id, at: 'now-1m', metrics: true }),
  },
  alertEvents: {
    name: 'Alert events',
    async edit(row, { id }) {
      await setField.picker(row, 'Alert', id);
      await setField.text(row, 'Event number', '0');
      await setField.toggle(row, 'Row per change');
      await setField.text(row, 'Limit', '50');
    },
    stored: ({ id }) => ({ alertId: id, sequence: '0', changes: true, limit: 50 }),
  },
  alertSearch: {
    name: 'Alert search',
    async edit(row, alert) {
      await setField.text(row, 'Search', 'a');
      await pickSeries(row, alert);
      await setField.choice(row, 'Impact', /^severe/i);
      await setField.text(row, 'Minimum score', '1');
      await setField.text(row, 'Point in time', 'now-1h');
      await setField.text(row, 'Limit', '5');
    },
    stored: (alert) => ({
      ...first(alert),
      q: 'a',
      impact: ['severe'],
      minScore: '1',
      at: 'now-1h',
      limit: 5,
    }),
  },
  alertCounts: {
    name: 'Alert counts',
    async edit(row, alert) {
      await setField.text(row, 'Search', 'a');
      await pickSeries(row, alert);
      await setField.choice(row, 'Bucket', /^4h/i);
    },
    stored: (alert) => ({ ...first(alert), q: 'a', bucket: '4h' }),
  },
  story: {
    name: 'Alert story',
    async edit(row, alert) {
      await setField.picker(row, 'Alert', alert.id);
      await setField.choice(row, 'Format', /^Summary/i);
    },
    stored: (alert) => ({ alertId: alert.id, format: 'summary' }),
  },
  alertReport: {
    name: 'Alert report',
    async edit(row, alert) {
      await setField.choice(row, 'Group by', /^Node/i);
      await setField.text(row, 'Limit', '20');
      await setField.text(row, 'Search', 'a');
      await pickSeries(row, alert);
      await setField.choice(row, 'Impact', /^severe/i);
    },
    stored: (alert) => ({ ...first(alert), by: 'node', limit: 20, q: 'a', impact: ['severe'] }),
  },
  anomalies: {
    name: 'Anomalies',
    async edit(row) {
      await setField.choice(row, 'Scope', /^Unread/i);
      await setField.text(row, 'Until', 'now-1h');
      await setField.toggle(row, 'With metrics');
      await setField.choice(row, 'Format', /^Time series/);
    },
    stored: () => ({ scope: 'unread', to: 'now-1h', withMetrics: true, format: 'timeseries' }),
  },
  deviations: {
    name: 'Deviations',
    async edit(row, alert) {
      await setField.picker(row, 'Node', first(alert).nodeId);
      await setField.text(row, 'Limit', '7');
    },
    stored: (alert) => ({ nodeId: first(alert).nodeId, limit: 7 }),
  },
  explain: {
    name: 'Summary',
    edit: pickSeries,
    stored: (alert) => first(alert),
  },
  availability: {
    name: 'Availability',
    edit: async () => {},
    stored: () => ({}),
  },
};

test.use({ serviceFlags: FROZEN });
test.beforeEach(async ({ stage }) => stage.setClock(NOW));

const range = { from: 'now-6h', to: 'now' };
/** The number of rows per page. */
const ROWS = 4;

for (const types of chunk(Object.keys(EDITORS), ROWS)) {
  test(`every field of the editors of ${types.join(', ')}`, async ({ page, stage, service, request, expected }) => {
    test.setTimeout(inGrafana ? 720_000 : 300_000);
    // A new query starts with an alerting metric, and not every metric of the demo has a forecast.
    if (types.includes('forecast')) {
      expected.statuses.push(400);
      expected.console.push(/400/);
    }
    const [alert] = await activeAlerts(service, request);
    const started = types.map((type, i) => ({
      refId: String.fromCharCode(65 + i),
      queryType: type === 'availability' ? 'alerts' : 'availability',
      // Otherwise, setting a field would run all rows.
      hide: true,
    }));
    await stage.explore(started, range);
    for (const [place, type] of types.entries()) {
      await test.step(type, async () => {
        const { name, edit } = EDITORS[type];
        const row = queryRow(page, place);
        await chooseType(row, name);
        await edit(row, alert);
      });
    }
    await stage.refresh();
    const wanted = types.map((queryType) =>
      expect.objectContaining({ queryType, ...EDITORS[queryType].stored(alert) })
    );
    await expect.poll(() => queriesInAddress(page)).toEqual(wanted);

    await test.step('the page is the same when it is opened at that address, and its queries run', async () => {
      await service.forget();
      await stage.explore(
        queriesInAddress(page).map((query) => ({ ...query, hide: false })),
        range
      );
      for (const [place, type] of types.entries()) {
        const field = queryRow(page, place).getByRole('combobox', { name: 'Query type' });
        await expect(field).toHaveValue(new RegExp(EDITORS[type].name));
      }
      expect(queriesInAddress(page)).toEqual(wanted);
      await expect.poll(async () => (await service.requests()).length).toBeGreaterThan(0);
    });
  });
}
