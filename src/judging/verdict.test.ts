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

/** An earlier one, so many days before. */
const before = (days: number, more: Partial<Compared> = {}) =>
  alert({ from: T0 - days * DAY, to: T0 - days * DAY + HOUR, ...more });

const USUALLY = [before(3), before(10), before(20)];

it('is standing after 48 hours', () => {
  expect(verdictOf(alert({ to: null }), [], T0 + 48 * HOUR)).toBe('new');
  expect(verdictOf(alert({ to: null }), [], T0 + 48 * HOUR + 1)).toBe('standing');
  expect(verdictOf(alert({ to: T0 + 50 * HOUR }), [], T0 + 50 * HOUR)).toBe('new');
});

it('is flapping as the third within a day, each less than an hour after the one before', () => {
  const one = alert({ from: T0 - 2 * HOUR, to: T0 - 30 * 60_000 });
  const two = alert({ from: T0 - 5 * HOUR, to: T0 - 2.5 * HOUR });
  expect(verdictOf(alert(), [one, two], T0 + HOUR)).toBe('flapping');
  expect(verdictOf(alert(), [one], T0 + HOUR)).toBe('rare');
  expect(verdictOf(alert(), [one, { ...two, to: T0 - 3 * HOUR }], T0 + HOUR)).toBe('rare');
});

it('is new, rare or usual by how many similar alerts there were', () => {
  expect(verdictOf(alert(), [], T0 + HOUR)).toBe('new');
  expect(verdictOf(alert(), USUALLY.slice(0, 2), T0 + HOUR)).toBe('rare');
  expect(verdictOf(alert(), USUALLY, T0 + HOUR)).toBe('usual');
});

it.each<[string, Partial<Compared>]>([
  ['impact', { impact: 4 }],
  ['duration', { to: T0 + 2 * HOUR }],
  ['number of metrics', { metrics: 4 }],
])('is worse than usual if its %s is above that of every one', (_, more) => {
  expect(verdictOf(alert(more), USUALLY, T0 + HOUR)).toBe('worse than usual');
  expect(verdictOf(alert(more), [...USUALLY, before(30, more.to ? { to: T0 - 28 * DAY } : more)], T0 + HOUR)).toBe(
    'usual'
  );
});

it('takes nothing unknown for above', () => {
  expect(verdictOf(alert({ metrics: 9 }), [...USUALLY, before(30, { metrics: null })], T0 + HOUR)).toBe('usual');
  expect(verdictOf(alert({ impact: null, metrics: null, to: T0 + 1 }), USUALLY, T0 + HOUR)).toBe('usual');
});

it('does not depend on the order in which the earlier alerts come', () => {
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
