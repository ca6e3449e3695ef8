import fc from 'fast-check';
import { lastValueFrom } from 'rxjs';
import { HOUR } from '../settings';
import { type Answer, type Call, type FakeOptions, fakeService } from '../../tests/support/fakeContext';
import { type Alert } from '../service/alerts';
import { AlertBook } from './alertBook';
import { iso } from '../../tests/support/times';
import { activeIn } from '../entries/activeEntries';

const T0 = Date.UTC(2026, 0, 31, 12);

interface RawChange {
  type: string;
  nodeId: number;
  statTypeId: string;
  values?: { severity?: string; score?: { contribution: number } };
}

interface RawEvent {
  sequence: number;
  eventType: string;
  eventOccurred: string;
  active?: boolean;
  changes?: RawChange[];
}

const change = (type: string, nodeId: number, statTypeId: string, severity = 'red', contribution = 0): RawChange => ({
  type,
  nodeId,
  statTypeId,
  values: { severity, score: { contribution } },
});

afterEach(() => jest.restoreAllMocks());

/** A service whose alerts have these events. `rows` are the rows of its list and its search. */
function service(timelines: Record<string, RawEvent[]>, rows: unknown[] = [], options: FakeOptions = {}) {
  const state = { now: T0, failing: new Set<string>(), rows };
  const answer = ({ path, segments, query }: Call): Answer => {
    if (path.endsWith('/events')) {
      const id = segments[2];
      if (state.failing.has(id)) {
        return { status: 500 };
      }
      const [page, limit, all] = [Number(query.page), Number(query.limit), timelines[id] ?? []];
      return { body: { page, limit, total: all.length, items: all.slice((page - 1) * limit, page * limit) } };
    }
    if (path === 'v2/alerts/explore' && state.failing.has('explore')) {
      return { status: 500 };
    }
    return path === 'v2/alerts/explore'
      ? { body: { page: 1, limit: 200, total: state.rows.length, items: state.rows } }
      : { body: state.rows };
  };
  jest.spyOn(Date, 'now').mockImplementation(() => state.now);
  const fake = fakeService(answer, options);
  const book = (requester = 'A') =>
    new AlertBook({ operations: fake.context.operations.with({ requester }), now: () => state.now });
  return { ...fake, state, book };
}

const row = (id: string, more: Partial<Alert> = {}): Alert => ({
  id,
  impact: 'high',
  active: true,
  firstSeenAt: T0 - HOUR,
  lastSeenAt: T0,
  activeNodes: 1,
  activeMetrics: 1,
  score: null,
  learningStatus: null,
  metrics: null,
  ...more,
});

const events = (count: number, last: Partial<RawEvent> = {}): RawEvent[] =>
  Array.from({ length: count }, (_, i) => ({
    sequence: i,
    eventType: i === 0 ? 'created' : 'updated',
    eventOccurred: iso(T0 - HOUR + i * 1000),
    active: true,
    changes: [change('added', 1, `m${i % 7}`)],
    ...(i === count - 1 ? last : {}),
  }));

const done = (fake: ReturnType<typeof service>, alerts: Alert[], requester?: string) =>
  lastValueFrom(fake.book(requester).readHistories(alerts));

describe('a title', () => {
  it('is the worst listed metric until the events are known, without metrics the counts, otherwise the start', () => {
    const { book } = service({});
    const metric = (metricId: string, severity: string) =>
      ({ metricId, nodeId: '1', severity }) as unknown as NonNullable<Alert['metrics']>[number];
    const metrics = [metric('cpu', 'orange'), metric('disk', 'red')];
    expect(book().titleOf(row('a', { metrics }))).toBe('disk · 1 +1');
    expect(book().titleOf(row('a', { activeMetrics: 3, activeNodes: 2 }))).toBe('3 metrics on 2 nodes');
    expect(book().titleOf(row('a', { activeMetrics: null, activeNodes: null }))).toBe('Alert of Jan 31, 11:00');
  });
});

it('the metrics of a past moment are those that were read last, and a later moment replaces them', async () => {
  const listed = (statTypeId: string) => ({ id: 'a', active: true, metrics: [{ nodeId: 1, statTypeId }] });
  const fake = service({});
  const titles: string[] = [];
  for (const [name, hours] of [
    ['cpu', 2],
    ['mem', 2],
    ['old', 3],
    ['new', 1],
  ] as const) {
    Object.assign(fake.state, { now: fake.state.now + 60_000, rows: [listed(name)] });
    await lastValueFrom(fake.book(name).list(T0 - hours * HOUR));
    titles.push(fake.book().titleOf(row('a')));
  }
  expect(titles).toEqual(['cpu · 1', 'mem · 1', 'mem · 1', 'new · 1']);
});

