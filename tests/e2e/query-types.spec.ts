import { type Locator, type Page } from '@playwright/test';
import { EDITED_TYPES, type EditedType } from '../support/queryTypes';
import { activeAlerts, askedUrls, FROZEN, NOW, type DemoAlert } from './demo';
import { expect, test } from './fixtures';
import { blueAround } from './pixels';
import { type StoredQuery } from './stage';
import { rowsOf } from './table';

// Every query type, with an answer worth looking at: in a panel of a dashboard and in Explore.

interface Kind {
  query: (alert: DemoAlert) => StoredQuery;
  /** The panel that draws it. */
  type: string;
  /** The part of Explore that does. */
  part: string;
  /** What the service is asked for. */
  path: RegExp;
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

/** One for each type: the compiler refuses a list without it. */
const KINDS: Record<EditedType, Kind> = {
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
    shows: rows(/outside|inside|recovering|unknown/),
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
    shows: rows(/answers/),
  },
};

test.use({ serviceFlags: FROZEN });
test.beforeEach(async ({ stage }) => stage.standAt(NOW));

for (const name of EDITED_TYPES) {
  const { query, type, part, path, shows } = KINDS[name];
  test(`${name} in a panel and in Explore`, { tag: '@smoke' }, async ({ page, stage, service, request }) => {
    const [alert] = await activeAlerts(service, request);
    const target = { refId: 'A', queryType: name, ...query(alert) };
    const ahead = name === 'forecast' ? 'now+24h' : 'now';

    await stage.dashboard(
      { panels: [{ title: 'Shown', type, targets: [target] }] },
      { range: { from: 'now-24h', to: ahead } }
    );
    const panel = await stage.settled(stage.panel('Shown'));
    await expect(panel.getByTestId('data-testid Panel status error')).toHaveCount(0);
    await shows(panel, page);
    expect((await askedUrls(service)).map(({ pathname }) => pathname)).toContainEqual(expect.stringMatching(path));

    await service.forget();
    await stage.explore([target], { from: 'now-24h', to: ahead });
    const found = await stage.settled(stage.panel(part));
    await shows(found, page);
    expect((await askedUrls(service)).map(({ pathname }) => pathname)).toContainEqual(expect.stringMatching(path));
  });
}
