import fc from 'fast-check';
import { HOUR, MINUTE } from '../ground/spans';
import { type IncidentAlert, incidentsOf } from './incidents';

const ALERT = fc.record({
  from: fc.option(
    fc.integer({ min: 0, max: 60 }).map((step) => step * 10 * MINUTE),
    { freq: 20 }
  ),
  lasts: fc.constantFrom(0, 10 * MINUTE, 50 * MINUTE, 3 * HOUR, Infinity, null),
  metrics: fc.option(fc.uniqueArray(fc.constantFrom(...'abcdefghijkl'), { maxLength: 3 }), { freq: 12 }),
});
const ALERTS = fc.array(ALERT, { maxLength: 24 }).map((all) =>
  all.map(({ from, lasts, metrics }, i): IncidentAlert => ({
    id: `alert-${i}`,
    from,
    to: lasts === null || from === null ? null : from + lasts,
    metrics,
  }))
);

test('each member shares its listed metric with its listed alert', () => {
  fc.assert(
    fc.property(ALERTS, (alerts) => {
      const metricsOf = (id: string) => alerts.find((alert) => alert.id === id)?.metrics;
      for (const { members } of incidentsOf(alerts)) {
        for (const { id, shared } of members.slice(1)) {
          expect(members.map((member) => member.id)).toContain(shared?.with);
          expect(metricsOf(id)).toContain(shared?.metric);
          expect(metricsOf(shared?.with ?? '')).toContain(shared?.metric);
        }
      }
    })
  );
});

test('alerts whose events are not read take linear time: twice as many are looked at twice as often', () => {
  const looks = (count: number) => {
    let seen = 0;
    const alerts = Array.from({ length: count }, (_, i) => ({
      id: `alert-${i}`,
      get from() {
        seen++;
        return i * MINUTE;
      },
      to: i * MINUTE + HOUR,
      metrics: i < 5 ? [`m${i}`] : null,
    }));
    incidentsOf(alerts);
    return seen;
  };
  expect(looks(800)).toBeLessThan(3 * looks(400));
});
