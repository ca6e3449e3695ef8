import { durationOf, type Lasting, spanOf } from './span';

const ENDED: Lasting = { active: false, firstSeenAt: 1000, lastSeenAt: 3000 };
const ACTIVE: Lasting = { ...ENDED, active: true };

test('an ended alert always has the same end and duration', () => {
  for (const now of [2000, 3000, 9000]) {
    expect(spanOf(ENDED, now)).toEqual({ from: 1000, to: 3000, isOpen: false });
    expect(durationOf(ENDED, now)).toBe(2000);
  }
});

test('an ended alert without an end has no duration, instead of one until now', () => {
  expect(spanOf({ ...ENDED, lastSeenAt: null }, 9000)).toEqual({ from: 1000, to: null, isOpen: false });
  expect(durationOf({ ...ENDED, lastSeenAt: null }, 9000)).toBeNull();
});

test('an active alert lasts until now, not until it was last seen', () => {
  expect(spanOf(ACTIVE, 9000)).toEqual({ from: 1000, to: 9000, isOpen: true });
  expect(durationOf(ACTIVE, 9000)).toBe(8000);
});
