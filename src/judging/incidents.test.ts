import fc from 'fast-check';
import { HOUR, MINUTE } from '../settings';
import { type IncidentAlert, incidentsOf } from './incidents';

const ALERT = fc.record({
  from: fc.option(
    fc.integer({ min: 0, max: 60 }).map((step) => step * 10 * MINUTE),
    { freq: 20 }
  ),
  lasts: fc.constantFrom(0, 10 * MINUTE, 50 * MINUTE, 3 * HOUR, Infinity, null),
  metrics: fc.option(fc.uniqueArray(fc.constantFrom(...'abcdefghijkl'), { maxLength: 3 }), { freq: 12 }),
  systems: fc.uniqueArray(fc.constantFrom('1', '2', '3'), { maxLength: 2 }),
});
const ALERTS = fc.array(ALERT, { maxLength: 24 }).map((all) =>
  all.map(({ from, lasts, metrics, systems }, i): IncidentAlert => ({
    id: `alert-${i}`,
    from,
    to: lasts === null || from === null ? null : from + lasts,
    metrics,
    systems,
  }))
);

const written = (ids: readonly string[]) => [...ids].sort().join(' ');

test('each member shares the metric that it names with the alert that it names', () => {
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

test('perhaps joins nothing: it is mutual, of other incidents, in one system and within 15 minutes', () => {
  fc.assert(
    fc.property(ALERTS, (alerts) => {
      const all = incidentsOf(alerts);
      for (const { members, perhaps } of all) {
        const own = alerts.filter(({ id }) => members.some((member) => member.id === id));
        const expected = alerts.filter(
          (one) =>
            !own.includes(one) &&
            own.some(
              ({ from, systems }) =>
                from !== null &&
                one.from !== null &&
                Math.abs(from - one.from) <= 15 * MINUTE &&
                systems.some((system) => one.systems.includes(system))
            )
        );
        expect(written(perhaps)).toEqual(written(expected.map(({ id }) => id)));
      }
    })
  );
});
