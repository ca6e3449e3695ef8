import fc from 'fast-check';
import { decodeDatapoints } from './decode';
import { HOUR } from './spans';

const START = Date.UTC(2026, 1, 27);

/** Rows, read in a simple way: time, value, the six edges. NaN is null. */
function rowsOf(data: unknown[]) {
  const columns = decodeDatapoints(data);
  const number = (value: number) => (Number.isNaN(value) ? null : value);
  return Array.from({ length: columns.length }, (_, i) => [
    columns.time[i],
    number(columns.smoothened[i]),
    ...columns.edges.map((edge) => (edge ? number(edge[i]) : null)),
  ]);
}

const limits = fc.option(
  fc.record({ up: fc.option(fc.integer(), { nil: null }), down: fc.option(fc.integer(), { nil: undefined }) }),
  { nil: null }
);
const point = fc.record({
  hour: fc.integer({ min: 0, max: 48 }),
  smoothened: fc.oneof(fc.integer(), fc.constant(null), fc.constant(undefined)),
  corridors: fc.option(fc.record({ main: limits, sup: limits, inf: limits }, { requiredKeys: [] }), { nil: null }),
});

describe('decodeDatapoints', () => {
  it('sorts any points by time, keeps the last of each time, and reads both forms of time', () => {
    fc.assert(
      fc.property(fc.array(point, { maxLength: 30 }), (points) => {
        const latest = new Map(points.map((item) => [START + item.hour * HOUR, item]));
        const expected = [...latest]
          .sort(([one], [other]) => one - other)
          .map(([time, { smoothened, corridors }]) => [
            time,
            smoothened ?? null,
            ...(['main', 'sup', 'inf'] as const).flatMap((band) => [
              corridors?.[band]?.up ?? null,
              corridors?.[band]?.down ?? null,
            ]),
          ]);
        const v1 = points.map(({ hour, ...rest }) => ({ timestamp: START + hour * HOUR, ...rest }));
        const v2 = v1.map((item) => ({ ...item, timestamp: new Date(item.timestamp).toISOString() }));
        expect(rowsOf(v1)).toEqual(expected);
        expect(rowsOf(v2)).toEqual(expected);
        const texts = JSON.stringify(v1, (_, value: unknown) => (typeof value === 'number' ? String(value) : value));
        expect(rowsOf(JSON.parse(texts))).toEqual(expected);
      })
    );
  });

  it('omits points without a readable time, and never fails', () => {
    const garbage = [
      null,
      undefined,
      7,
      'text',
      [],
      {},
      { timestamp: null },
      { timestamp: 'soon', smoothened: 1 },
      { timestamp: true },
      { timestamp: START, smoothened: ' ', corridors: 'none' },
      { timestamp: START + HOUR, smoothened: 2, corridors: { main: 5, sup: [], inf: { up: 'high', down: {} } } },
      { timestamp: 8.65e15, smoothened: 1 },
      { timestamp: '-9000000000000000', smoothened: 1 },
      { timestamp: -1e300, smoothened: 1 },
      { timestamp: START + 2 * HOUR, smoothened: Infinity, corridors: { main: { up: '1e999', down: '0x' } } },
      { timestamp: '+275761-01-01T00:00:00Z', smoothened: 1 },
    ];
    expect(rowsOf(garbage)).toEqual([
      [START, null, null, null, null, null, null, null],
      [START + HOUR, 2, null, null, null, null, null, null],
      [START + 2 * HOUR, null, null, null, null, null, null, null],
    ]);
    fc.assert(
      fc.property(fc.array(fc.anything(), { maxLength: 10 }), (data) => {
        const { length, time, smoothened } = decodeDatapoints(data);
        expect(length).toBeLessThanOrEqual(data.length);
        expect([time.length, smoothened.length]).toEqual([length, length]);
      })
    );
  });
});
