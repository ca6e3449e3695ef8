import fc from 'fast-check';
import { type Ends, ENDS, type ModelPoint, ModelService, pointsOf } from '../../tests/support/modelService';
import { concat } from '../ground/columns';
import { type GranularityChoice } from '../ground/query';
import { ServiceFailure } from '../ground/failure';
import { readSettings, type StoredSettings } from '../ground/settings';
import { type Granularity, STEP } from '../ground/granularity';
import { partsV2 } from './plan';
import { type Snapshot } from './snapshot';
import { type SeriesRequest, Store } from './store';
import { type Span, DAY, HOUR, MINUTE } from '../ground/spans';

const NOW = Date.UTC(2026, 10, 21, 12, 7, 30);
const OVERLAP = 10 * MINUTE;
/** After this many milliseconds, a read belongs to another page. */
const LATER = 10_000;
const V2: StoredSettings = { metricVersion: 'v2' };
const SERIES = { nodeId: '1', metricId: 'cpu', aggregation: '' };

interface Setup {
  clock: { time: number };
  service: ModelService;
  store: Store;
}

function setup(step: number, ends: Ends, jsonData: StoredSettings = {}, late = 0): Setup {
  const clock = { time: NOW };
  const now = () => clock.time;
  const service = new ModelService(step, now, ends, NOW);
  const store = new Store(readSettings({ jsonData }), service.operations, now);
  service.newest = Math.floor((NOW - late) / step) * step;
  return { clock, service, store };
}

/** Starts a read. Returns its last snapshot. */
function start(store: Store, request: SeriesRequest): () => Snapshot | undefined {
  let last: Snapshot | undefined;
  store.read(request).subscribe((snapshot) => (last = snapshot));
  return () => last;
}

/** What happens between two reads. */
type Event =
  | { kind: 'wait'; minutes: number }
  /** The service's newest point moves to now. */
  | { kind: 'arrive' }
  /** The newest points get other values. */
  | { kind: 'change' };

/** Some simultaneous reads. */
interface Step {
  events: Event[];
  readings: Array<{
    /** Minutes before now, and the length. */
    end: number;
    length: number;
    /** Milliseconds between the range and the grid. */
    off: number;
  }>;
  /** What happens while requests are running. */
  meanwhile: Event[];
  failures: Array<'server' | 'timeout' | undefined>;
  /** The order of the answers. */
  picks: number[];
}

/** Which of its ends the service's ranges include. */
const ends = fc.constantFrom(...Object.values(ENDS));

const event: fc.Arbitrary<Event> = fc.oneof(
  fc.record({ kind: fc.constant('wait' as const), minutes: fc.integer({ min: 1, max: 200 }) }),
  fc.constant<Event>({ kind: 'arrive' }),
  fc.constant<Event>({ kind: 'change' })
);
const soon = event.filter(({ kind }) => kind !== 'wait');
const failure = fc.option(fc.constantFrom('server' as const, 'timeout' as const), { nil: undefined });
const few = <T>(item: fc.Arbitrary<T>, most: number): fc.Arbitrary<T[]> =>
  fc.oneof(
    { weight: 2, arbitrary: fc.constant<T[]>([]) },
    { weight: 1, arbitrary: fc.array(item, { maxLength: most }) }
  );

/** @param longest minutes */
function sequences(longest: number): fc.Arbitrary<Step[]> {
  const reading = fc.record({
    end: fc.oneof(fc.constant(0), fc.integer({ min: -60, max: 300 }), fc.integer({ min: -60, max: 30 * 24 * 60 })),
    length: fc.oneof(
      { weight: 3, arbitrary: fc.integer({ min: 1, max: 600 }) },
      { weight: 1, arbitrary: fc.integer({ min: 1, max: longest }) }
    ),
    off: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 3 * HOUR })),
  });
  return fc.array(
    fc.record({
      events: fc.array(event, { maxLength: 3 }),
      readings: fc.array(reading, { minLength: 1, maxLength: 3 }),
      meanwhile: few(soon, 2),
      failures: few(failure, 4),
      picks: fc.array(fc.nat(20), { minLength: 1, maxLength: 5 }),
    }),
    { minLength: 1, maxLength: 8 }
  );
}

function happen(events: Event[], { clock, service }: Setup) {
  for (const item of events) {
    if (item.kind === 'wait') {
      clock.time += item.minutes * MINUTE;
      // No late points after 24 h.
      service.newest = Math.max(service.newest, Math.floor(clock.time / HOUR) * HOUR - 20 * HOUR);
    } else if (item.kind === 'arrive') {
      service.newest = Math.floor(clock.time / service.step) * service.step;
    } else {
      service.change(OVERLAP);
    }
  }
}

