import fc from 'fast-check';
import { Observable, of, type Subscription, throwError } from 'rxjs';
import { ServiceFailure } from '../ground/failure';
import { RequestQueue, type Ticket } from './queue';

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
  const tickets = new Map<string, Ticket>();
  const enter = (name: string, turn: number): Subscription => {
    const ticket = { turn };
    tickets.set(name, ticket);
    const task = new Observable<never>((subscriber) => {
      started.push(name);
      running.set(name, () => subscriber.complete());
      most = Math.max(most, running.size);
      return () => running.delete(name);
    });
    return queue.pass(task, ticket).subscribe();
  };
  const settle = () => jest.advanceTimersByTimeAsync(1000);
  /** Ends all running tasks, one after another, until none is left. */
  const finish = async () => {
    for (await settle(); running.size > 0; await settle()) {
      [...running.values()][0]();
    }
  };
  const move = (name: string, turn: number) => queue.move(tickets.get(name)!, turn);
  return { enter, move, started, running, settle, finish, most: () => most };
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

  it('removes a waiting task that leaves, and gives a running one’s slot to the next', async () => {
    const { enter, started, running, settle } = queueOf(1);
    const first = enter('first', 0);
    const second = enter('second', 0);
    enter('third', 0);
    // Next in turn, but a waiting task has no slot to give.
    enter('fourth', 0);
    second.unsubscribe();
    first.unsubscribe();
    await settle();
    expect(started).toEqual(['first', 'third']);
    expect([...running.keys()]).toEqual(['third']);
  });

  it('starts none of the tasks that all leave at once', async () => {
    const { enter, started, settle } = queueOf(2);
    const all = ['a', 'b', 'c', 'd'].map((name) => enter(name, 0));
    all.forEach((one) => one.unsubscribe());
    await settle();
    expect(started).toEqual(['a', 'b']);
  });

  it('gives the slot of a failed task, and of one that ends at once, to the next', async () => {
    const queue = new RequestQueue(1);
    const seen: unknown[] = [];
    queue
      .pass(
        throwError(() => new ServiceFailure('server')),
        { turn: 0 }
      )
      .subscribe({ error: () => seen.push('failed') });
    queue.pass(of('value'), { turn: 0 }).subscribe((value) => seen.push(value));
    queue.pass(of('last'), { turn: 1 }).subscribe((value) => seen.push(value));
    await jest.advanceTimersByTimeAsync(1000);
    expect(seen).toEqual(['failed', 'value', 'last']);
  });

  it('moves a waiting task to its new turn, after those that already have it', async () => {
    const { enter, move, started, finish } = queueOf(1);
    enter('a0', 0);
    enter('a1', 1);
    enter('a2', 2);
    enter('b0', 0);
    move('a2', 0);
    move('a0', 5);
    await finish();
    expect(started).toEqual(['a0', 'b0', 'a2', 'a1']);
  });
});
