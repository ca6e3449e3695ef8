import { type DataFrame } from '@grafana/data';
import { lastValueFrom } from 'rxjs';
import { type Quirk } from '../../../demo/service/quirks/quirk';
import { type Demo, demoContext } from '../../../tests/support/demoContext';
import { fakeRequest } from '../../../tests/support/fakeContext';
import { runAny } from '../../../tests/support/run';
import { DAY } from '../../ground/settings';
import { sampleOf } from '../../../tests/support/long';

const NOW = Date.UTC(2026, 10, 21, 12);

async function rowsOf({ context }: Demo) {
  const target = { queryType: 'deviations' as const, format: 'silent', limit: 50 };
  const request = fakeRequest([target], { from: NOW - 14 * DAY, to: NOW });
  const { data, errors } = await lastValueFrom(runAny(request.targets, request, context));
  expect(errors).toBeUndefined();
  const [{ fields, length }] = data as DataFrame[];
  const row = (at: number) => Object.fromEntries(fields.map(({ name, values }) => [name, values[at] as unknown]));
  return Array.from({ length }, (_, at) => row(at)).map(
    ({ nodeId, metricId, reason }) => `${nodeId}:${metricId} ${reason}`
  );
}

async function inDemo(seed: number, quirks: Quirk[]) {
  const demo = await demoContext(NOW, { seed, quirks });
  try {
    return await rowsOf(demo);
  } finally {
    await demo.service.close();
  }
}

/** Different quirks for each seed. */
const WORLDS: Quirk[][] = [
  [],
  [{ missing: 0.3 }, { late: ['5m', '40m'], numbersAsText: true, timesAsText: true }, { nullTimes: 0.3 }],
  [{ step: '60m', finer: 'coarser', tellGranularity: 'nothing', tellSource: false, window: 'open' }],
  [{ jitter: 20_000, bandless: 0.3, fineFor: '6h', refuseGranularity: ['1m', '15m'], exploreBy: 'began' }],
  [
    { step: '15m', metricsOnRequest: true, nameless: 0.3, oddIds: true, unknownWords: 0.3 },
    { moves: 2, total: 'absent' },
  ],
];

test.each(sampleOf(WORLDS.map((quirks, i) => [i + 1, JSON.stringify(quirks), quirks] as const)))(
  'lists metrics without data or corridor, and no healthy one: seed %d, %s',
  async (seed, _name, quirks) => {
    // If a third of the points is missing, gaps of hours are usual.
    const silent = quirks.some(({ missing }) => missing) ? [] : ['305:first byte silent'];
    expect(await inDemo(seed, quirks)).toEqual([...silent, '204:alive flat']);
  }
);
