import fc from 'fast-check';
import { dateTimeOf } from '../service/read';
import { parseIsoTime } from './isoTime';

describe('parseIsoTime', () => {
  it('gives what Date.parse gives, for every day and any fraction', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -62167219200000, max: 253402300799999 }),
        fc.stringMatching(/^(\.\d{1,9})?$/),
        (time, fraction) => {
          const text = new Date(time).toISOString().slice(0, 19) + `${fraction}Z`;
          expect(parseIsoTime(text)).toBe(Date.parse(text));
        }
      ),
      { numRuns: 2000 }
    );
  });

  it.each([
    '2024-02-29T12:00:00Z',
    '2000-02-29T23:59:59.999Z',
    '2026-12-31T23:59:59.999999999Z',
    '2026-01-01T00:00:00.0009Z',
    '2026-01-31T14:02:00+02:00',
    '2026-01-31T14:02:00.5-0330',
    '2026-01-31T24:00:00Z',
    '2026-01-31',
    '2026-01-31T14:02Z',
    '2026-02-29T00:00:00Z',
    '1900-02-29T00:00:00Z',
  ])('%s is what Date.parse makes of it', (text) => {
    expect(parseIsoTime(text)).toBe(Date.parse(text));
  });

  it.each([
    '',
    'soon',
    '2026-13-01T00:00:00Z',
    '2026-01-32T00:00:00Z',
    '2026-01-01T25:00:00Z',
    '2026-01-01T00:61:00Z',
    '2026-01-00T00:00:00Z',
    '2026-01-01T00:00:61Z',
    '2026-01-01T00:00:0xZ',
    '2026-01-01T00:00:0/Z',
    '2026-01-01T00:00:0:Z',
    '2026-01-01T00:00:00x',
    '2026-01-01T00:00:00x5Z',
    '2026-01-01T00:00:00.Z',
    '2026x01-01T00:00:00Z',
    '2026-01x01T00:00:00Z',
    '2026-01-01x00:00:00Z',
    '2026-01-01T00x00:00Z',
    '2026-01-01T00:00x00Z',
    '2026-01-01T00:00:00.1x2Z',
  ])('%j is no time', (text) => {
    expect(parseIsoTime(text)).toBeNaN();
  });

  it('gives what a reading without haste gives, where any sign of a time is another', () => {
    const sign = fc.constantFrom(...'0123456789-:./TZ+ xt');
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 4_102_444_800_000 }),
        fc.constantFrom(19, 21, 23),
        fc.nat(23),
        sign,
        (time, end, place, other) => {
          const text = `${new Date(time).toISOString().slice(0, end)}Z`;
          const changed = text.slice(0, place) + other + text.slice(place + 1);
          expect([changed, parseIsoTime(changed)]).toEqual([changed, dateTimeOf(changed)]);
        }
      ),
      { numRuns: 2000 }
    );
  });

  it('takes a time without a zone for UTC', () => {
    expect(parseIsoTime('2026-01-31T14:02:00')).toBe(Date.UTC(2026, 0, 31, 14, 2));
    expect(parseIsoTime('2026-01-31T14:02:00.250')).toBe(Date.UTC(2026, 0, 31, 14, 2, 0, 250));
  });
});