/** Runs the steps. Every answer without changes in between must equal a direct read. */
function check(
  sequence: Step[],
  granularity: GranularityChoice,
  { clock, service, store }: Setup,
  stepOf: (range: Span) => number = () => service.step
) {
  for (const { events, readings, meanwhile, failures, picks } of sequence) {
    clock.time += LATER;
    happen(events, { clock, service, store });
    service.failures = [...failures];
    const asked = readings.map(({ end, length, off }) => {
      const to = clock.time - end * MINUTE - (end === 0 ? 0 : off);
      const range = { from: to - length * MINUTE - off, to };
      return {
        range,
        direct: service.points(range.from, to, stepOf(range)),
        last: start(store, { ...SERIES, granularity, ...range }),
      };
    });
    // v2 chooses its own steps for the halves of a part that took too long.
    const byHalves = failures.includes('timeout') && granularity === 'auto';
    const comparable = meanwhile.length === 0 && !byHalves;
    let turn = 0;
    happen(meanwhile, { clock, service, store });
    service.settle((count) => picks[turn++ % picks.length] % count);
    service.failures = [];
    for (const { range, direct, last } of comparable ? asked : []) {
      const snapshot = last();
      expect(snapshot?.isFetching).toBe(false);
      const { columns, missing } = snapshot!;
      // At the exact ends, a service that excludes them may have returned one more point for another range.
      const told = ([time]: [number, number]) =>
        time > range.from && time < range.to && !missing.some((span) => time >= span.from && time <= span.to);
      const [stored, there] = [pointsOf(concat(columns)).filter(told), direct.filter(told)];
      if (service.ends.from) {
        expect(difference(stored, there)).toBeUndefined();
      } else {
        // The point at the start of a refresh keeps its value (docs/limits.md).
        expect(stored.map(([time]) => time)).toEqual(there.map(([time]) => time));
      }
    }
  }
}

/** Where two answers differ. */
function difference(one: ModelPoint[], other: ModelPoint[]) {
  for (let i = 0; i < Math.max(one.length, other.length); i++) {
    if (one[i]?.[0] !== other[i]?.[0] || one[i]?.[1] !== other[i]?.[1]) {
      return { at: i, stored: one.slice(i, i + 3), direct: other.slice(i, i + 3) };
    }
  }
  return undefined;
}

describe('the store’s answer equals a direct read', () => {
  const cases: Array<[Granularity, number]> = [
    ['1m', 3 * 24 * 60],
    ['15m', 20 * 24 * 60],
    ['1h', 40 * 24 * 60],
  ];

  it.each(cases)('on v1 at %s, whatever is read, fails, changes, or arrives late', (granularity, longest) => {
    fc.assert(
      fc.property(sequences(longest), ends, fc.nat(20 * 60), (sequence, held, late) =>
        check(sequence, granularity, setup(STEP[granularity], held, {}, late * MINUTE))
      ),
      { numRuns: 150 }
    );
  });

  it('on v2, whatever is read, fails, changes, or arrives late', () => {
    fc.assert(
      fc.property(sequences(40 * 24 * 60), ends, fc.nat(20 * 60), (sequence, held, late) =>
        check(
          sequence,
          'auto',
          setup(MINUTE, held, V2, late * MINUTE),
          (range) => STEP[partsV2(range, readSettings({ jsonData: V2 })).rule]
        )
      ),
      { numRuns: 150 }
    );
  });

  it('if nothing is reused', () => {
    fc.assert(
      fc.property(sequences(3 * 24 * 60), ends, (sequence, held) =>
        check(sequence, '15m', setup(15 * MINUTE, held, { reuseData: false }))
      ),
      { numRuns: 50 }
    );
  });
});

