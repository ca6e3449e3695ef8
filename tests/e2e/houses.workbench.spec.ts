import { expect, type Page, test as base } from '@playwright/test';
import { type Server, startService, startWorkbench } from './servers';

// Environments that Grafana may give the plugin: a content security policy, and a sub-path.

/**
 * Stricter than Grafana's template, which allows every origin for styles and images. Grafana's own table needs
 * `unsafe-eval`.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self' 'unsafe-eval' 'unsafe-inline'",
  "style-src 'self' 'unsafe-inline'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "base-uri 'self'",
].join('; ');

const HOUSES = {
  'a content security policy': { flags: ['--policy', POLICY], path: '' },
  'a path of its own': { flags: ['--prefix', '/grafana'], path: '/grafana' },
};

const test = base.extend<{ complaints: string[] }, { service: Server }>({
  service: [
    async ({}, provide) => {
      const server = await startService();
      await provide(server);
      await server.close();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  complaints: async ({ page }, provide) => {
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('console', (line) => {
      const text = `${line.text()} ${line.location().url}`;
      // A metric may refuse a granularity at the first attempt.
      if (line.type() === 'error' && !/status of 400.*granularity=/.test(text)) {
        complaints.push(text);
      }
    });
    await provide(complaints);
  },
});

async function opened(page: Page, url: string, path: string, params: Record<string, string> = {}) {
  const answer = await page.goto(`${url}${path}?${new URLSearchParams(params)}`);
  expect(answer?.status()).toBe(200);
}

for (const [name, { flags, path }] of Object.entries(HOUSES)) {
  test(`in ${name}, the plugin draws Overview and Explore without any errors`, async ({
    page,
    service,
    complaints,
  }) => {
    test.slow();
    const workbench = await startWorkbench(service.url, flags);
    const home = `${workbench.url}${path}`;
    await opened(page, home, '/d/anomaly-monitoring-overview');
    const alerts = page.getByTestId('data-testid Panel header What is wrong');
    await expect(alerts.getByRole('link').first()).toBeVisible();
    await expect(alerts.getByRole('link').first()).toHaveAttribute('href', new RegExp(`^(${home})?${path}/`));
    await expect(page.getByText('inside its corridors').first()).toBeVisible();

    const queries = [{ refId: 'A', queryType: 'metric', nodeId: '101', metricId: 'response_time' }];
    const range = { from: 'now-6h', to: 'now' };
    const panes = JSON.stringify({ a: { datasource: 'anomaly-monitoring', queries, range } });
    await opened(page, home, '/explore', { schemaVersion: '1', panes });
    const graph = page.getByTestId('data-testid Panel header Graph');
    await expect(graph.locator('.uplot canvas')).toBeVisible();
    await expect(graph).toContainText('response_time · 101');
    await expect(page.getByRole('combobox', { name: 'Query type' })).toBeVisible();
    expect(complaints).toEqual([]);
    await workbench.close();
  });
}
