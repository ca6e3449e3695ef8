import fc from 'fast-check';
import { type StoredSettings } from '../../src/ground/settings';
import { DAY, HOUR, MINUTE } from '../../src/ground/spans';
import { startTestsAt } from '../support/clock';
import { casesOf } from '../support/long';
import { oddPanel } from '../support/oddPanel';
import { oddPoints } from '../support/oddService';
import { errorsOf, requestOf, seriesOf, timesOf, Asked } from '../support/panel';

/**
 * Known points are reused, even if a service's ranges don't include their ends. Whatever the sequence of ranges, every
 * point is there.
 */
const NOW = Date.UTC(2026, 10, 21, 12, 7, 30, 250);
/** Blocks end here, and so do many ranges. */
const MIDNIGHT = Date.UTC(2026, 10, 19);
const STEPS = { '1m': MINUTE, '15m': 15 * MINUTE, '1h': HOUR };

startTestsAt(NOW);

/** How long ago a full hour was. Ranges may end there. */
const ON_GRID = fc.nat(20 * 24).map((hours) => hours * HOUR + (NOW % HOUR));

/** Ranges by their length in steps, and by how long ago they ended. A panel is refreshed, zoomed, and moved. */
const ranges = fc.array(
  fc.record({
    length: fc.oneof(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 50, max: 3000 })),
    ago: fc.oneof(fc.constant(0), fc.nat(DAY), fc.nat(20 * DAY), ON_GRID),
    wait: fc.constantFrom(0, 30_000, 20 * MINUTE),
  }),
  { minLength: 1, maxLength: 4 }
);

it.each<[string, StoredSettings]>([
  ['exact requests', {}],
  ['small windows', { maxWindow: '30h', maxFineWindow: '7h' }],
  ['a shared cache', { sharedCache: true }],
])('with %s', async (_, jsonData) => {
  await fc.assert(
    fc.asyncProperty(
      ranges,
      fc.constantFrom('cpu', 'mem/used', 'm12', '__proto__', 'a:b'),
      fc.constantFrom<keyof typeof STEPS>('1m', '15m', '1h'),
      async (all, metricId, granularity) => {
        jest.setSystemTime(NOW);
        const { dataSource } = oddPanel(NOW, { jsonData });
        const step = STEPS[granularity];
        for (const { length, ago, wait } of all) {
          await jest.advanceTimersByTimeAsync(wait);
          const to = Date.now() - ago;
          const from = to - length * step;
          // A point at an end of the range is only there if more was read.
          const isSure = (time: number) => time > from && time < Math.floor(to / 10_000) * 10_000;
          const query = { nodeId: '7', metricId, granularity, thin: false };
          const answer = await new Asked(dataSource, requestOf([query], { from, to })).answer();
          expect(errorsOf(answer)).toEqual([]);
          const wanted = oddPoints(metricId, from, to, step).map(({ time }) => time);
          expect(seriesOf(answer).flatMap(timesOf).filter(isSure)).toEqual(wanted.filter(isSure));
        }
      }
    ),
    { numRuns: casesOf(150) }
  );
});

/** Ends of adjacent ranges: full hours, sometimes the end of a block, and now. */
const fullHour = fc.integer({ min: 1, max: 20 * 24 }).map((ago) => NOW - (NOW % HOUR) - ago * HOUR);
const moments = fc
  .uniqueArray(fc.oneof(fullHour, fc.constant(MIDNIGHT)), { minLength: 2, maxLength: 3 })
  .map((times) => [...times.sort((a, b) => a - b), NOW]);
const meeting = moments.chain((times) =>
  fc.tuple(fc.constant(times), fc.shuffledSubarray(times.slice(1).map((_, i) => i)))
);

it.each<[string, StoredSettings]>([
  ['exact requests', {}],
  ['a shared cache', { sharedCache: true }],
])('ranges that meet at full hours, with %s', async (_, jsonData) => {
  await fc.assert(
    fc.asyncProperty(meeting, async ([times, order]) => {
      const { dataSource } = oddPanel(NOW, { jsonData });
      const query = { nodeId: '7', metricId: 'cpu', granularity: '1h', thin: false };
      const read = async (from: number, to: number) => {
        const answer = await new Asked(dataSource, requestOf([query], { from, to })).answer();
        return seriesOf(answer).flatMap(timesOf);
      };
      for (const place of order) {
        await read(times[place], times[place + 1]);
      }
      const shown = await read(times[0] - HOUR / 2, NOW);
      expect(shown).toEqual(oddPoints('cpu', times[0] - HOUR / 2, NOW, HOUR).map(({ time }) => time));
    }),
    { numRuns: casesOf(300) }
  );
});

it('a first part shorter than a step keeps the point at its end', async () => {
  const { dataSource } = oddPanel(NOW, { jsonData: { maxWindow: '30h' } });
  const from = NOW - 150 * HOUR;
  const query = { nodeId: '7', metricId: 'cpu', granularity: '15m', thin: false };
  const answer = await new Asked(dataSource, requestOf([query], { from, to: NOW })).answer();
  const wanted = oddPoints('cpu', from, NOW, 15 * MINUTE).map(({ time }) => time);
  expect(seriesOf(answer).flatMap(timesOf)).toEqual(wanted);
});

it.each<[string, StoredSettings, Array<[hours: number, to: number]>]>([
  [
    'a block',
    { sharedCache: true },
    [
      [50, MIDNIGHT],
      [1, NOW],
      [61, NOW],
    ],
  ],
  [
    'a range',
    {},
    [
      [50, MIDNIGHT],
      [(NOW - MIDNIGHT) / HOUR, NOW],
      [61, NOW],
    ],
  ],
])('the point between %s that was read earlier and a later one is there', async (_, jsonData, all) => {
  const { dataSource } = oddPanel(NOW, { jsonData });
  const query = { nodeId: '7', metricId: 'cpu', granularity: '1h', thin: false };
  const shown: number[] = [];
  for (const [hours, to] of all) {
    const answer = await new Asked(dataSource, requestOf([query], { from: to - hours * HOUR, to })).answer();
    shown.push(
      ...seriesOf(answer)
        .flatMap(timesOf)
        .filter((time) => time === MIDNIGHT)
    );
  }
  expect(new Set(shown)).toEqual(new Set([MIDNIGHT]));
});

it.each([
  ['one step, between two others', [1793566800000, 1794157200000, 1794160800000, NOW], 1],
  ['two steps, just after the start of the next', [1793916000000, 1793923200000, NOW], 0],
])('the points at both ends are there, for a range of %s', async (_, times, first) => {
  const { dataSource } = oddPanel(NOW, {});
  const read = async (from: number, to: number) => {
    const query = { nodeId: '7', metricId: 'cpu', granularity: '1h', thin: false };
    return seriesOf(await new Asked(dataSource, requestOf([query], { from, to })).answer()).flatMap(timesOf);
  };
  await read(times[first], times[first + 1]);
  const from = times[0] - HOUR / 2;
  expect(await read(from, NOW)).toEqual(oddPoints('cpu', from, NOW, HOUR).map(({ time }) => time));
});
