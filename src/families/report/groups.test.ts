import fc from 'fast-check';
import { readAlert } from '../../service/alerts';
import { daysOf, groupRows, MOST_DAYS } from './groups';
import { HOUR } from '../../ground/spans';

/* Names of rows, and days. The figures are tested in tests/oracle. */

it('names a row by any name in its alerts, otherwise by its ID', () => {
  const [metric] = readAlert({ id: 'a', metrics: [{ nodeId: 11, nodeName: 'node 11', statTypeId: 'cpu' }] }).metrics!;
  const history = { ...metric, joinedAt: 0, worst: null, spans: [{ from: 0, to: Infinity }] };
  const named = { id: 'a', impact: null, active: true, firstSeenAt: 0, title: '', until: HOUR, duration: HOUR };
  const alertOf = (nodeName: string | null) => ({ ...named, metrics: [{ ...history, nodeName }] });
  const namesOf = (...alerts: Array<ReturnType<typeof alertOf>>) =>
    groupRows('node', { span: { from: 0, to: HOUR }, alerts, isWhole: true, isKnown: true }).map(({ name, metric }) => [
      name,
      metric.nodeId,
    ]);
  expect(namesOf(alertOf(null), alertOf('node 11'))).toEqual([['node 11', '11']]);
  expect(namesOf(alertOf(null))).toEqual([['11', '11']]);
});

const ZONES = ['utc', 'Europe/Berlin', 'America/Sao_Paulo', 'Asia/Beirut', 'Pacific/Apia', 'Australia/Lord_Howe'];

/** The local date. */
function dateOn(time: number, zone: string): string {
  const timeZone = zone === 'utc' ? 'UTC' : zone;
  return new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(time);
}

it("are the zone's calendar days that the range touches, each once, without a gap", () => {
  const start = fc.integer({ min: Date.UTC(2010, 0, 1) / HOUR, max: Date.UTC(2026, 0, 1) / HOUR });
  fc.assert(
    fc.property(start, fc.integer({ min: 1, max: 400 }), fc.constantFrom(...ZONES), (hour, length, zone) => {
      const range = { from: hour * HOUR, to: (hour + length) * HOUR };
      const days = daysOf(range, zone);
      // Days don't start at a full hour in every zone: the last moment may be on a day without a full hour.
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

it('are limited, and a single one for an empty range', () => {
  const to = Date.UTC(2026, 0, 31);
  expect(daysOf({ from: -8e15, to }, 'utc')).toHaveLength(MOST_DAYS);
  expect(daysOf({ from: to, to }, 'utc')).toEqual([{ from: to, to: to + 24 * HOUR }]);
});
