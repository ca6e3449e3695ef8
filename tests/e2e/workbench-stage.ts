import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test';
import { allPanels, errorOf, panelOf, variableOf } from './panel-parts';
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
export class WorkbenchStage implements Stage {
  readonly uid = 'anomaly-monitoring';

  constructor(
    readonly page: Page,
    private readonly http: APIRequestContext,
    private readonly url: string,
    readonly serviceUrl: string
  ) {}

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

  async settings(params: Record<string, string> = {}) {
    await this.page.goto(`/connections/datasources/edit/${this.uid}?${new URLSearchParams(params)}`);
  }

  panel(title: string): Locator {
    return panelOf(this.page, title);
  }

  variable(label: string): Locator {
    return variableOf(this.page, label);
  }

  panels(): Locator {
    return allPanels(this.page);
  }

  async settled(panel: Locator): Promise<Locator> {
    // What is out of view does not ask.
    await panel.scrollIntoViewIfNeeded();
    await expect(stateOf(panel)).toHaveAttribute('data-state', /Done|Error/);
    return panel;
  }

  async streaming(panel: Locator) {
    await expect(stateOf(panel)).toHaveAttribute('data-state', 'Streaming');
  }

  failed(panel: Locator, timeout?: number): Promise<string> {
    return errorOf(this.page, panel, timeout);
  }

  async noticed(panel: Locator, text: RegExp, timeout?: number) {
    await expect(panel.getByLabel(text).first()).toBeVisible({ timeout });
  }

  async refresh() {
    await this.page.getByTestId('data-testid RefreshPicker run button').first().click();
  }

  async standAt(time: string) {
    await this.page.clock.setFixedTime(time);
  }
}

function stateOf(panel: Locator): Locator {
  return panel.locator('xpath=ancestor-or-self::*[@data-state][1]');
}
