import fc from 'fast-check';
import { daysOf, MOST_DAYS } from './days';

const HOUR = 3600_000;
const ZONES = ['utc', 'Europe/Berlin', 'America/Sao_Paulo', 'Asia/Beirut', 'Pacific/Apia', 'Australia/Lord_Howe'];

/** The date that a clock on the wall shows. */
function dateOn(time: number, zone: string): string {
  const timeZone = zone === 'utc' ? 'UTC' : zone;
  return new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(time);
}

it("are those of the zone's calendar that the range touches, each once, without a gap", () => {
  const start = fc.integer({ min: Date.UTC(2010, 0, 1) / HOUR, max: Date.UTC(2026, 0, 1) / HOUR });
  fc.assert(
    fc.property(start, fc.integer({ min: 1, max: 400 }), fc.constantFrom(...ZONES), (hour, length, zone) => {
      const range = { from: hour * HOUR, to: (hour + length) * HOUR };
      const days = daysOf(range, zone);
      // Not every zone's days begin at a whole hour: the last moment may be of a day that no hour begins in.
      const moments = [...Array.from({ length }, (_, i) => (hour + i) * HOUR), range.to - 1];
      const dates = new Set(moments.map((time) => dateOn(time, zone)));
      expect(days.map(({ from }) => dateOn(from, zone))).toEqual([...dates]);
      days.forEach(({ from, to }, i) => {
        expect(dateOn(from - 1, zone)).not.toBe(dateOn(from, zone));
        expect(dateOn(to - 1, zone)).toBe(dateOn(from, zone));
        expect(i === 0 || days[i - 1].to === from).toBe(true);
      });
    }),
    { numRuns: 60 }
  );
});

it('are bounded, and one even where the range is nothing', () => {
  const to = Date.UTC(2026, 0, 31);
  expect(daysOf({ from: -8e15, to }, 'utc')).toHaveLength(MOST_DAYS);
  expect(daysOf({ from: to, to }, 'utc')).toEqual([{ from: to, to: to + 24 * HOUR }]);
});
