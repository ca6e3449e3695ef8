import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test';
import { AnyStage } from './any-stage';
import {
  type DashboardJson,
  dashboardPath,
  explorePath,
  type Range,
  type SourceSettings,
  type Stage,
  type StoredQuery,
  type View,
  wholeDashboard,
} from './stage';

/** The workbench as a stage. */
export class WorkbenchStage extends AnyStage implements Stage {
  readonly uid = 'anomaly-monitoring';

  constructor(
    readonly page: Page,
    private readonly http: APIRequestContext,
    private readonly url: string,
    readonly serviceUrl: string
  ) {
    super();
  }

  async source({ url, accessToken, jsonData }: SourceSettings) {
    const secureJsonData = accessToken === undefined ? {} : { accessToken };
    const address = `${this.url}/api/datasources/uid/${this.uid}`;
    await this.http.put(address, { data: { url, jsonData, secureJsonData } });
  }

  async explore(
    queries: StoredQuery[],
    range: Range = { from: 'now-6h', to: 'now' },
    params: Record<string, string> = {}
  ) {
    await this.page.goto(queries.length > 0 ? explorePath(queries, range, this.uid, params) : '/explore');
  }

  async dashboard(dashboard: string | DashboardJson, view: View = {}) {
    if (typeof dashboard === 'string') {
      await this.page.goto(dashboardPath(dashboard, view));
      return;
    }
    const json = { dashboard: wholeDashboard(dashboard, 'made', this.uid), meta: {} };
    await this.page.route('**/api/dashboards/uid/made', (route) => route.fulfill({ json }));
    await this.page.goto(dashboardPath('made', view));
  }

  async settled(panel: Locator): Promise<Locator> {
    await this.inView(panel);
    await expect(stateOf(panel)).toHaveAttribute('data-state', /Done|Error/);
    return panel;
  }

  /** Scrolls to a panel, since panels out of view send no requests. A new answer can replace the panel meanwhile. */
  private async inView(panel: Locator) {
    await expect(() => panel.scrollIntoViewIfNeeded({ timeout: 5000 })).toPass();
  }

  async streaming(panel: Locator) {
    await this.inView(panel);
    await expect(stateOf(panel)).toHaveAttribute('data-state', 'Streaming');
  }

  async noticed(panel: Locator, text: RegExp, timeout?: number) {
    await expect(panel.getByLabel(text).first()).toBeVisible({ timeout });
  }

  async setClock(time: string) {
    await this.page.clock.setFixedTime(time);
  }
}

function stateOf(panel: Locator): Locator {
  return panel.locator('xpath=ancestor-or-self::*[@data-state][1]');
}
