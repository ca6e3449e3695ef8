import { MOMENT } from './fields';
import { momentOf, parseMoment } from './times';
import { startTestsAt } from '../../tests/support/clock';

const NOW = Date.UTC(2026, 10, 21, 12);

startTestsAt(NOW);

describe('parseMoment', () => {
  it.each([
    ['2026-01-31T14:02:00Z', Date.UTC(2026, 0, 31, 14, 2)],
    ['2026-01-31T14:02:00.250+02:00', Date.UTC(2026, 0, 31, 12, 2, 0, 250)],
    ['2026-01-31', Date.UTC(2026, 0, 31)],
    ['2026-01-31 14:02', Date.UTC(2026, 0, 31, 14, 2)],
    ['1769868120000', 1769868120000],
    [' 1769868120000 ', 1769868120000],
    ['0', 0],
    ['now', NOW],
    ['now-6h', NOW - 6 * 3_600_000],
    ['now/d', Date.UTC(2026, 10, 21)],
    ['', undefined],
    ['  ', undefined],
    ['yesterday', null],
    ['nowhere', null],
    ['now-6x', null],
    ['2026-13-45T00:00:00Z', null],
    ['2026-02-30', null],
    ['2026-02-30T00:00Z', null],
    ['2026-04-31T10:00:00.000+02:00', null],
    ['2028-02-29T00:00Z', Date.UTC(2028, 1, 29)],
    ['2026-01', Date.UTC(2026, 0, 1)],
    ['$at', null],
    ['99999999999999999999', null],
  ])('reads %j as %j', (text, expected) => {
    expect(parseMoment(text, 'utc')).toBe(expected);
  });

  it('reads the start of a day in the dashboard’s zone', () => {
    expect(parseMoment('now/d', 'Asia/Tokyo')).toBe(Date.UTC(2026, 10, 20, 15));
  });

  it('reads a time without a zone in the dashboard’s zone', () => {
    expect(parseMoment('2026-01-31 14:02', 'Europe/Berlin')).toBe(Date.UTC(2026, 0, 31, 13, 2));
  });
});

it('momentOf names the field and its value if that is not a time', () => {
  expect(momentOf('now', MOMENT)).toBe(NOW);
  expect(momentOf('', MOMENT)).toBeUndefined();
  expect(() => momentOf('soon & later', MOMENT)).toThrow(/Point in time: "soon & later" is not valid.*\$\{__to\}/);
});
