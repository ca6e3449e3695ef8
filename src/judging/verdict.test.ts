import fc from 'fast-check';
import { DAY, HOUR } from '../settings';
import { type Compared, verdictOf } from './verdict';

const T0 = Date.UTC(2026, 0, 31, 12);

const alert = (more: Partial<Compared> = {}): Compared => ({
  impact: 3,
  from: T0,
  to: T0 + HOUR,
  metrics: 3,
  ...more,
});

/** An earlier alert, this many days before. */
const before = (days: number, more: Partial<Compared> = {}) =>
  alert({ from: T0 - days * DAY, to: T0 - days * DAY + HOUR, ...more });

const USUALLY = [before(3), before(10), before(20)];

// The numbers, durations, and distances are tested with all queries in tests/oracle.

it('counts alerts with less than an hour between them as flapping', () => {
  const earlier = (between: number) => {
    const last = T0 - between;
    return [last, last - HOUR - between].map((to) => alert({ from: to - HOUR, to }));
  };
  expect(verdictOf(alert(), earlier(HOUR - 1), T0 + HOUR)).toBe('flapping');
  expect(verdictOf(alert(), earlier(HOUR), T0 + HOUR)).toBe('rare');
});

it('does not count unknown figures as worse', () => {
  expect(verdictOf(alert({ metrics: 9 }), [...USUALLY, before(30, { metrics: null })], T0 + HOUR)).toBe('usual');
  expect(verdictOf(alert({ impact: null, metrics: null, to: T0 + 1 }), USUALLY, T0 + HOUR)).toBe('usual');
});

it('does not depend on the order of earlier alerts', () => {
  const some = fc.record({
    impact: fc.constantFrom(1, 3, null),
    from: fc.integer({ min: T0 - 2 * DAY, max: T0 - 1 }),
    to: fc.integer({ min: T0 - 2 * DAY, max: T0 - 1 }),
    metrics: fc.constantFrom(1, 2, null),
  });
  fc.assert(
    fc.property(fc.array(some, { maxLength: 8 }), (earlier) => {
      expect(verdictOf(alert(), earlier, T0)).toBe(verdictOf(alert(), [...earlier].reverse(), T0));
    })
  );
});
