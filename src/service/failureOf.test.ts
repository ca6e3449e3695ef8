import { ServiceFailure } from '../ground/failure';
import { failureOf } from './failureOf';
import { startTestsAt } from '../../tests/support/clock';

describe('failureOf', () => {
  it.each([
    [{ status: 400 }, 'invalid'],
    [{ status: 401 }, 'refused'],
    [{ status: 403 }, 'forbidden'],
    [{ status: 404 }, 'notFound'],
    [{ status: 408 }, 'timeout'],
    [{ status: 422 }, 'invalid'],
    [{ status: 429 }, 'overloaded'],
    [{ status: 500 }, 'server'],
    [{ status: 502 }, 'unreachable'],
    [{ status: 503 }, 'overloaded'],
    [{ status: 504 }, 'timeout'],
    [{ status: 302 }, 'unreadable'],
    [{ status: 200 }, 'unreadable'],
    [{ cancelled: true, status: -1 }, 'cancelled'],
    [{ name: 'AbortError' }, 'cancelled'],
    [{ statusText: { toString: null } }, 'unreachable'],
    [new TypeError('Failed to fetch'), 'unreachable'],
    [Object.assign(new Error('timed out'), { name: 'TimeoutError' }), 'timeout'],
    // A success with a body that should be JSON, but is truncated.
    [Object.assign(new SyntaxError('Unexpected end of JSON input'), { data: { message: 'x' } }), 'unreadable'],
    [{ status: 0 }, 'unreachable'],
    [{ status: '503' }, 'unreachable'],
    [undefined, 'unreachable'],
    ['text', 'unreachable'],
  ])('is for %p: %s', (error, kind) => {
    expect(failureOf(error)).toMatchObject({ kind });
  });

  it('returns a failure unchanged', () => {
    const failure = new ServiceFailure('server');
    expect(failureOf(failure)).toBe(failure);
  });
});

describe('Retry-After', () => {
  startTestsAt(Date.UTC(2026, 10, 21, 12));

  it.each<[unknown, number | undefined]>([
    [{ headers: new Headers({ 'Retry-After': '7' }) }, 7000],
    [{ headers: new Headers(), data: { retryAfter: 3 } }, 3000],
    [{ data: { retryAfter: '3.5' } }, 3500],
    [{ data: { message: '{"retryAfter":3}', error: '', response: '' } }, 3000],
    [{ headers: new Headers({ 'Retry-After': 'Sat, 21 Nov 2026 12:00:20 GMT' }) }, 20_000],
    [{ headers: new Headers({ 'Retry-After': 'Sat, 21 Nov 2026 11:59:00 GMT' }) }, undefined],
    [{ data: { retryAfter: 0 } }, undefined],
    [{ data: { retryAfter: -4 } }, undefined],
    [{ data: { retryAfter: 'later' } }, undefined],
    [{ data: { retryAfter: null } }, undefined],
    [{ data: { message: '[[' } }, undefined],
    [{ data: null }, undefined],
  ])('in %j is %s', (error, wait) => {
    expect(failureOf({ status: 503, ...(error as object) }).facts.retryAfter).toBe(wait);
  });

  it('only counts if the service is overloaded', () => {
    expect(failureOf({ status: 500, data: { retryAfter: 3 } }).facts.retryAfter).toBeUndefined();
  });
});
