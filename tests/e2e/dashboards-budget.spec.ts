import { activeAlerts } from './demo';
import { expect, test } from './fixtures';
import { type ServiceControl } from './service-control';
import { type Stage } from './stage';

const SHIPPED = ['overview', 'alert', 'metric', 'report'];

// Tall enough that every panel is in view, and asks.
test.use({ viewport: { width: 1400, height: 3600 } });

/** What was asked, once the screen is quiet: seen twice, since a busy page may take its time to go on. */
async function quiet({ page }: Stage, service: ServiceControl) {
  let before = -1;
  let times = 0;
  await expect
    .poll(
      async () => {
        const { length } = await service.requests();
        const same = length === before && length > 0;
        before = length;
        times = same && (await page.getByLabel('Panel loading bar').count()) === 0 ? times + 1 : 0;
        return times >= 2;
      },
      { intervals: [1500], timeout: 90_000 }
    )
    .toBe(true);
  const requests = await service.requests();
  const isData = ({ url }: { url: string }) => /\/(ad\/)?metrics\//.test(url);
  // Who asks for an alert by itself wants its title: 25 at most a query, of an ended alert once per page load.
  const isTitle = ({ url }: { url: string }) => /\/v2\/alerts\/[^/?]+\?at=/.test(url);
  const data = requests.filter(isData).map(({ url }) => url);
  const granularityOf = (url: string) => new URL(url, 'http://service').searchParams.get('granularity');
  return {
    refused: requests.filter(({ status }) => status !== null && status >= 400).map(({ url }) => url),
    data,
    /** Which metrics were read, and at which granularity: over 14 days a metric takes several requests. */
    read: new Set(data.map((url) => `${url.split('?')[0]} ${granularityOf(url)}`)),
    besides: requests.filter((one) => !isData(one) && !isTitle(one)).map(({ url }) => url),
    titles: requests.filter(isTitle).map(({ url }) => url),
  };
}

for (const name of SHIPPED) {
  test(`"${name}" asks for each metric once and little besides, and nothing that is refused`, async ({
    stage,
    service,
  }) => {
    test.slow();
    await stage.dashboard(`anomaly-monitoring-${name}`, { params: { refresh: '' } });
    const first = await quiet(stage, service);
    expect(first.besides.length, first.besides.join('\n')).toBeLessThanOrEqual(15);
    // A granularity that a metric is asked for the first time may be refused.
    expect(first.refused.filter((url) => !url.includes('granularity='))).toEqual([]);

    await service.forget();
    await stage.refresh();
    const second = await quiet(stage, service);
    expect(second.besides.length, second.besides.join('\n')).toBeLessThanOrEqual(8);
    expect(second.data.length, second.data.join('\n')).toBeLessThanOrEqual(second.read.size);
    expect(second.refused).toEqual([]);
  });
}

test('an alert of a single metric asks for no more, nor do the refreshes that go on to tell what was before', async ({
  stage,
  service,
  request,
  expected,
}) => {
  test.slow();
  // Its points may lie farther apart than what is asked for the first time.
  expected.statuses.push(400);
  const { id } = (await activeAlerts(service, request)).find(({ metrics }) => metrics.length === 1)!;
  await service.forget();
  await stage.dashboard('anomaly-monitoring-alert', { params: { 'var-alert': id, refresh: '' } });
  const { besides } = await quiet(stage, service);
  expect(besides.length, besides.join('\n')).toBeLessThanOrEqual(15);
  for (let refresh = 0; refresh < 3; refresh++) {
    await service.forget();
    await stage.refresh();
    const again = await quiet(stage, service);
    expect(again.besides.length, again.besides.join('\n')).toBeLessThanOrEqual(8);
  }
});

test('five years on the overview: 200 requests for metric data at most', async ({ stage, service }) => {
  test.slow();
  await stage.dashboard('anomaly-monitoring-overview', {
    range: { from: 'now-5y', to: 'now' },
    params: { refresh: '' },
  });
  expect((await quiet(stage, service)).data.length).toBeLessThanOrEqual(200);
});
