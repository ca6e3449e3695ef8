import { durationOf, type Lasting, spanOf } from './span';

const ENDED: Lasting = { active: false, firstSeenAt: 1000, lastSeenAt: 3000 };

test('an ended alert without an end has no duration, rather than one up to now', () => {
  expect(spanOf({ ...ENDED, lastSeenAt: null }, 9000)).toEqual({ from: 1000, to: null, isOpen: false });
  expect(durationOf({ ...ENDED, lastSeenAt: null }, 9000)).toBeNull();
});