describe('events of alerts', () => {
  it('are complete however the list grows, with only the newest known page requested again', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat(250), { minLength: 1, maxLength: 5 }),
        fc.boolean(),
        async (growth, hasTotal) => {
          let now = T0;
          let all: RawEvent[] = [];
          let newest = 0;
          let pages: number[] = [];
          jest.spyOn(Date, 'now').mockImplementation(() => now);
          const { context } = fakeService(({ query }) => {
            const page = Number(query.page);
            pages.push(page);
            const total = hasTotal ? all.length : null;
            return { body: { page, limit: 100, total, items: all.slice((page - 1) * 100, page * 100) } };
          });
          for (const more of growth) {
            now += 60_000;
            pages = [];
            all = events(all.length + more);
            const operations = context.operations.with({ requester: 'A' });
            const read = await lastValueFrom(new AlertBook({ operations, now: () => now }).events('a'));
            expect(read.rows.map(({ sequence }) => sequence)).toEqual(all.map(({ sequence }) => sequence));
            expect([read.cut, read.failure]).toEqual([null, null]);
            expect(pages.filter((page) => page < newest)).toEqual([]);
            newest = Math.ceil(all.length / 100);
          }
        }
      ),
      { numRuns: 40 }
    );
  });

  it('are complete if only the first page has their total, even when they are read again', async () => {
    let now = T0;
    jest.spyOn(Date, 'now').mockImplementation(() => now);
    const { context } = fakeService(({ query }) => {
      const page = Number(query.page);
      const items = events(150).slice((page - 1) * 100, page * 100);
      return { body: { page, limit: 100, total: page === 1 ? 150 : null, items } };
    });
    for (now of [T0, T0 + 60_000]) {
      const operations = context.operations.with({ requester: 'A' });
      const read = await lastValueFrom(new AlertBook({ operations, now: () => now }).events('a'));
      expect(read).toMatchObject({ total: 150, isWhole: true });
    }
  });

  it('take at most five pages, and a later query for events reads the rest', async () => {
    const fake = service({ a: events(850) });
    await done(fake, [row('a')]);
    expect(fake.calls).toHaveLength(5);
    const { rows: all, cut } = await lastValueFrom(fake.book('table').events('a'));
    expect(all.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 850 }, (_, i) => i));
    expect(cut).toBeNull();
    expect(fake.calls).toHaveLength(9);
  });

  it('of more than five pages are read completely after the alert has ended, and again if it is active again', async () => {
    const timelines = { a: events(620) };
    const fake = service(timelines);
    const read = async (requester: string) => (await lastValueFrom(fake.book(requester).events('a'))).rows.length;
    expect(await read('A')).toBe(620);
    timelines.a.push({ ...events(1)[0], sequence: 620, eventType: 'ended', active: false });
    fake.state.rows = [{ id: 'a', active: false }];
    fake.state.now += 60_000;
    await lastValueFrom(fake.book('search').search({ at: T0 }));
    await lastValueFrom(fake.book('search').search({ from: T0 - HOUR, to: T0 }));
    expect(await read('A')).toBe(621);
    fake.state.now += 60_000;
    const before = fake.calls.length;
    expect(await read('A')).toBe(621);
    expect(fake.calls).toHaveLength(before);
    timelines.a.push({ ...events(1)[0], sequence: 621, eventType: 'updated' });
    fake.state.rows = [{ id: 'a', active: true }];
    await lastValueFrom(fake.book('list').list());
    expect(await read('A')).toBe(622);
  });

  it('are read for 50 new alerts per run, the most severe first, without counting known ones', async () => {
    const ids = Array.from({ length: 120 }, (_, i) => `a${i}`);
    const timelines = Object.fromEntries(ids.map((id) => [id, events(1, { eventType: 'ended', active: false })]));
    const fake = service(timelines);
    const alerts = ids.map((id, i) =>
      row(id, { active: false, impact: i === 119 ? 'severe' : 'low', lastSeenAt: T0 - i })
    );
    const named = () => ids.filter((id) => fake.book().firstMetricOf({ id })).length;
    await done(fake, alerts);
    expect(named()).toBe(50);
    expect(fake.calls[0].path).toBe('v2/alerts/a119/events');
    await done(fake, alerts, 'B');
    await done(fake, alerts, 'C');
    expect(named()).toBe(120);
    expect(fake.calls).toHaveLength(120);
  });

  it('count as deep as a query reads them itself', async () => {
    const fake = service({ a: events(621), b: events(3) });
    await lastValueFrom(fake.book('A').events('a'));
    await lastValueFrom(fake.book('A').events('b'));
    const book = fake.book('B');
    expect([book.historyOf('a'), book.historyOf('b'), book.knownEvents('b')]).toEqual([null, null, null]);
    expect(book.titleOf(row('a'))).toMatch(/^m0 · 1/);
    await lastValueFrom(book.readHistories([row('a'), row('b')]));
    expect(book.knownEvents('a')).toHaveLength(500);
    expect([book.wholeHistoryOf('a') === null, book.wholeHistoryOf('b') === null]).toEqual([true, false]);
    await lastValueFrom(book.events('a'));
    expect(book.knownEvents('a')).toHaveLength(621);
  });

  it('that cannot be read cause no error, and are read again after a minute', async () => {
    const fake = service({ a: events(1) });
    fake.state.failing.add('a');
    await done(fake, [row('a')]);
    fake.state.failing.clear();
    const before = fake.calls.length;
    fake.state.now += 30_000;
    await done(fake, [row('a')], 'B');
    expect(fake.calls).toHaveLength(before);
    fake.state.now += 31_000;
    await done(fake, [row('a')], 'C');
    expect(fake.book().titleOf(row('a'))).toBe('m0 · 1');
  });

  it.each([
    [2, 300],
    [3, 300],
    [2, null],
    [3, null],
  ])(
    'are incomplete while pages from %s on are missing with a total of %s, and are read again later',
    async (missing, total) => {
      const all = events(300);
      let failing = true;
      const { context, calls } = fakeService(({ query }) => {
        const page = Number(query.page);
        return failing && page >= missing
          ? { status: 500 }
          : { body: { page, limit: 100, total, items: all.slice((page - 1) * 100, page * 100) } };
      });
      const asking = { operations: context.operations.with({ requester: 'A' }), now: () => T0 };
      const [early, late] = [new AlertBook(asking), new AlertBook(asking)];
      const first = await lastValueFrom(early.events('a'));
      expect(first.rows.length).toBeLessThan(300);
      expect(first.failure).not.toBeNull();
      expect(early.historyOf('a')).toBeNull();
      const before = calls.length;
      await lastValueFrom(new AlertBook(asking).readHistories([row('a')]));
      expect(calls).toHaveLength(before);
      failing = false;
      const second = await lastValueFrom(late.events('a'));
      expect(second.rows).toHaveLength(300);
      expect(late.wholeHistoryOf('a') === null).toBe(total === null);
      expect(second.failure).toBeNull();
    }
  );
});

