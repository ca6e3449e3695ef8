import { durationText } from './duration';

const [SECOND, MINUTE, HOUR, DAY] = [1000, 60_000, 3_600_000, 86_400_000];

test.each([
  [0, '0 s'],
  [59 * SECOND, '59 s'],
  [90 * SECOND, '1 min'],
  [2 * HOUR + 5 * MINUTE, '2 h 5 min'],
  [23 * HOUR + 59 * MINUTE, '23 h 59 min'],
  [3 * DAY + 4 * HOUR + MINUTE, '3 d 4 h'],
])('%d ms are %s', (span, text) => {
  expect(durationText(span)).toBe(text);
});
