import { concat, NEVER, of, throwError } from 'rxjs';
import { TestScheduler } from 'rxjs/testing';
import { decoration$ } from './decoration';

it.each([
  ['passes what comes, and ends with it', '19s a 19s (b|)', '19s a 19s (b|)'],
  ['gives up after 20 s without an answer', '25s (a|)', '20s |'],
  ['gives up after 20 s without another one', 'a 30s (b|)', 'a 19999ms |'],
  ['ends in silence where it fails', 'a 2s #', 'a 2s |'],
])('%s', (_, source, expected) => {
  new TestScheduler((actual, wanted) => expect(actual).toEqual(wanted)).run(({ cold, expectObservable }) => {
    expectObservable(decoration$(cold(source))).toBe(expected);
  });
});

it('leaves nothing under way when it gives up', () => {
  jest.useFakeTimers();
  const seen: string[] = [];
  decoration$(concat(of('a'), NEVER)).subscribe({ next: (one) => seen.push(one), complete: () => seen.push('end') });
  decoration$(throwError(() => new Error('no'))).subscribe({ complete: () => seen.push('failed') });
  jest.advanceTimersByTime(20_000);
  expect(seen).toEqual(['a', 'failed', 'end']);
  expect(jest.getTimerCount()).toBe(0);
  jest.useRealTimers();
});
