import fc from 'fast-check';
import { MINUTE } from '../ground/spans';
import { type Answer, clientOf, FINE } from '../../tests/support/clientService';
import { startTestsAt } from '../../tests/support/clock';

const NOW = Date.UTC(2026, 0, 31, 14);
const SECOND = 1000;
const TEN = Array.from({ length: 10 }, (_, i) => `p${i}`);

startTestsAt(NOW);

describe('a service in trouble', () => {
  it.each([429, 503])('gets seven requests if ten meet a %s, and all fail with a reason', async (status) => {
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

  it('gets one request first, and the others once that succeeded', async () => {
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

  it.each<[string, Answer, number]>([
    ['its header', { status: 429, headers: new Headers({ 'retry-after': '7' }) }, 7 * SECOND],
    ['its body', { status: 503, data: { retryAfter: 20 } }, 20 * SECOND],
    ['an hour, limited to a minute', { status: 503, data: { retryAfter: 3600 } }, MINUTE],
  ])('gets no requests for as long as %s requests', async (_, trouble, wait) => {
    const { sent, ask, pass, ends } = clientOf((__, call) => (call <= 4 ? trouble : FINE));
    TEN.forEach((path) => ask(path));
    await pass(wait - 100);
    expect(sent).toHaveLength(4);
    await pass(wait / 10 + 500);
    expect([...ends.values()]).toEqual(TEN.map(() => 'done'));
  });

  it('that requests long waits gets one more attempt before waiting requests fail', async () => {
    const { sent, ask, pass, ends } = clientOf(() => ({ status: 503, data: { retryAfter: 45 } }));
    TEN.forEach((path) => ask(path));
    await pass(44 * SECOND);
    expect(ends.size).toBe(0);
    await pass(10 * SECOND);
    expect([...ends.values()]).toEqual(TEN.map(() => 'overloaded'));
    expect(sent).toHaveLength(5);
  });

  it('is forgiven once it answers: the next failure is retried again', async () => {
    let answer: Answer = { status: 503 };
    const { ask, pass, ends } = clientOf(() => answer);
    TEN.forEach((path) => ask(path));
    await pass(MINUTE);
    expect(ends.get('p0')).toBe('overloaded');
    answer = FINE;
    ask('well');
    await pass(MINUTE);
    expect(ends.get('well')).toBe('done');
    answer = { status: 503 };
    ask('later');
    await pass(100);
    answer = FINE;
    await pass(MINUTE);
    expect(ends.get('later')).toBe('done');
  });

  it('with a problem at only one path still answers the others', async () => {
    const { ask, pass, ends } = clientOf((path) => (path === 'p0' ? { status: 503 } : FINE));
    TEN.forEach((path) => ask(path));
    await pass(MINUTE);
    expect(ends.get('p0')).toBe('overloaded');
    expect([...ends.values()].filter((end) => end === 'done')).toHaveLength(9);
  });

  it('does not delay requests after another kind of failure', async () => {
    const { sent, ask, pass } = clientOf((path) => (path === 'p0' ? { status: 500 } : FINE));
    TEN.forEach((path) => ask(path));
    await pass(100);
    expect(sent).toHaveLength(10);
  });

  it('lets callers leave, waiting or first in line', async () => {
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

  it('gets no more requests when all callers have left', async () => {
    const { sent, ask, pass } = clientOf(() => ({ status: 503 }));
    const all = TEN.map((path) => ask(path));
    await pass(100);
    all.forEach((one) => one.unsubscribe());
    await pass(10 * MINUTE);
    expect(sent).toHaveLength(4);
    expect(jest.getTimerCount()).toBe(0);
  });

  it.each<[string, Answer]>([
    ['a lost connection', 'lost'],
    ['a 502', { status: 502 }],
    ['a 504', { status: 504 }],
  ])('stays so if the first request meets %s', async (_, answer) => {
    const { sent, ask, pass } = clientOf((__, call) => (call <= 4 ? { status: 503 } : answer));
    TEN.forEach((path) => ask(path));
    await pass(1500);
    expect(sent.length).toBeLessThanOrEqual(6);
  });

  it('that never recovers gets few requests, however often panels refresh, and each refresh fails with a reason', async () => {
    const { sent, ask, pass, ends } = clientOf(() => ({ status: 503 }));
    for (let i = 0; i < 60; i++) {
      TEN.forEach((path) => ask(`${path} ${i}`));
      await pass(10 * SECOND);
    }
    await pass(MINUTE);
    // Ten minutes: the first burst, then at most one every 15 s (20 s, varied by a quarter), and the first few.
    expect(sent.length).toBeLessThanOrEqual(7 + 11 * 4 + 2);
    expect(ends.size).toBe(600);
  });
});

describe('a month of flapping', () => {
  it('leaves no request unanswered and no timer behind', () =>
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
          const { ask, pass, sent, ends } = clientOf(() => now);
          let asked = 0;
          for (const { status, hours } of spells) {
            now = status;
            // Three panels request it at the start of each phase, in the middle, and at the end.
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
          expect(jest.getTimerCount()).toBe(0);
        }
      ),
      { numRuns: 3 }
    ));
});
