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

/** An earlier one, so many days before. */
const before = (days: number, more: Partial<Compared> = {}) =>
  alert({ from: T0 - days * DAY, to: T0 - days * DAY + HOUR, ...more });

const USUALLY = [before(3), before(10), before(20)];

// How many, how long, and how far apart is decided where all queries are compared with the truth: tests/oracle.

it('takes nothing unknown for above', () => {
  expect(verdictOf(alert({ metrics: 9 }), [...USUALLY, before(30, { metrics: null })], T0 + HOUR)).toBe('usual');
  expect(verdictOf(alert({ impact: null, metrics: null, to: T0 + 1 }), USUALLY, T0 + HOUR)).toBe('usual');
});
