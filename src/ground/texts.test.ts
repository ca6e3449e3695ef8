import { inLanguage } from '../../tests/support/language';
import { dayAndTime, dayAndTimeFormat, dayText, durationText, shortTime } from './texts';

const [SECOND, MINUTE, HOUR, DAY] = [1000, 60_000, 3_600_000, 86_400_000];

test.each([
  [0, '0 s'],
  [59 * SECOND, '59 s'],
  [90 * SECOND, '1 min 30 s'],
  [9 * MINUTE + 59 * SECOND, '9 min 59 s'],
  [40 * MINUTE, '40 min'],
  [40 * MINUTE + 12 * SECOND, '40 min'],
  [59 * MINUTE, '59 min'],
  [2 * HOUR, '2 h'],
  [2 * HOUR + 5 * MINUTE, '2 h 5 min'],
  [5 * HOUR + MINUTE, '5 h 1 min'],
  [23 * HOUR + 59 * MINUTE, '23 h 59 min'],
  [49 * HOUR, '2 d 1 h'],
  [DAY, '1 d'],
  [3 * DAY + 4 * HOUR + MINUTE, '3 d 4 h'],
  [8 * DAY + 23 * HOUR, '8 d 23 h'],
  [400 * DAY + 2 * HOUR, '400 d 2 h'],
])('%d ms are %s', (span, text) => {
  expect(durationText(span)).toBe(text);
});

test.each([
  ['de-DE', '14.1., 08:39', 'D.M.YYYY, HH:mm', '14.1.'],
  ['es-ES', '14/1, 08:39', 'D/M/YYYY, HH:mm', '14/1'],
  ['fr-FR', '14/1, 08:39', 'D/M/YYYY, HH:mm', '14/1'],
])('%s has days in its own order, without English months', (language, text, withYear, day) =>
  inLanguage(language, () => {
    const time = Date.UTC(2026, 0, 14, 8, 39);
    expect(dayAndTime(time, time, 'utc')).toBe(text);
    expect(dayAndTimeFormat(true)).toBe(withYear);
    expect(dayText(time, time, 'utc')).toBe(day);
  })
);

test('a time of today has no day: today is that of the time zone', () => {
  const [evening, night] = [Date.UTC(2026, 0, 14, 23, 30), Date.UTC(2026, 0, 15, 0, 30)];
  expect(shortTime(evening, night, 'Asia/Tokyo')).toBe('08:30');
  expect(shortTime(evening, night, 'utc')).toBe('Jan 14, 23:30');
});

test('English has short names of months', () => {
  const time = Date.UTC(2026, 0, 14, 8, 39);
  expect(dayAndTime(time, time, 'utc')).toBe('Jan 14, 08:39');
  expect(dayAndTimeFormat(true)).toBe('MMM D, YYYY, HH:mm');
});

test.each([
  [0, '08:39'],
  [DAY, 'Jan 13, 08:39'],
  [300 * DAY, 'Mar 20, 08:39'],
  [366 * DAY, 'Jan 13, 2025, 08:39'],
  [-366 * DAY, 'Jan 15, 2027, 08:39'],
])('the time %d ms ago is written %s, with its year if it could be taken for this year', (ago, text) => {
  const now = Date.UTC(2026, 0, 14, 8, 39);
  expect(shortTime(now - ago, now, 'utc')).toBe(text);
  // All forms of a date have the same limit.
  const hasYear = /20\d\d/.test(text);
  expect(/20\d\d/.test(dayAndTime(now - ago, now, 'utc'))).toBe(hasYear);
  expect(/20\d\d/.test(dayText(now - ago, now, 'utc'))).toBe(hasYear);
});
