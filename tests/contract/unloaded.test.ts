import { type DataFrame, LoadingState } from '@grafana/data';
import { startTestsAt } from '../support/clock';
import { ended, wholePanel } from '../support/faultMatrix';
import { errorsOf, requestOf, Asked } from '../support/panel';
import { STORY } from '../support/trueAnswers';
import { allVariants } from '../support/variants';

/** If a file of the plugin doesn't load, users see an error about it, and the next refresh works. */
const NOW = STORY + 30_000;
const RANGE = { from: NOW - 6 * 3600_000, to: NOW };

let mockMissing = true;

jest.mock(
  '../../src/families/runners',
  () =>
    new Proxy({} as Record<string | symbol, unknown>, {
      get: (_, name) => {
        if (mockMissing && String(name).startsWith('run')) {
          throw Object.assign(new Error('Loading chunk 5 failed.'), { name: 'ChunkLoadError' });
        }
        return name === '__esModule' ? true : jest.requireActual('../../src/families/runners')[name];
      },
    })
);

startTestsAt(NOW);

/** Metric data is in the first file. */
const LATER = allVariants().filter(
  ({ query: { queryType = 'metric' } }) => !['metric', 'forecast'].includes(queryType)
);

it.each(LATER.map(({ name, query }) => [name, query] as const))('%s', async (_, query) => {
  mockMissing = true;
  const { service, dataSource } = wholePanel();
  const look = async () => {
    const asked = new Asked(dataSource, requestOf([query, { ...query, hide: false }], RANGE));
    await ended(asked);
    return asked;
  };
  const { packets, failure } = await look();
  expect(failure).toBeUndefined();
  expect(packets.map(({ state, data }) => [state, data])).toEqual([[LoadingState.Error, []]]);
  expect(packets[0].error?.message).toMatch(/^Couldn't load a file of the plugin\. Refresh/);
  expect(new Set(packets[0].errors?.map(({ refId }) => refId))).toEqual(new Set(['A', 'B']));
  await jest.advanceTimersByTimeAsync(1000);
  expect(service.active).toBe(0);

  mockMissing = false;
  const [last] = (await look()).packets.slice(-1);
  expect(errorsOf(last)).toEqual([]);
  expect((last.data as DataFrame[]).length).toBeGreaterThan(0);
});
