import { request } from '@playwright/test';
import { FROZEN, NOW } from './demo';
import { expect, test } from './grafana';
import { GRAFANA_URL } from './house';

// What a Viewer, who may not use Explore, finds behind the links of the shipped dashboards.

const PASSWORD = 'e2e-viewer-password';

test.use({
  serviceFlags: FROZEN,
  // Tall enough that every panel is in view and has its links.
  viewport: { width: 1400, height: 3600 },
  storageState: async ({ house }, provide) => {
    const login = `viewer-${Date.now().toString(36)}`;
    const id = await house.api?.addViewer(login, PASSWORD);
    const http = await request.newContext();
    await http.post(`${GRAFANA_URL}/login`, { data: { user: login, password: PASSWORD } });
    const { cookies } = await http.storageState();
    await http.dispose();
    // Without its expiry, a page with a moved clock doesn't renew the session.
    await provide({ cookies: cookies.filter((cookie) => !cookie.name.endsWith('_expiry')), origins: [] });
    if (id !== undefined) {
      await house.api?.deleteUser(id);
    }
  },
});
test.beforeEach(async ({ stage }) => stage.setClock(NOW));

/** Links to one page with the same variables are equivalent. The test follows the first. */
function kindOf(href: string): string {
  const { pathname, searchParams } = new URL(href);
  return [pathname, ...[...searchParams.keys()].sort()].join(' ');
}

for (const name of ['overview', 'alert', 'metric', 'report']) {
  test(`every link of the dashboard "${name}" opens a page with content`, async ({ page, stage }) => {
    test.setTimeout(600_000);
    await stage.dashboard(`anomaly-monitoring-${name}`, { params: { refresh: '' } });
    await stage.settled(stage.panels().first());
    for (const panel of await stage.panels().all()) {
      await stage.settled(panel);
    }
    const hrefs = await stage
      .panels()
      .locator('a[href]')
      .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href));
    const inGrafana = hrefs.filter((href) => new URL(href).origin === new URL(page.url()).origin);
    expect(inGrafana.filter((href) => /\/explore/.test(href))).toEqual([]);

    const ways = [...new Map(inGrafana.map((href) => [kindOf(href), href])).values()];
    expect(ways.length).toBeGreaterThan(0);
    for (const way of ways) {
      await test.step(way, async () => {
        await page.goto(way);
        await expect(page).toHaveURL(/\/d\/anomaly-monitoring-/);
        const first = await stage.settled(stage.panels().first());
        await expect(first.getByTestId('data-testid Panel status error')).toHaveCount(0);
        await expect(first).not.toContainText(/No data|is empty/);
      });
    }
  });
}
