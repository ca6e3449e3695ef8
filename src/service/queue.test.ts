import fc from 'fast-check';
import { Observable } from 'rxjs';
import { RequestQueue } from './queue';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

/** A queue, and tasks that end on request. */
function queueOf(limit: number) {
  const queue = new RequestQueue(limit);
  const started: string[] = [];
  const running = new Map<string, () => void>();
  let most = 0;
  const enter = (name: string, turn: number) => {
    const task = new Observable<never>((subscriber) => {
      started.push(name);
      running.set(name, () => subscriber.complete());
      most = Math.max(most, running.size);
      return () => running.delete(name);
    });
    queue.pass(task, { turn }).subscribe();
  };
  const settle = () => jest.advanceTimersByTimeAsync(1000);
  /** Ends all running tasks, one after another, until none is left. */
  const finish = async () => {
    for (await settle(); running.size > 0; await settle()) {
      [...running.values()][0]();
    }
  };
  return { enter, started, finish, most: () => most };
}

describe('RequestQueue', () => {
  it('runs no more than its limit, and finally all, the smallest turn first', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 4 }),
        fc.array(fc.nat(3), { maxLength: 12 }),
        async (limit, others) => {
          // Every query starts with its newest part.
          const turns = [0, ...others];
          const { enter, started, finish, most } = queueOf(limit);
          turns.forEach((turn, i) => enter(`${turn}.${i}`, turn));
          await finish();
          expect(started).toHaveLength(turns.length);
          expect(most()).toBeLessThanOrEqual(limit);
          const order = turns.map((turn, i) => ({ turn, i })).sort((a, b) => a.turn - b.turn || a.i - b.i);
          expect(started).toEqual(order.map(({ turn, i }) => `${turn}.${i}`));
        }
      ),
      { numRuns: 40 }
    );
  });
});
