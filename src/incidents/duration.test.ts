import { alertDuration } from './duration';

it.each([
  ['to its end', { active: false, firstSeenAt: 100, lastSeenAt: 300 }, 200],
  ['until now while it is active', { active: true, firstSeenAt: 100, lastSeenAt: 300 }, 900],
  ['of one that is to begin', { active: true, firstSeenAt: 1200, lastSeenAt: 1300 }, 0],
  ['without a beginning', { active: true, firstSeenAt: null, lastSeenAt: 300 }, null],
  ['without an end', { active: false, firstSeenAt: 100, lastSeenAt: null }, null],
  ['whose end lies before its beginning', { active: false, firstSeenAt: 300, lastSeenAt: 100 }, null],
])('the duration of an alert %s', (_, alert, expected) => {
  expect(alertDuration(alert, 1000)).toBe(expected);
});
