import fc from 'fast-check';
import { ENDS, ModelService, pointsOf } from '../../tests/support/modelService';
import { concat } from '../ground/columns';
import { ruleGranularity, STEP } from '../ground/granularity';
import { type GranularityChoice } from '../ground/query';
import { readSettings, type StoredSettings } from '../ground/settings';
import { type Span, DAY, HOUR, MINUTE } from '../ground/spans';
import { type Snapshot } from './snapshot';
import { Store } from './store';

/** The shared cache. */
const NOW = Date.UTC(2026, 10, 21, 12, 7, 34, 567);
const SLOT = 10_000;

const SERIES = { nodeId: '1', metricId: 'cpu', aggregation: '' };

/** A service, and a viewer with its own clock. */
function viewer(jsonData: StoredSettings, step = MINUTE, now = NOW) {
  const clock = { time: now };
  const service = new ModelService(step, () => clock.time, ENDS.both, now);
  const store = new Store(readSettings({ jsonData }), service.operations, () => clock.time);
  const read = async (range: Span, more: object = {}) => {
    let last: Snapshot | undefined;
    service.newest = Math.floor(clock.time / step) * step;
    store.read({ ...SERIES, granularity: 'auto', ...range, ...more }).subscribe((snapshot) => (last = snapshot));
    await new Promise((resolve) => setImmediate(resolve));
    service.settle(() => 0);
    return last!;
  };
  return { clock, service, read };
}

const SHARED: StoredSettings = { sharedCache: true };

/** Ranges by how long ago they begin and end, in milliseconds, with at most 3000 steps. */
const rangesAt = (step: number) =>
  fc
    .record({
      end: fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, fc.nat(3 * DAY), fc.nat(60 * DAY)),
      length: fc.oneof(fc.integer({ min: 1, max: 100 * step }), fc.integer({ min: 1, max: 3000 * step })),
    })
    .map(({ end, length }) => ({ from: -end - length, to: -end }));
const STEP_OF = (granularity: GranularityChoice) => (granularity === 'auto' ? HOUR : STEP[granularity]);
const at = ({ from, to }: Span, now: number): Span => ({ from: now + from, to: now + to });
const points = ({ columns }: Snapshot) => pointsOf(concat(columns));

/** Viewers with and without the setting see the same. */
async function checkEqual(ranges: Span[], waits: number[], jsonData: StoredSettings, granularity: GranularityChoice) {
  const step = granularity === 'auto' ? MINUTE : STEP[granularity];
  const [shared, exact] = [viewer({ ...jsonData, ...SHARED }, step), viewer(jsonData, step)];
  for (const [i, relative] of ranges.entries()) {
    shared.clock.time += waits[i % waits.length];
    exact.clock.time = shared.clock.time;
    const range = at(relative, shared.clock.time);
    for (const one of [shared, exact]) {
      // v1 uses the requested step.
      const rule = ruleGranularity(Math.round((range.to - range.from) / SLOT) * SLOT);
      Object.assign(one.service, { step: granularity === 'auto' ? STEP[rule] : step });
    }
    const [one, other] = [await shared.read(range, { granularity }), await exact.read(range, { granularity })];
    expect(points(one)).toEqual(points(other));
    // The number of requests may differ, even whether there was any.
    const same = { columns: 0, calls: 0, shared: 0, answered: 0 };
    expect({ ...one, ...same }).toEqual({ ...other, ...same });
  }
}

describe('with a shared cache', () => {
  const waits = fc.array(fc.nat(40 * MINUTE), { minLength: 1, maxLength: 5 });
  const several = (granularity: GranularityChoice) =>
    fc.array(rangesAt(STEP_OF(granularity)), { minLength: 1, maxLength: 4 });

  it.each<GranularityChoice>(['1m', '15m', '1h', 'auto'])(
    'any ranges at any time are the same as with exact requests, at %s',
    async (granularity) => {
      await fc.assert(
        fc.asyncProperty(several(granularity), waits, (all, between) => checkEqual(all, between, {}, granularity)),
        { numRuns: 30 }
      );
    }
  );

  it.each<[string, number, number, number]>([
    ['6 h', 6 * HOUR, MINUTE, 6 * HOUR],
    ['24 h', DAY, 15 * MINUTE, 8 * HOUR],
    ['30 d', 30 * DAY, HOUR, DAY],
    ['90 d', 90 * DAY, HOUR, 2 * DAY],
  ])(
    '%s up to now read at most a quarter more points, and a block, in few requests',
    async (_, length, step, block) => {
      const { service, read } = viewer(SHARED, step);
      await read({ from: NOW - length, to: NOW });
      const read24 = service.calls.reduce((sum, { from, to }) => sum + to - from, 0);
      expect(read24).toBeLessThanOrEqual(1.25 * length + block);
      expect(service.calls.length).toBeLessThanOrEqual(49);
    }
  );

  it.each([
    ['up to 12 h', 20 * MINUTE, 12 * HOUR],
    ['up to 7 days', 12 * HOUR + SLOT, 7 * DAY],
    ['beyond', 7 * DAY + SLOT, 60 * DAY],
  ])('so does v2, %s, with all blocks of one class', async (_, min, max) => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min, max }), fc.nat(60 * DAY), async (length, back) => {
        const { service, read } = viewer({ ...SHARED, metricVersion: 'v2' }, HOUR);
        const to = NOW - 16 * DAY - back;
        await read({ from: to - length, to });
        const lengths = new Set(service.calls.map((call) => call.to - call.from));
        expect(lengths.size).toBe(1);
        const [block] = lengths;
        expect(service.calls.every(({ from }) => from % block === 0)).toBe(true);
        expect(ruleGranularity(block)).toBe(min < 12 * HOUR ? '1m' : min < 7 * DAY ? '15m' : '1h');
        expect(service.calls.length * block).toBeLessThanOrEqual(1.25 * length + block);
      }),
      { numRuns: 200 }
    );
  });

  it('a refresh only reads the newest steps', async () => {
    const { clock, service, read } = viewer(SHARED, 15 * MINUTE);
    await read({ from: NOW - DAY, to: NOW });
    service.calls = [];
    clock.time += 30_000;
    await read({ from: clock.time - DAY, to: clock.time });
    expect(service.calls.map(({ from, to }) => [from, to])).toEqual([
      [Date.UTC(2026, 10, 21, 11, 45), Math.floor(clock.time / SLOT) * SLOT],
    ]);
  });

  it('a failing block is missing within the range', async () => {
    const { service, read } = viewer(SHARED, 15 * MINUTE);
    service.failures = [undefined, 'server'];
    const range = { from: NOW - 3 * DAY, to: NOW };
    const { missing } = await read(range);
    expect(missing).toHaveLength(1);
    expect(missing[0].from).toBeGreaterThanOrEqual(range.from);
  });
});
