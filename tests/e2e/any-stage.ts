import { type Locator, type Page } from '@playwright/test';
import { allPanels, errorOf, panelOf, variableOf } from './panel-parts';

/** What the workbench and a Grafana share as stages: the same addresses and the same parts of a page. */
export abstract class AnyStage {
  abstract readonly page: Page;
  /** The uid of the data source. */
  abstract readonly uid: string;

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

  failed(panel: Locator, timeout?: number): Promise<string> {
    return errorOf(this.page, panel, timeout);
  }

  async refresh() {
    await this.page.getByTestId('data-testid RefreshPicker run button').first().click();
  }
}
