import { expect, type Locator, type Page } from '@playwright/test';
import { AnyStage } from './any-stage';
import { type GrafanaApi } from './grafana-api';
import { hasContent, panelOf, panelStarting } from './panel-parts';
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
import { type Traffic } from './traffic';

/** After this time without a request, a panel has sent all its requests. */
const QUIET = 500;

/** The mark of a panel that is still loading. In a dashboard, it is a button with only the icon's test id. */
const STREAMING = '[data-testid="panel-streaming"], [data-testid="icon-circle-mono"]';

/** A Grafana as a stage. `close` removes dashboards that a spec has created. */
export class GrafanaStage extends AnyStage implements Stage {
  private readonly made: string[] = [];

  constructor(
    readonly page: Page,
    private readonly api: GrafanaApi,
    private readonly traffic: Traffic,
    readonly uid: string,
    readonly serviceUrl: string
  ) {
    super();
  }

  async source(settings: SourceSettings) {
    await this.api.setSource(this.uid, settings);
  }

  async explore(
    queries: StoredQuery[],
    range: Range = { from: 'now-6h', to: 'now' },
    params: Record<string, string> = {}
  ) {
    await this.page.goto(explorePath(queries, range, this.uid, params));
  }

  async dashboard(dashboard: string | DashboardJson, view: View = {}) {
    if (typeof dashboard === 'string') {
      await this.api.shipDashboards();
      await this.page.goto(
        dashboardPath(dashboard, { ...view, variables: { datasource: this.uid, ...view.variables } })
      );
      return;
    }
    const uid = await this.save(dashboard);
    await this.page.goto(dashboardPath(uid, view));
  }

  /** Stores a dashboard without opening it. @returns its uid */
  async save(dashboard: DashboardJson): Promise<string> {
    const uid = `${this.uid}-${this.made.length}`;
    await this.api.saveDashboard(wholeDashboard(dashboard, uid, this.uid));
    this.made.push(uid);
    return uid;
  }

  /** The name of the data source in lists. */
  sourceName(): Promise<string> {
    return this.api.nameOf(this.uid);
  }

  /** Explore also names a table after its content. */
  override panel(title: string): Locator {
    return panelOf(this.page, title).or(panelStarting(this.page, `${title} - `));
  }

  /** Waits until nothing has been loading for a moment, and the panel has neither a loading bar nor a mark. */
  async settled(panel: Locator): Promise<Locator> {
    await this.reach(panel);
    await hasContent(panel);
    await expect.poll(() => this.traffic.quiet, { timeout: 120_000 }).toBeGreaterThan(QUIET);
    await expect(panel.getByLabel('Panel loading bar')).toHaveCount(0);
    await expect(panel.locator(STREAMING)).toHaveCount(0);
    return panel;
  }

  async streaming(panel: Locator) {
    await this.reach(panel);
    await expect(panel.locator(STREAMING).first()).toBeAttached();
  }

  async noticed(panel: Locator, text: RegExp, timeout?: number) {
    const icons = panel.locator('[data-testid="icon-exclamation-triangle"], [data-testid="icon-file-landscape-alt"]');
    await expect(icons.first()).toBeVisible({ timeout });
    await icons.first().hover();
    await expect(this.page.getByRole('tooltip').first()).toHaveText(text);
  }

  /** While panels load, the button cancels. Then, a second click refreshes. */
  override async refresh() {
    const button = this.page.getByTestId('data-testid RefreshPicker run button').first();
    if ((await button.innerText()).includes('Cancel')) {
      await button.click();
      await expect(button).not.toContainText('Cancel');
    }
    await button.click();
  }

  /** Moves the page's time. The clock continues to run, since much of Grafana needs that. */
  async setClock(time: string) {
    const moved = Date.parse(time) - Date.now();
    await this.page.addInitScript((by) => {
      const Real = Date;
      class Moved extends Real {
        constructor(...args: unknown[]) {
          super(...((args.length > 0 ? args : [Real.now() + by]) as [number]));
        }
        static override now() {
          return Real.now() + by;
        }
      }
      globalThis.Date = Moved as DateConstructor;
    }, moved);
  }

  /** Scrolls to a panel. A dashboard has no frame yet for panels far below the view. */
  private async reach(panel: Locator) {
    await expect(async () => {
      if ((await panel.count()) === 0) {
        await this.page.evaluate(scrollOn);
      }
      await expect(panel).not.toHaveCount(0, { timeout: 500 });
      // A new dashboard may redraw its panel meanwhile.
      await panel.scrollIntoViewIfNeeded({ timeout: 5000 });
    }).toPass();
  }

  async close() {
    for (const uid of this.made) {
      await this.api.deleteDashboard(uid);
    }
  }
}

/** Scrolls half a window down, or from the end back to the top. Grafana's new layouts scroll inside the page. */
function scrollOn() {
  const page = document.documentElement;
  const inside = [...document.querySelectorAll('body *')].filter(
    (one) => one.clientHeight > page.clientHeight / 2 && /auto|scroll/.test(getComputedStyle(one).overflowY)
  );
  const scrolled = [page, ...inside].find((one) => one.scrollHeight > one.clientHeight + 1) ?? page;
  const atEnd = scrolled.scrollTop + scrolled.clientHeight >= scrolled.scrollHeight - 1;
  scrolled.scrollTo(0, atEnd ? 0 : scrolled.scrollTop + page.clientHeight / 2);
}
