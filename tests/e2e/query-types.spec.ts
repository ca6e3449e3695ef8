import { type Locator, type Page } from '@playwright/test';
import { EDITED_TYPES, exampleWith, TYPE_SECTIONS } from '../support/queryTypes';
import { activeAlerts, askedUrls, FROZEN, NOW, type DemoAlert } from './demo';
import { expect, test } from './fixtures';
import { expectNoIds } from './identifiers';
import { blueAround } from './pixels';
import { type ServiceControl } from './service-control';
import { type StoredQuery } from './stage';
import { rowsOf } from './table';

// Every query type with an interesting answer: in a panel of a dashboard and in Explore.

interface Kind {
  query: (alert: DemoAlert) => StoredQuery;
  /** The panel type. */
  type: string;
  /** The part of Explore that shows it. */
  part: string;
  /** A request that it sends. */
  path?: RegExp;
  shows: (panel: Locator, page: Page) => Promise<void>;
}

const IMPACT = /severe|high|medium|low/;
const canvas = (panel: Locator) => expect(panel.locator('.uplot canvas').first()).toBeVisible();
const rows = (text: RegExp) => async (panel: Locator) => {
  await expect(rowsOf(panel).first()).toBeVisible();
  await expect(panel).toContainText(text);
};
const corridors = async (panel: Locator) => {
  await canvas(panel);
  await expect.poll(() => blueAround(panel, 0.5)).toBeGreaterThan(5);
};

/** Expected answers by type. For other types, the example of the docs returns table rows. */
const KINDS: Record<string, Kind> = {
  metric: {
    query: ({ metrics: [{ nodeId, statTypeId }] }) => ({ nodeId: String(nodeId), metricId: statTypeId }),
    type: 'timeseries',
    part: 'Graph',
    path: /^\/v1\/ad\/metrics\//,
    shows: corridors,
  },
  forecast: {
    query: ({ metrics: [{ nodeId, statTypeId }] }) => ({ nodeId: String(nodeId), metricId: statTypeId }),
    type: 'timeseries',
    part: 'Graph',
    path: /^\/v2\/corridors\/.*\/forecast$/,
    shows: canvas,
  },
  alerts: { query: () => ({}), type: 'table', part: 'Table', path: /^\/v2\/alerts$/, shows: rows(IMPACT) },
  alertEvents: {
    query: ({ id }) => ({ alertId: id }),
    type: 'table',
    part: 'Table',
    path: /^\/v2\/alerts\/[^/]+\/events$/,
    shows: rows(/created|updated|ended/),
  },
  alertSearch: {
    query: () => ({}),
    type: 'table',
    part: 'Table',
    path: /^\/v2\/alerts\/explore$/,
    shows: rows(IMPACT),
  },
  alertCounts: {
    query: () => ({}),
    type: 'timeseries',
    part: 'Graph',
    path: /^\/v2\/alerts\/explore\/timeseries$/,
    shows: canvas,
  },
  story: {
    query: ({ id }) => ({ alertId: id }),
    type: 'table',
    part: 'Table',
    path: /^\/v2\/alerts\/[^/]+\/events$/,
    shows: rows(/outside/),
  },
  alertReport: {
    query: () => ({}),
    type: 'table',
    part: 'Table',
    path: /^\/v2\/alerts\/explore$/,
    shows: rows(IMPACT),
  },
  anomalies: {
    query: () => ({ scope: 'range' }),
    type: 'table',
    part: 'Table',
    path: /^\/v2\/anomalies$/,
    shows: rows(/created|updated|ended/),
  },
  deviations: {
    query: () => ({}),
    type: 'table',
    part: 'Table',
    path: /^\/v1\/ad\/metrics\//,
    shows: rows(/%/),
  },
  explain: {
    query: ({ metrics: [{ nodeId, statTypeId }] }) => ({ nodeId: String(nodeId), metricId: statTypeId }),
    type: 'table',
    part: 'Table',
    path: /^\/v1\/ad\/metrics\//,
    shows: rows(/expected|learned|corridor|inside|outside/i),
  },
  availability: {
    query: () => ({}),
    type: 'table',
    part: 'Table',
    path: /^\/v2\/alerts$/,
    shows: rows(/responds/),
  },
};

function kindOf(queryType: string): Kind {
  const section = TYPE_SECTIONS.find(({ type }) => type === queryType)!;
  const ofDocs = ({ id, metrics: [{ nodeId, statTypeId }] }: DemoAlert) =>
    exampleWith(section, { alert: id, node: String(nodeId), metric: statTypeId });
  return KINDS[queryType] ?? { query: ofDocs, type: 'table', part: 'Table', shows: rows(/\S/) };
}

test.use({ serviceFlags: FROZEN });
test.beforeEach(async ({ stage }) => stage.setClock(NOW));

/** Tables in addition to the types themselves. */
const TABLES: StoredQuery[] = [
  { queryType: 'alerts', metrics: true },
  { queryType: 'alertEvents', changes: true },
  { queryType: 'alertReport', by: 'metric' },
  { queryType: 'alertReport', by: 'node' },
];

async function pathsAsked(service: ServiceControl): Promise<string[]> {
  return (await askedUrls(service)).map(({ pathname }) => pathname);
}

test('every query type in a panel of a dashboard', { tag: '@smoke' }, async ({ page, stage, service, request }) => {
  test.setTimeout(300_000);
  await page.setViewportSize({ width: 1400, height: 2000 });
  const [alert] = await activeAlerts(service, request);
  const own = EDITED_TYPES.map((queryType) => {
    const { query, type } = kindOf(queryType);
    return { title: queryType, type, targets: [{ queryType, ...query(alert) }] };
  });
  const others = TABLES.map((query, i) => ({ title: `Table ${i}`, type: 'table', targets: [query] }));
  const panels = [...own, ...others].map((panel, i) => ({
    ...panel,
    // Of a table in half the width, Grafana only draws the first columns.
    gridPos: { x: 0, y: i * 8, w: 24, h: 8 },
  }));
  await stage.dashboard({ panels }, { range: { from: 'now-24h', to: 'now+6h' } });
  for (const { title, type } of panels) {
    await test.step(title, async () => {
      const panel = await stage.settled(stage.panel(title));
      await expect(panel.getByTestId('data-testid Panel status error')).toHaveCount(0);
      if (EDITED_TYPES.includes(title)) {
        await kindOf(title).shows(panel, page);
      }
      if (type === 'table') {
        await expectNoIds(panel);
      }
    });
  }
  const paths = await pathsAsked(service);
  for (const { path = /./ } of EDITED_TYPES.map(kindOf)) {
    expect(paths).toContainEqual(expect.stringMatching(path));
  }
});

test('every query type in Explore', async ({ page, stage, service, request }) => {
  test.setTimeout(300_000);
  const [alert] = await activeAlerts(service, request);
  for (const queryType of EDITED_TYPES) {
    await test.step(queryType, async () => {
      const { query, part, path = /./, shows } = kindOf(queryType);
      await service.forget();
      const to = queryType === 'forecast' ? 'now+24h' : 'now';
      await stage.explore([{ refId: 'A', queryType, ...query(alert) }], { from: 'now-24h', to });
      await shows(await stage.settled(stage.panel(part)), page);
      expect(await pathsAsked(service)).toContainEqual(expect.stringMatching(path));
    });
  }
});