describe('the panels of one page', () => {
  it('share one list, and a repeated request refreshes it', async () => {
    const fake = service({}, [{ id: 'a', impact: 'low', active: true }]);
    await lastValueFrom(fake.book('variable').list());
    await lastValueFrom(fake.book('table').list());
    expect(fake.calls).toHaveLength(1);
    fake.state.rows = [];
    expect((await lastValueFrom(fake.book('table').list())).rows).toEqual([]);
    expect((await lastValueFrom(fake.book('variable').list())).rows).toEqual([]);
    expect(fake.calls).toHaveLength(2);
    fake.state.now += 6_000;
    await lastValueFrom(fake.book('another').list());
    expect(fake.calls).toHaveLength(3);
  });

  it('each show the requests of shared data', async () => {
    const fake = service({ a: events(1) }, [{ id: 'a', impact: 'low', active: true }]);
    const callsOf = async (requester: string) => {
      const calls: string[] = [];
      const operations = fake.context.operations.with({ requester, note: (call) => calls.push(call) });
      const book = new AlertBook({ operations, now: () => fake.state.now });
      await lastValueFrom(book.list());
      await lastValueFrom(book.events('a'));
      return calls;
    };
    const first = await callsOf('table');
    expect(first).toEqual(['GET /v2/alerts?expand=metrics', 'GET /v2/alerts/a/events?page=1&limit=100&expand=changes']);
    expect(await callsOf('chart')).toEqual(first);
    expect(fake.calls).toHaveLength(2);
  });

  it('do not share past failures', async () => {
    const fake = service({ a: events(1) });
    fake.state.failing.add('a');
    await expect(lastValueFrom(fake.book('A').events('a'))).rejects.toMatchObject({ status: 500 });
    fake.state.failing.clear();
    await expect(lastValueFrom(fake.book('B').events('a'))).resolves.toMatchObject({ cut: null });
  });
});

describe('the alerts of a range', () => {
  const LISTED = { id: 'a', impact: 'low', active: true, firstSeenAt: iso(T0 - HOUR), lastSeenAt: iso(T0) };
  const RANGE = { from: T0 - 6 * HOUR, to: T0 };
  const isStart = ({ query }: Call) => query.at !== undefined;

  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('do not wait longer than 20 s for the list at the start, and report what is missing', async () => {
    const fake = service({}, [LISTED], { latency: (call) => (isStart(call) ? 60_000 : 10) });
    const read = lastValueFrom(activeIn(fake.book(), RANGE).start());
    await jest.advanceTimersByTimeAsync(21_000);
    const { alerts, missing } = await read;
    expect(alerts.map(({ id }) => id)).toEqual(['a']);
    expect(missing.start?.message).toMatch(/took too long/);
  });

  it('wait for a list that is held up by other requests', async () => {
    const fake = service({}, [LISTED], {
      jsonData: { maxConcurrentRequests: 1 },
      latency: (call) => (isStart(call) ? 10 : 15_000),
    });
    const others = [1, 2, 3].map((at) => lastValueFrom(fake.book().search({ at })));
    const read = lastValueFrom(activeIn(fake.book(), RANGE).start());
    await jest.advanceTimersByTimeAsync(120_000);
    expect((await read).missing).toEqual({});
    await Promise.all(others);
  });
});
