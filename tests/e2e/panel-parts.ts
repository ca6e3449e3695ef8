import { expect, type Locator, type Page } from '@playwright/test';

// Parts that look the same in the workbench and Grafana, since both use Grafana's panel frame.

const HEADER = 'data-testid Panel header ';

export function panelOf(page: Page, title: string): Locator {
  return page.getByTestId(`${HEADER}${title}`);
}

/** A panel whose title starts with this. */
export function panelStarting(page: Page, start: string): Locator {
  return page.locator(`[data-testid^=${JSON.stringify(`${HEADER}${start}`)}]`);
}

export function allPanels(page: Page): Locator {
  return page.locator(`[data-testid^="${HEADER}"]`);
}

export function variableOf(page: Page, label: string): Locator {
  const control = page.getByTestId('data-testid template variable');
  return control.filter({ has: page.locator('label').getByText(label, { exact: true }) });
}

/** Waits until a panel has drawn something, or has reported a failure. */
export async function hasContent(panel: Locator) {
  const content = panel.getByTestId('data-testid panel content');
  const drawn = content
    .locator('canvas, [role="grid"], [role="table"], [role="log"], table')
    .or(content.getByText(/\S/));
  await expect(
    drawn.or(panel.getByTestId('data-testid Panel status error')).locator('visible=true').first()
  ).toBeVisible();
}

/** Waits for a panel's error mark. @returns the text of its tooltip */
export async function errorOf(page: Page, panel: Locator, timeout?: number): Promise<string> {
  const mark = panel.getByTestId('data-testid Panel status error');
  await expect(mark).toBeVisible({ timeout });
  await mark.hover();
  const tooltip = page.getByRole('tooltip').first();
  await expect(tooltip).toBeVisible();
  return tooltip.innerText();
}
