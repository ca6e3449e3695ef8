import { reasonOf, toFailure } from './errors';
import { ServiceFailure } from './failure';

const PLACE = { dataSource: 'Anomalies', path: '/v2/alerts' };

describe('reasonOf', () => {
  it.each([
    ['plain text', 'bad node', 'bad node'],
    ['a message', { message: ' bad node ' }, 'bad node'],
    ['a problem', { title: 'Bad Request', detail: 'bad node' }, 'bad node'],
    ['a nested error', { error: { code: 7, message: 'bad node' } }, 'bad node'],
    ['a list of errors', { errors: [{ detail: 'bad node' }, { detail: 'other' }] }, 'bad node'],
    ['a bare list of errors', [{ message: 'bad node' }], 'bad node'],
    ['lists in lists', { errors: [[], { errors: [] }] }, undefined],
    ['a page', '<html>no</html>', undefined],
    ['a page as Grafana gives it', { message: '<!doctype html>', error: '', response: '<!doctype html>' }, undefined],
    ['nothing', '', undefined],
    ['null', null, undefined],
    ['a number', { message: 7 }, undefined],
    ['an empty list', { errors: [] }, undefined],
  ])('of %s', (_, body, expected) => {
    expect(reasonOf(body)).toBe(expected);
  });

  it('is cut where it is long', () => {
    expect(reasonOf({ message: 'x'.repeat(500) })?.length).toBeLessThanOrEqual(200);
  });
});

describe('toFailure', () => {
  it('tells a refused token from a wrong parameter', () => {
    const proxied = toFailure({ status: 400, data: { message: 'Authentication to data source failed' } }, PLACE);
    expect(proxied.kind).toBe('refused');
    expect(proxied.message).toMatch(/read permission/);
    expect(toFailure({ status: 400, data: { message: 'bad' } }, PLACE).kind).toBe('invalid');
  });

  it.each([
    [{ cancelled: true, status: -1 }, 'cancelled'],
    [{ name: 'AbortError' }, 'cancelled'],
    [new TypeError('Failed to fetch'), 'unreachable'],
    [{ status: 0 }, 'unreachable'],
    [{ status: 302 }, 'unreadable'],
    [{ status: 200 }, 'unreadable'],
    [undefined, 'unreachable'],
    ['text', 'unreachable'],
  ])('of %j is of kind %s and says a sentence', (error, kind) => {
    const failure = toFailure(error, PLACE);
    expect(failure.kind).toBe(kind);
    expect(failure.message).toMatch(/\/v2\/alerts.*\.$/);
    expect(failure.message).not.toMatch(/undefined|\{\{|\(\)/);
  });

  it('leaves one as it is', () => {
    const failure = new ServiceFailure('server', 'no');
    expect(toFailure(failure, PLACE)).toBe(failure);
  });

  it('takes nothing in a name or a reason for markup or for a placeholder', () => {
    const { message } = toFailure(
      { status: 500, data: { message: 'a {{path}} & "b"' } },
      { ...PLACE, dataSource: 'A & B' }
    );
    expect(message).toContain('a {{path}} & "b"');
    expect(toFailure({ status: 401 }, { ...PLACE, dataSource: 'A & B' }).message).toContain('A & B');
  });
});
