import fc from 'fast-check';
import { type Answer, clientOf, FINE } from '../../tests/support/clientService';

const NOW = Date.UTC(2026, 0, 31, 14);
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const TEN = Array.from({ length: 10 }, (_, i) => `p${i}`);

beforeEach(() => {
  jest.useFakeTimers({ now: NOW });
});
afterEach(() => {
  jest.useRealTimers();
});

describe('a service in trouble', () => {
  it.each([429, 503])('is asked seven times where ten requests meet a %s, and all are told', async (status) => {
    const { sent, ask, pass, ends, failures } = clientOf(() => ({ status }));
    TEN.forEach((path) => ask(path));
    await pass(MINUTE);
    expect(sent).toHaveLength(7);
    expect([...ends.values()]).toEqual(TEN.map(() => 'overloaded'));
    expect(failures.every(({ facts }) => (facts.retryAt ?? 0) > NOW)).toBe(true);
    const waits = sent.slice(4).map(({ at }, i) => at - sent[i + 3].at);
    expect(waits[1]).toBeGreaterThan(waits[0]);
    expect(waits[2]).toBeGreaterThan(waits[1]);
  });

  it('gets one request ahead, and the others once that went well', async () => {
    const { sent, ask, pass, ends } = clientOf((_, call) => (call <= 4 ? { status: 503 } : FINE));
    TEN.forEach((path) => ask(path));
    await pass(300);
    expect(sent).toHaveLength(4);
    for (let i = 0; i < 100 && sent.length < 5; i++) {
      await pass(5);
    }
    expect(sent).toHaveLength(5);
    await pass(100);
    expect([...ends.values()]).toEqual(TEN.map(() => 'done'));
    expect(sent).toHaveLength(14);
  });

  it('gets no more than four at once from then on', async () => {
    const most: number[] = [];
    const { ask, pass, ends, active } = clientOf((_, call) => {
      most.push(active() + 1);
      return call <= 12 ? { status: 429 } : FINE;
    }, 12);
    const paths = Array.from({ length: 30 }, (_, i) => `p${i}`);
    paths.forEach((path) => ask(path));
    await pass(MINUTE);
    expect([...ends.values()]).toEqual(paths.map(() => 'done'));
    expect(Math.max(...most.slice(0, 12))).toBe(12);
    expect(Math.max(...most.slice(12))).toBe(4);
  });

  it.each<[string, Answer, number]>([
    ['its header', { status: 429, headers: new Headers({ 'retry-after': '7' }) }, 7 * SECOND],
    ['its body', { status: 503, data: { error: { retryAfter: 20 } } }, 20 * SECOND],
    ['a date', { status: 503, data: { retry_after: new Date(NOW + 30 * SECOND).toISOString() } }, 30 * SECOND],
    ['an hour, of which a minute counts', { status: 503, data: { retryAfter: 3600 } }, MINUTE],
  ])('is left alone for as long as %s says', async (_, trouble, wait) => {
    const { sent, ask, pass, ends } = clientOf((__, call) => (call <= 4 ? trouble : FINE));
    TEN.forEach((path) => ask(path));
    await pass(wait - 100);
    expect(sent).toHaveLength(4);
    await pass(wait / 10 + 500);
    expect([...ends.values()]).toEqual(TEN.map(() => 'done'));
  });

  it('that asks for long waits is tried once more before those who wait are told', async () => {
    const { sent, ask, pass, ends } = clientOf(() => ({ status: 503, data: { retryAfter: 45 } }));
    TEN.forEach((path) => ask(path));
    await pass(44 * SECOND);
    expect(ends.size).toBe(0);
    await pass(10 * SECOND);
    expect([...ends.values()]).toEqual(TEN.map(() => 'overloaded'));
    expect(sent).toHaveLength(5);
  });

  it('waits for the longest that any of several answers asks for', async () => {
    const { sent, ask, pass } = clientOf((_, call) => ({ status: 503, data: { retryAfter: call } }));
    TEN.forEach((path) => ask(path));
    await pass(3900);
    expect(sent).toHaveLength(4);
  });

  it('that is ill at one path only gives the others their answers', async () => {
    const { ask, pass, ends } = clientOf((path) => (path === 'p0' ? { status: 503 } : FINE));
    TEN.forEach((path) => ask(path));
    await pass(MINUTE);
    expect(ends.get('p0')).toBe('overloaded');
    expect([...ends.values()].filter((end) => end === 'done')).toHaveLength(9);
  });

  it('holds back nobody for an answer of another kind', async () => {
    const { sent, ask, pass } = clientOf((path) => (path === 'p0' ? { status: 500 } : FINE));
    TEN.forEach((path) => ask(path));
    await pass(100);
    expect(sent).toHaveLength(10);
  });

  it('lets who leaves go, waiting or ahead of the others', async () => {
    const { sent, ask, pass, ends } = clientOf((_, call) => (call <= 1 ? { status: 503 } : FINE), 1);
    const first = ask('first');
    const second = ask('second');
    ask('third');
    await pass(100);
    first.unsubscribe();
    for (let i = 0; i < 200 && sent.length < 2; i++) {
      await pass(5);
    }
    expect(sent.map(({ path }) => path)).toEqual(['first', 'second']);
    second.unsubscribe();
    await pass(100);
    expect(sent.map(({ path }) => path)).toEqual(['first', 'second', 'third']);
    expect([...ends]).toEqual([['third', 'done']]);
  });

  it('is not asked any more when all have left', async () => {
    const { sent, ask, pass } = clientOf(() => ({ status: 503 }));
    const all = TEN.map((path) => ask(path));
    await pass(100);
    all.forEach((one) => one.unsubscribe());
    await pass(10 * MINUTE);
    expect(sent).toHaveLength(4);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('gets another one where who went ahead is lost', async () => {
    const { sent, ask, pass, ends } = clientOf(
      (_, call) => (call === 1 ? { status: 503 } : call === 2 ? 'never' : FINE),
      2
    );
    ask('a');
    await pass(100);
    ask('b');
    ask('c');
    await pass(20 * SECOND);
    expect(sent).toHaveLength(2);
    await pass(20 * SECOND);
    expect([...ends.keys()].sort()).toHaveLength(2);
  });

  it.each<[string, Answer]>([
    ['a lost connection', 'lost'],
    ['a 502', { status: 502 }],
    ['a 504', { status: 504 }],
  ])('stays so where who went ahead meets %s', async (_, answer) => {
    const { sent, ask, pass } = clientOf((__, call) => (call <= 4 ? { status: 503 } : answer));
    TEN.forEach((path) => ask(path));
    await pass(1500);
    expect(sent.length).toBeLessThanOrEqual(6);
  });

  it('tells how it is and until when', async () => {
    const { client, ask, pass } = clientOf((_, call) =>
      call === 1 ? { status: 429, data: { retryAfter: 10 } } : FINE
    );
    const told: Array<{ status?: number; until: number } | null> = [];
    client.trouble.subscribe((trouble) => told.push(trouble));
    ask('a');
    await pass(MINUTE);
    expect(told).toEqual([null, { status: 429, since: NOW + 10, until: expect.any(Number) }, null]);
    expect((told[1]?.until ?? 0) - NOW).toBeGreaterThanOrEqual(10 * SECOND);
  });

  it('for good is asked rarely, however often panels refresh, and each is told', async () => {
    const { sent, ask, pass, ends } = clientOf(() => ({ status: 503 }));
    for (let i = 0; i < 60; i++) {
      TEN.forEach((path) => ask(`${path} ${i}`));
      await pass(10 * SECOND);
    }
    await pass(MINUTE);
    // Ten minutes: the first burst, then at most one each 15 s (20 s, varied by a quarter) and the first few.
    expect(sent.length).toBeLessThanOrEqual(7 + 11 * 4 + 2);
    expect(ends.size).toBe(600);
  });

  it('a while ago is no reason to give up early now', async () => {
    const { sent, ask, pass, ends } = clientOf((_, call) => (call <= 4 || call === 5 ? { status: 503 } : FINE), 1);
    ask('a');
    await pass(5 * MINUTE);
    expect(sent).toHaveLength(4);
    ask('b');
    await pass(5 * SECOND);
    expect(ends.get('b')).toBe('done');
  });
});

describe('a month of flapping', () => {
  it('leaves no request unanswered, no wait above a minute and no timer behind', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            status: fc.constantFrom<Answer>({ status: 503 }, { status: 429, data: { retryAfter: 2 } }, 'lost', FINE),
            hours: fc.double({ min: 0.01, max: 40, noNaN: true }),
          }),
          { minLength: 20, maxLength: 30 }
        ),
        async (spells) => {
          jest.setSystemTime(NOW);
          let now: Answer = FINE;
          const { client, ask, pass, sent, ends } = clientOf(() => now);
          const waits: number[] = [];
          client.trouble.subscribe((trouble) => waits.push(trouble ? trouble.until - Date.now() : 0));
          let asked = 0;
          for (const { status, hours } of spells) {
            now = status;
            // Three panels look at it at the beginning of each spell, midway and at its end.
            for (let i = 0; i < 3; i++) {
              ['a', 'b', 'c'].forEach((path) => ask(`${path} ${asked++}`));
              await pass((hours * 60 * MINUTE) / 3);
            }
          }
          now = FINE;
          await pass(3 * MINUTE);
          ask('last');
          await pass(MINUTE);
          expect(ends.size).toBe(asked + 1);
          expect(ends.get('last')).toBe('done');
          expect(sent.length).toBeLessThanOrEqual(4 * (asked + 1));
          expect(Math.max(...waits)).toBeLessThanOrEqual(MINUTE);
          expect(client.trouble.value).toBeNull();
          expect(jest.getTimerCount()).toBe(0);
        }
      ),
      { numRuns: 3 }
    ));
});
