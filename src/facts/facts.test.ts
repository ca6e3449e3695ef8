import { Observable, of, throwError } from 'rxjs';
import { HOUR } from '../ground/spans';
import { Facts } from './facts';

/** A fact that is read when a test says so. */
function slow() {
  const waiting: Array<(data: number) => void> = [];
  let canceled = 0;
  const fetch = () =>
    new Observable<number>((subscriber) => {
      waiting.push((data) => {
        subscriber.next(data);
        subscriber.complete();
      });
      return () => (canceled += subscriber.closed ? 0 : 1);
    });
  return { fetch, waiting, canceled: () => canceled };
}

const read = (facts: Facts, fetch: () => Observable<number>, { at = 0, key = 'k', more = {} } = {}) => {
  const got: unknown[] = [];
  const source = { fetch, staleFor: 'search' as const, ...more };
  const reading = facts
    .read([key], source, () => at)
    .subscribe({ next: (data) => got.push(data), error: (e) => got.push(e) });
  return { got, reading };
};

it('serves everybody as long as it is trusted, and readings in progress are one', () => {
  const facts = new Facts();
  const { fetch, waiting } = slow();
  const [one, two] = [read(facts, fetch), read(facts, fetch)];
  waiting[0](1);
  expect([one.got, two.got, waiting.length]).toEqual([[1], [1], 1]);
  expect(read(facts, fetch, { at: HOUR }).got).toEqual([1]);
  read(facts, fetch, { at: HOUR + 1 });
  expect(waiting).toHaveLength(2);
});

it('is read separately for other parameters', () => {
  const facts = new Facts();
  const { fetch, waiting } = slow();
  read(facts, fetch);
  read(facts, fetch, { key: 'other' });
  expect(waiting).toHaveLength(2);
});

it('is canceled when nobody waits for it, and then read again', () => {
  const facts = new Facts();
  const { fetch, waiting } = slow();
  const [one, two] = [read(facts, fetch), read(facts, fetch)];
  one.reading.unsubscribe();
  const three = read(facts, fetch);
  [two, three].forEach(({ reading }) => reading.unsubscribe());
  read(facts, fetch);
  expect(waiting).toHaveLength(2);
});

it('is read again after a failure, and its last data stays', () => {
  const facts = new Facts();
  read(facts, () => of(1));
  const failing = read(facts, () => throwError(() => 'lost'), { at: 2 * HOUR });
  expect([failing.got, facts.known(['k'])]).toEqual([['lost'], expect.objectContaining({ data: 1, error: 'lost' })]);
  expect(read(facts, () => of(2), { at: 2 * HOUR }).got).toEqual([2]);
});

it('does not serve others if it is for its own reader, or covers less', () => {
  const facts = new Facts();
  read(facts, () => of(1));
  expect(read(facts, () => of(2), { more: { scope: 5, staleFor: () => 'once' } }).got).toEqual([2]);
  const atLeast = (wanted: number) => ({ more: { scope: wanted, covers: (known: number) => known >= wanted } });
  expect(read(facts, () => of(3), atLeast(4)).got).toEqual([2]);
  expect(read(facts, () => of(3), atLeast(6)).got).toEqual([3]);
});
