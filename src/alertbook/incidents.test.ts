import fc from 'fast-check';
import { HOUR, MINUTE } from '../settings';
import { type IncidentAlert, incidentsOf } from './incidents';

const ALERT = fc.record({
  from: fc.option(
    fc.integer({ min: 0, max: 60 }).map((step) => step * 10 * MINUTE),
    { freq: 20 }
  ),
  lasts: fc.constantFrom(0, 10 * MINUTE, 50 * MINUTE, 3 * HOUR, Infinity, null),
  metrics: fc.uniqueArray(fc.constantFrom(...'abcdefghijkl'), { maxLength: 3 }),
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

/** The groups as sets of alerts, by going from alert to alert over all pairs. */
function groupsByHand(alerts: readonly IncidentAlert[]): string[] {
  const counts = (metric: string) => alerts.filter(({ metrics }) => metrics?.includes(metric)).length * 3;
  const belong = (a: IncidentAlert, b: IncidentAlert) => {
    if (a.from === null || b.from === null || a.to === null || b.to === null) {
      return false;
    }
    const shared = a.metrics?.some((metric) => b.metrics?.includes(metric) && counts(metric) <= alerts.length);
    return shared === true && b.from - a.to < HOUR && a.from - b.to < HOUR;
  };
  const left = new Set(alerts);
  const groups: string[] = [];
  for (const alert of alerts) {
    if (!left.delete(alert)) {
      continue;
    }
    const group = [alert];
    for (const one of group) {
      const found = [...left].filter((other) => belong(one, other));
      found.forEach((other) => left.delete(other));
      group.push(...found);
    }
    groups.push(written(group.map(({ id }) => id)));
  }
  return groups.sort();
}

const written = (ids: readonly string[]) => [...ids].sort().join(' ');
const groupsOf = (alerts: readonly IncidentAlert[]) =>
  incidentsOf(alerts, true)
    .map(({ members }) => written(members.map(({ id }) => id)))
    .sort();

test('are those that going from alert to alert over all pairs finds', () => {
  fc.assert(
    fc.property(ALERTS, (alerts) => expect(groupsOf(alerts)).toEqual(groupsByHand(alerts))),
    { numRuns: 1000 }
  );
});

test('are the same in whatever order the rows come', () => {
  const shuffled = ALERTS.chain((alerts) =>
    fc.tuple(fc.constant(alerts), fc.shuffledSubarray(alerts, { minLength: alerts.length }))
  );
  fc.assert(
    fc.property(shuffled, ([alerts, others]) => expect(incidentsOf(others, true)).toEqual(incidentsOf(alerts, true)))
  );
});

test('each member shares the metric that it names with the alert that it names', () => {
  fc.assert(
    fc.property(ALERTS, (alerts) => {
      const metricsOf = (id: string) => alerts.find((alert) => alert.id === id)?.metrics;
      for (const { members } of incidentsOf(alerts, true)) {
        for (const { id, shared } of members.slice(1)) {
          expect(members.map((member) => member.id)).toContain(shared?.with);
          expect(metricsOf(id)).toContain(shared?.metric);
          expect(metricsOf(shared?.with ?? '')).toContain(shared?.metric);
        }
      }
    })
  );
});

test('do not change with an unrelated alert, as long as the same metrics are common', () => {
  const unrelated: IncidentAlert = { id: 'other', from: 0, to: Infinity, metrics: ['own'], systems: ['own'] };
  fc.assert(
    fc.property(ALERTS, (alerts) => {
      const common = (all: readonly IncidentAlert[]) =>
        [...'abcdefghijkl'].filter(
          (one) => alerts.filter(({ metrics }) => metrics?.includes(one)).length * 3 > all.length
        );
      const more = [...alerts, unrelated];
      fc.pre(common(alerts).join() === common(more).join());
      const without = incidentsOf(more, true).filter(({ members }) => members[0].id !== 'other');
      expect(without).toEqual(incidentsOf(alerts, true));
    })
  );
});

test('perhaps joins nothing: it is mutual, of other incidents, in one system and within 15 minutes', () => {
  fc.assert(
    fc.property(ALERTS, (alerts) => {
      const all = incidentsOf(alerts, true);
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

test.each([
  ['the list was cut', false, ['a', 'b']],
  ['the metrics of an alert are unknown', true, null],
])('nothing is certain where %s', (_, isWhole, metrics) => {
  const alert = (id: string, own: string[] | null): IncidentAlert => ({
    id,
    from: 0,
    to: Infinity,
    metrics: own,
    systems: [],
  });
  const shared = [alert('1', ['a']), alert('2', ['a', 'b'])];
  const others = [alert('3', ['c']), alert('4', ['d']), alert('5', ['e']), alert('6', metrics)];
  const known = [...others.slice(0, 3), alert('6', ['f'])];
  expect(incidentsOf([...shared, ...known], true).map(({ members }) => members.length)).toEqual([2, 1, 1, 1, 1]);
  expect(incidentsOf([...shared, ...others], isWhole).map(({ members }) => members.length)).toEqual([1, 1, 1, 1, 1, 1]);
});
