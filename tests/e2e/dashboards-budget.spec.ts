import { expect, test } from './fixtures';
import { type ServiceControl } from './service-control';
import { type Stage } from './stage';

const SHIPPED = ['overview', 'alert', 'metric', 'report'];

// Tall enough that every panel is in view, and asks.
test.use({ viewport: { width: 1400, height: 3600 } });

/** What was asked, once the screen is quiet. */
async function quiet({ page }: Stage, service: ServiceControl) {
  let before = -1;
  await expect
    .poll(
      async () => {
        const { length } = await service.requests();
        const same = length === before && length > 0;
        before = length;
        return same && (await page.getByLabel('Panel loading bar').count()) === 0;
      },
      { intervals: [1500], timeout: 90_000 }
    )
    .toBe(true);
  const requests = await service.requests();
  const data = requests.filter(({ url }) => /\/(ad\/)?metrics\//.test(url));
  const metrics = new Set(data.map(({ url }) => url.split('?')[0]));
  return { requests, metrics: metrics.size };
}

for (const name of SHIPPED) {
  test(`"${name}" asks for each metric once and little besides, and nothing that is refused`, async ({
    stage,
    service,
  }) => {
    test.slow();
    await stage.dashboard(`anomaly-monitoring-${name}`, { params: { refresh: '' } });
    const first = await quiet(stage, service);
    const listed = first.requests.map(({ status, url }) => `${status} ${url}`);
    expect(first.requests.length, listed.join('\n')).toBeLessThanOrEqual(first.metrics + 15);
    const refused = first.requests.filter(({ status }) => status !== null && status >= 400);
    // A granularity that a metric is asked for the first time may be refused.
    expect(refused.filter(({ url }) => !url.includes('granularity=')).map(({ url }) => url)).toEqual([]);

    await service.forget();
    await stage.refresh();
    const second = await quiet(stage, service);
    const again = second.requests.map(({ status, url }) => `${status} ${url}`);
    expect(second.requests.length, again.join('\n')).toBeLessThanOrEqual(second.metrics + 8);
    expect(second.requests.filter(({ status }) => status !== null && status >= 400)).toEqual([]);
  });
}

test('five years on the overview: 200 requests for metric data at most', async ({ stage, service }) => {
  test.slow();
  await stage.dashboard('anomaly-monitoring-overview', {
    range: { from: 'now-5y', to: 'now' },
    params: { refresh: '' },
  });
  const { requests } = await quiet(stage, service);
  expect(requests.filter(({ url }) => /\/(ad\/)?metrics\//.test(url)).length).toBeLessThanOrEqual(200);
});
