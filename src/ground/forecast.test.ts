import fc from 'fast-check';
import { decodeForecast } from './decode';

const POINT = { timestamp: '2026-01-31T14:00:00Z', corridors: { main: { up: 2, down: 1 } } };

describe('decodeForecast', () => {
  it.each([
    ['a list', [POINT]],
    ['metric data', { node: 1, metric: 'cpu', data: [POINT] }],
    ['below two other fields', { list: [1, 2], meta: { data: [] }, result: { forecast: { points: [POINT] } } }],
    ['with corridors next to the time', [{ timestamp: 1_700_000_000_000, main: { up: 2, down: 1 } }]],
    ['among what is none', ['x', null, POINT]],
  ])('finds data points in %s', (_, body) => {
    const columns = decodeForecast(body).columns;
    expect(columns?.length).toBe(1);
    expect(columns?.edges[0]?.[0]).toBe(2);
  });

  it('accepts values without corridors', () => {
    expect(decodeForecast([{ timestamp: '2026-01-31T14:00:00Z', smoothened: 3 }]).columns?.smoothened[0]).toBe(3);
  });

  it.each([[null], [7], [{}], [[]], [{ data: [] }], [[{ timestamp: 'soon' }]], [{ data: [{ at: 1, up: 2 }] }]])(
    'finds none in %j',
    (body) => {
      expect(decodeForecast(body).columns).toBeNull();
    }
  );

  it('never fails', () => {
    fc.assert(
      fc.property(fc.anything(), (body) => {
        expect(() => decodeForecast(body)).not.toThrow();
      })
    );
  });
});

it('distinguishes missing data points from unreadable ones', () => {
  const isEmpty = (body: unknown) => decodeForecast(body).isEmpty;
  expect([[], { data: [] }].map(isEmpty)).toEqual([true, true]);
  expect([{}, { data: {} }, [1], null].map(isEmpty)).toEqual([false, false, false, false]);
});

it.each([
  ['datapoints', [POINT], 1, undefined, false],
  ['data points next to an empty list', { data: [], forecast: [POINT] }, 1, undefined, false],
  ['none', { data: [] }, undefined, { data: [] }, true],
  ['an unknown shape', { later: 1 }, undefined, { later: 1 }, false],
])('recognizes an answer with %s', (_, body, length, raw, isEmpty) => {
  const forecast = decodeForecast(body);
  expect([forecast.columns?.length, forecast.raw, forecast.isEmpty]).toEqual([length, raw, isEmpty]);
});

it.each([
  ['three fields down', { a: { b: { c: [POINT] } } }, 1],
  ['four fields down', { a: { b: { c: { d: [POINT] } } } }, undefined],
  ['only times', [{ timestamp: POINT.timestamp }], undefined],
  ['a corridor with one edge', [{ timestamp: POINT.timestamp, corridors: { main: { up: 2, down: null } } }], 1],
])('of %s', (_, body, length) => {
  expect(decodeForecast(body).columns?.length).toBe(length);
});

it.each([[{ error: 'moved' }], [{ error: { message: 'moved' } }], [{ error: ['moved'] }]])(
  'finds none in %j, which reports an error',
  (body) => {
    expect(() => decodeForecast(body)).toThrow(expect.objectContaining({ kind: 'unreadable' }));
  }
);

it.each([
  [{ error: 0.2, points: [{ at: 1 }] }, null],
  [{ error: 'late', forecast: { data: [POINT] } }, 1],
])('reads %j, whose error may mean something else', (body, length) => {
  expect(decodeForecast(body).columns?.length ?? null).toBe(length);
});
