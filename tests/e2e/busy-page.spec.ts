import { type Locator } from '@playwright/test';
import { activeAlerts } from './demo';
import { queriesInAddress, queryRow, setField } from './editor';
import { expect, test } from './fixtures';

// Input while the page is busy: all of it arrives at once, before anything is drawn.

/**
 * Moves to an option, presses, and releases, before the page has drawn any of it. Playwright's own mouse waits for the
 * page between these steps.
 */
function chooseWhileBusy(option: Locator): Promise<void> {
  return option.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const at = { clientX: x + width / 2, clientY: y + height / 2, bubbles: true, cancelable: true };
    for (const type of ['mouseover', 'mousemove', 'mousedown', 'mouseup', 'click']) {
      element.dispatchEvent(new MouseEvent(type, at));
    }
  });
}

test('an option that is clicked while the page is busy is selected, and the page continues', async ({
  page,
  stage,
  service,
  request,
  expected,
}) => {
  // The node that is typed first has no such metric.
  expected.statuses.push(400);
  const [{ metrics }] = await activeAlerts(service, request);
  const { nodeId, statTypeId, nodeName } = metrics[0];
  await stage.explore([{ refId: 'A', queryType: 'metric', nodeId: String(nodeId), metricId: statTypeId }]);
  const row = queryRow(page);
  await stage.settled(stage.panel('Graph'));

  const aggregation = row.getByRole('combobox', { name: 'Aggregation', exact: true });
  await aggregation.click();
  await chooseWhileBusy(page.getByRole('option', { name: /^max/ }).first());
  await expect(aggregation).toHaveValue(/^max/);
  await expect.poll(() => queriesInAddress(page)).toEqual([expect.objectContaining({ aggregation: 'max' })]);

  // The same with a picker, whose options come from the service.
  await setField.picker(row, 'Node', '1');
  const node = row.getByRole('combobox', { name: 'Node', exact: true });
  await expect(node).toHaveValue('1');
  await node.click();
  await chooseWhileBusy(page.getByRole('option', { name: nodeName }).first());
  await expect(node).toHaveValue(nodeName);
  await stage.refresh();
  await expect.poll(() => queriesInAddress(page)).toEqual([expect.objectContaining({ nodeId: String(nodeId) })]);
  await stage.settled(stage.panel('Graph'));
});
