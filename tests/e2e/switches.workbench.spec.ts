import { expect, test } from './fixtures';

// The workbench's own switches: the language, and what the demo service is to be like.

test.afterEach(async ({ request, stage }) => {
  await request.delete(`${stage.serviceUrl}/demo/faults`);
  await request.put(`${stage.serviceUrl}/demo/mood`, { data: { mood: 'usual' } });
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

test('faults are seen at once, and gone once they are taken back', async ({ page, stage, expected }) => {
  expected.statuses.push(403);
  await page.goto('/');
  const panel = await stage.settled(stage.panels().first());
  const faults = page.getByLabel('Faults');
  await faults.selectOption({ label: 'forbidden (403)' });
  await expect(faults).toBeEnabled();
  expect(await stage.failed(panel)).toMatch(/403/);
  await faults.selectOption({ label: 'none' });
  await stage.settled(panel);
  await expect(panel.locator('[data-state="Done"], canvas').first()).toBeVisible();
});

test('a service that is not reachable can be reached again', async ({ page, request, stage, expected }) => {
  expected.statuses.push(502);
  await page.goto('/');
  await stage.settled(stage.panels().first());
  const faults = page.getByLabel('Faults');
  await faults.selectOption({ label: 'not reachable' });
  await expect(faults).toBeEnabled();
  await expect(faults).toHaveValue('not reachable');
  await expect.poll(() => request.get(`${stage.serviceUrl}/v2/alerts`).catch(() => 'refused')).toBe('refused');
  await faults.selectOption({ label: 'none' });
  await expect.poll(() => request.get(`${stage.serviceUrl}/demo`).then((answer) => answer.status())).toBe(200);
});

test('answers come late', async ({ page, request, stage }) => {
  await page.goto('/explore');
  const answers = page.getByLabel('Answers');
  await answers.selectOption({ label: 'after 1 to 3 s' });
  await expect(answers).toBeEnabled();
  const inForce = await request.get(`${stage.serviceUrl}/demo/faults`);
  expect(await inForce.json()).toMatchObject([{ latency: [800, 2500] }]);
});

test('another day begins', async ({ page, request, stage }) => {
  await page.goto('/explore');
  await page.getByLabel('Day').selectOption({ label: 'quiet: none' });
  await expect
    .poll(() => request.get(`${stage.serviceUrl}/demo`).then((answer) => answer.json()))
    .toMatchObject({ mood: 'quiet' });
  await expect(page.getByText('The service lists no active alert for that time.')).toBeVisible();
});
