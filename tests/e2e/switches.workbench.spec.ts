import { expect, test } from './fixtures';

// The workbench's own switches: the language, and what the demo service is to be like.

test.afterEach(async ({ service }) => {
  await service.recover();
  await service.mood('usual');
});

test('the language changes what the plugin says, and stays', async ({ page, stage }) => {
  await page.goto('/explore');
  await expect(page.getByLabel('Query type')).toBeVisible();
  await page.getByLabel('Language').selectOption({ label: 'Deutsch' });
  await expect(page.getByLabel('Art der Abfrage')).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de-DE');
  await stage.settings();
  await expect(page.getByLabel('Zugriffstoken').first()).toBeVisible();
  await page.getByLabel('Language').selectOption({ label: 'English' });
  await expect(page.getByLabel('Access token').first()).toBeVisible();
});

test('faults are seen at once, and gone once they are taken back', async ({
  page,
  request,
  service,
  stage,
  expected,
}) => {
  expected.statuses.push(403, 502);
  await page.goto('/d/corridors');
  const panel = await stage.settled(stage.panels().first());
  const faults = page.getByLabel('Faults');
  await faults.selectOption({ label: 'forbidden (403)' });
  await expect(faults).toBeEnabled();
  expect(await stage.failed(panel)).toMatch(/403/);
  await faults.selectOption({ label: 'none' });
  await stage.settled(panel);
  await expect(panel.locator('[data-state="Done"], canvas').first()).toBeVisible();

  await test.step('a service that is not reachable can be reached again', async () => {
    const listens = () =>
      request.get(`${stage.serviceUrl}/demo`).then(
        () => true,
        () => false
      );
    await expect(faults).toBeEnabled();
    await faults.selectOption({ label: 'not reachable' });
    await expect(faults).toBeEnabled();
    await expect(faults).toHaveValue('not reachable');
    await expect.poll(listens).toBe(false);
    await faults.selectOption({ label: 'none' });
    await expect.poll(listens).toBe(true);
    expect(await service.state()).toMatchObject({ faults: [] });
  });
});

test('answers come late, and another day begins', async ({ page, service }) => {
  await page.goto('/explore');
  const answers = page.getByLabel('Answers');
  await answers.selectOption({ label: 'after 1 to 3 s' });
  await expect.poll(() => service.state()).toMatchObject({ faults: [{ latency: [800, 2500] }] });
  await expect(answers).toBeEnabled();
  await page.getByLabel('Day').selectOption({ label: 'quiet: none' });
  await expect.poll(() => service.state()).toMatchObject({ mood: 'quiet' });
  await expect(page.getByText(/No alert was active\./)).toBeVisible();
});

test('what somebody else made of the service is what the switches show, and they take it back', async ({
  page,
  service,
  expected,
}) => {
  expected.statuses.push(403);
  await service.mood('busy');
  await page.goto('/explore');
  const day = page.getByLabel('Day');
  await expect(day).toHaveValue('busy');
  // The page loads again with its new day.
  const loaded = page.waitForEvent('load');
  await day.selectOption('usual');
  await loaded;
  expect(await service.state()).toMatchObject({ mood: 'usual' });
  await expect(day).toHaveValue('usual');
  const faults = page.getByLabel('Faults');
  await faults.selectOption({ label: 'forbidden (403)' });
  await expect.poll(() => service.state()).toMatchObject({ faults: [{ fail: 403 }] });
  await service.recover();
  await page.reload();
  await expect(faults).toHaveValue('none');
});