describe('a snapshot', () => {
  const request: SeriesRequest = { ...SERIES, granularity: '1m', from: NOW - HOUR, to: NOW };

  it('shows known data, running and missing parts with reasons, and the calls', () => {
    const { clock, service, store } = setup(MINUTE, ENDS.both);
    start(store, { ...request, from: NOW - 30 * MINUTE });
    service.settle(() => 0);
    clock.time += LATER;
    service.failures = ['server'];
    const snapshots: Snapshot[] = [];
    store.read(request).subscribe((snapshot) => snapshots.push(snapshot));
    service.settle(() => 0);
    const [first, ...rest] = snapshots;
    expect(first).toMatchObject({
      points: 30,
      pending: [{ from: NOW - HOUR, to: NOW - 30 * MINUTE }],
      missing: [],
      calls: [],
      answered: false,
      substitute: null,
      taken: '1m',
      step: MINUTE,
      metadata: { granularity: '1m' },
      leftOut: null,
      isFetching: true,
    });
    const last = rest[rest.length - 1];
    expect(last).toMatchObject({ points: 60, pending: [], answered: true, isFetching: false });
    expect(last.missing).toEqual([expect.objectContaining({ stale: true, failure: expect.any(ServiceFailure) })]);
    expect(last.calls).toHaveLength(2);
  });

  it('reports a failed refresh, both with the last points and without any', () => {
    const { clock, service, store } = setup(MINUTE, ENDS.both);
    start(store, request);
    service.settle(() => 0);
    clock.time += 2 * MINUTE;
    service.failures = ['server'];
    const last = start(store, { ...request, from: NOW - HOUR + 2 * MINUTE, to: clock.time });
    service.settle(() => 0);
    const { missing = [], points } = last() ?? {};
    expect(points).toBeGreaterThan(55);
    expect(missing.map(({ from, to, stale }) => [stale, from < NOW, to])).toEqual([
      [true, true, NOW],
      [false, false, clock.time],
    ]);
  });

  it('does not change when more is read', () => {
    const { clock, service, store } = setup(MINUTE, ENDS.both);
    const before = start(store, request);
    service.settle(() => 0);
    const snapshot = before();
    const points = pointsOf(concat(snapshot?.columns ?? []));
    service.change(OVERLAP);
    clock.time += 5 * MINUTE;
    service.newest += 5 * MINUTE;
    const after = start(store, { ...request, from: NOW - 2 * HOUR, to: clock.time });
    service.settle(() => 0);
    expect(after()?.points).toBeGreaterThan(points.length);
    expect(pointsOf(concat(snapshot?.columns ?? []))).toEqual(points);
  });

  it('of a range that needs too many requests shows what is left out', () => {
    const { clock, service, store } = setup(MINUTE, ENDS.both);
    const last = start(store, { ...request, from: NOW - 11 * DAY, requests: 3 });
    service.settle(() => 0);
    expect(service.calls).toHaveLength(3);
    const { range, leftOut, points } = last()!;
    expect(leftOut).toEqual({ from: NOW - 11 * DAY, to: range.from });
    expect(range.to).toBe(NOW);
    expect(points).toBe(Math.floor((NOW - range.from) / MINUTE) + 1);
    // It stays so on a refresh: missing parts are not read little by little.
    service.calls = [];
    clock.time += LATER;
    start(store, { ...request, from: NOW - 11 * DAY, requests: 3 });
    service.settle(() => 0);
    expect(service.calls).toHaveLength(1);
    expect(service.calls[0].from).toBeGreaterThan(NOW - HOUR);
  });

  it.each([{}, { sharedCache: true }, V2])('of a range far into the future is read up to tomorrow: %j', (jsonData) => {
    const { service, store } = setup(HOUR, ENDS.both, jsonData);
    const last = start(store, { ...SERIES, granularity: 'auto', from: NOW - DAY, to: Date.UTC(2090, 0, 1) });
    service.settle(() => 0);
    expect(last()?.leftOut).toBeNull();
    // One an hour, or more.
    expect(last()?.points).toBeGreaterThanOrEqual(24);
    expect(service.calls.length).toBeLessThan(10);
    service.calls = [];
    start(store, { ...SERIES, granularity: 'auto', from: Date.UTC(2050, 0, 1), to: Date.UTC(2090, 0, 1) });
    expect(service.calls).toEqual([]);
  });

  it('of v2 is also limited to a number of requests', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 300 * DAY }), fc.integer({ min: 1, max: 9 }), (length, requests) => {
        const { service, store } = setup(HOUR, ENDS.both, V2);
        const last = start(store, { ...request, from: NOW - length, requests });
        service.settle(() => 0);
        expect(service.calls.length).toBeLessThanOrEqual(requests);
        const { range, leftOut } = last()!;
        expect((leftOut?.from ?? range.from) === NOW - length && (leftOut?.to ?? range.from) === range.from).toBe(true);
      })
    );
  });
});

describe('requests', () => {
  it('read the newest points once per page, and again for a refresh', () => {
    const { clock, service, store } = setup(MINUTE, ENDS.both);
    const range = { ...SERIES, granularity: '1m', from: NOW - HOUR, to: NOW } as const;
    const read = (more: Partial<SeriesRequest> = {}) => {
      service.calls = [];
      const last = start(store, { ...range, ...more });
      service.settle(() => 0);
      expect(last()).toMatchObject({ isFetching: false, missing: [] });
      return service.calls.map(({ from, to }) => [from, to]);
    };
    expect(read()).toEqual([[NOW - HOUR, NOW]]);
    clock.time += 2_000;
    expect(read()).toEqual([]);
    const [[from, to]] = read({ from: NOW - 2 * HOUR });
    expect([from, to < NOW - 59 * MINUTE]).toEqual([NOW - 2 * HOUR, true]);
    expect(read({ to: clock.time })).toEqual([[expect.any(Number), clock.time]]);
    clock.time += LATER;
    expect(read()).toEqual([[expect.any(Number), NOW]]);
  });
});
