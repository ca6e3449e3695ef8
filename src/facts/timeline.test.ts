import fc from 'fast-check';
import { lastValueFrom } from 'rxjs';
import { fakeService } from '../../tests/support/fakeContext';
import { iso } from '../../tests/support/times';
import { HOUR } from '../ground/spans';
import { eventPages } from '../service/alerts';
import { headOf, readHead, readTimeline, type Timeline } from './timeline';

const T0 = Date.UTC(2026, 0, 31, 12);

const events = (count: number) =>
  Array.from({ length: count }, (_, i) => ({
    sequence: i,
    eventType: i === 0 ? 'created' : 'updated',
    eventOccurred: iso(T0 - HOUR + i * 1000),
    active: true,
    changes: [{ type: 'added', nodeId: 1, statTypeId: `m${i % 7}` }],
  }));

/** An alert with events. `total` is what a page says of their number. */
function service(total: (page: number, count: number) => number | null = (_, count) => count) {
  const state = { count: 0, pages: [] as number[], failing: Infinity };
  jest.spyOn(Date, 'now').mockImplementation(() => now);
  const { context } = fakeService(({ query }) => {
    const page = Number(query.page);
    state.pages.push(page);
    const items = events(state.count).slice((page - 1) * 100, page * 100);
    return page >= state.failing
      ? { status: 500 }
      : { body: { page, limit: 100, total: total(page, state.count), items } };
  });
  let now = T0;
  const read = (known: Timeline | null) => {
    now += 60_000;
    state.pages = [];
    return lastValueFrom(readTimeline(eventPages(context.operations, 'a'), known));
  };
  return { state, read, head: () => lastValueFrom(readHead(eventPages(context.operations, 'a'))) };
}

afterEach(() => jest.restoreAllMocks());

const sequences = ({ rows }: Timeline) => rows.map(({ sequence }) => sequence);

it('is complete however the list grows, with only the newest known page requested again', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(250), { minLength: 1, maxLength: 5 }), fc.boolean(), async (growth, hasTotal) => {
      const { state, read } = service((_, count) => (hasTotal ? count : null));
      let known: Timeline | null = null;
      let newest = 0;
      for (const more of growth) {
        state.count += more;
        known = await read(known);
        expect(sequences(known)).toEqual(events(state.count).map(({ sequence }) => sequence));
        expect([known.cut, known.failure, known.isWhole]).toEqual([null, null, hasTotal]);
        expect(state.pages.filter((page) => page < newest)).toEqual([]);
        newest = Math.ceil(state.count / 100);
      }
    }),
    { numRuns: 40 }
  );
});

it('is complete if only the first page has its total, even when it is read again', async () => {
  const { state, read } = service((page, count) => (page === 1 ? count : null));
  state.count = 150;
  const first = await read(null);
  for (const found of [first, await read(first)]) {
    expect(found).toMatchObject({ total: 150, isWhole: true });
  }
});

it('continues a first page that is full without reading it again', async () => {
  const { state, read, head } = service();
  state.count = 250;
  const found = await read(await head());
  expect([sequences(found).length, state.pages.sort()]).toEqual([250, [2, 3]]);
  expect(found.isWhole).toBe(true);
});

it.each([2600, 5000])('of %d events has the first page and the 24 newest', async (count) => {
  const { state, read } = service();
  state.count = count;
  const known = await read(null);
  const all = events(count).map(({ sequence }) => sequence);
  expect(sequences(known)).toEqual([...all.slice(0, 100), ...all.slice(-2400)]);
  expect([known.cut, state.pages.length]).toEqual(['middle', 25]);
  state.count += 30;
  const later = events(count + 30).map(({ sequence }) => sequence);
  const grown = await read(known);
  expect(sequences(grown)).toEqual([...later.slice(0, 100), ...later.slice(-2330)]);
});

it('is read again from its first page if it has become shorter, or if an event moved', async () => {
  const { state, read } = service();
  state.count = 350;
  const known = await read(null);
  state.count = 220;
  expect(sequences(await read(known))).toEqual(events(220).map(({ sequence }) => sequence));
});

it.each([
  [2, 300],
  [3, 300],
  [2, null],
  [3, null],
])(
  'is incomplete while pages from %s on are missing with a total of %s, and read again later',
  async (failing, total) => {
    const { state, read } = service(() => total);
    Object.assign(state, { count: 300, failing });
    const first = await read(null);
    expect(first.rows.length).toBeLessThan(300);
    expect(first.failure).not.toBeNull();
    state.failing = Infinity;
    const second = await read(first);
    expect([second.rows.length, second.failure, second.isWhole]).toEqual([300, null, total !== null]);
  }
);

it('has the first page whole only with as many rows as it should have', async () => {
  const { state, head } = service(() => 500);
  state.count = 100;
  expect(headOf(await head()).isWhole).toBe(true);
  state.count = 60;
  jest.spyOn(Date, 'now').mockReturnValue(T0 + HOUR);
  expect(headOf(await head()).isWhole).toBe(false);
});
