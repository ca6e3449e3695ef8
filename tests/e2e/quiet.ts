import { expect } from '@playwright/test';
import { lostSlash } from './house';
import { type ServiceControl } from './service-control';
import { type Stage } from './stage';

/** The requests, once the page is idle. They are counted twice, because a busy page may pause. */
export async function quiet({ page }: Stage, service: ServiceControl) {
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
      { intervals: [1500], timeout: 240_000 }
    )
    .toBe(true);
  const requests = (await service.requests()).filter(({ url, status }) => !lostSlash(url, status));
  const isData = ({ url }: { url: string }) => /\/(ad\/)?metrics\//.test(url);
  // Requests for a single alert are for its title: at most 25 per query, and once per page load for an ended alert.
  const isTitle = ({ url }: { url: string }) => /\/v2\/alerts\/[^/?]+\?at=/.test(url);
  const data = requests.filter(isData).map(({ url }) => url);
  const granularityOf = (url: string) => new URL(url, 'http://service').searchParams.get('granularity');
  return {
    refused: requests.filter(({ status }) => status !== null && status >= 400).map(({ url }) => url),
    data,
    /** The metrics that were read, with their granularities. Over 14 days, a metric takes several requests. */
    read: new Set(data.map((url) => `${url.split('?')[0]} ${granularityOf(url)}`)),
    besides: requests.filter((one) => !isData(one) && !isTitle(one)).map(({ url }) => url),
    titles: requests.filter(isTitle).map(({ url }) => url),
  };
}
