import fc from 'fast-check';
import { type AlertEvent, type Change, toAlertEvent } from '../service/alerts';
import { historyOf, earlierChanges, wasPart } from './history';
import { SEVERITIES, severityRank } from './order';

const NO_METRIC = {
  nodeId: '1',
  nodeName: 'db',
  systemId: null,
  systemName: null,
  metricName: null,
  type: null,
  scoreAdjusted: null,
  learningStatus: null,
  closestBaselineDeviation: null,
};
const change = (kind: string, metricId: string, severity: string | null, scoreContribution: number | null): Change => ({
  ...NO_METRIC,
  change: kind,
  metricId,
  severity,
  scoreContribution,
});
const event = (time: number, changes: Change[] | null): AlertEvent => ({
  time,
  alertId: 'a',
  sequence: time,
  eventType: 'updated',
  impact: null,
  active: true,
  activeNodes: null,
  activeMetrics: null,
  score: null,
  learningStatus: null,
  changes,
});

const changes = fc.array(
  fc.record({
    kind: fc.constantFrom('added', 'updated', 'removed'),
    metric: fc.constantFrom('a', 'b', 'c', 'd'),
    severity: fc.constantFrom(null, ...SEVERITIES),
    contribution: fc.constantFrom(null, 1, 2),
  }),
  { maxLength: 4 }
);
/** Events at 0, 1, 2, ..., with each metric at most once per event. */
const story = fc.array(changes, { maxLength: 8 }).map((lists) =>
  lists.map((list, time) => {
    const once = [...new Map(list.map((one) => [one.metric, one])).values()];
    return event(
      time,
      once.map(({ kind, metric, severity, contribution }) => change(kind, metric, severity, contribution))
    );
  })
);
const told = (events: readonly AlertEvent[]) =>
  events.flatMap(({ time, changes: list }) => (list ?? []).map((one) => ({ ...one, time: time! })));

it('knows the worst severity of each metric, and when it was part of the alert', () => {
  fc.assert(
    fc.property(story, (events) => {
      const history = historyOf(events);
      for (const metric of history.metrics) {
        const own = told(events).filter(({ metricId }) => metricId === metric.metricId);
        const joined = own.filter((one) => one.change !== 'removed');
        const worst = Math.min(...joined.map(({ severity }) => severityRank(severity)));
        expect(severityRank(metric.worst)).toBe(worst);
        for (let moment = -0.5; moment < events.length; moment++) {
          const latest = own.filter(({ time }) => time < moment).at(-1);
          const isPart = latest !== undefined && latest.change !== 'removed';
          expect(wasPart(metric, { from: moment, to: moment })).toBe(isPart);
        }
      }
    })
  );
});

describe('earlierChanges', () => {
  const event = (alertId: string, ...changes: Array<[type: string, metric: string, severity: string | null]>) =>
    toAlertEvent({
      id: alertId,
      changes: changes.map(([type, statTypeId, severity]) => ({
        type,
        nodeId: 1,
        statTypeId,
        values: severity && { severity },
      })),
    });

  /** The previous state of each change, in order. */
  function were(...events: Array<ReturnType<typeof event>>) {
    const earlier = earlierChanges(events);
    return events.flatMap(({ changes }) => (changes ?? []).map((change) => earlier.get(change)?.severity ?? null));
  }

  test('a change without a severity keeps the previous one, and a removed metric is new when it returns', () => {
    expect(
      were(
        event('a', ['added', 'cpu', 'yellow']),
        event('a', ['updated', 'cpu', null]),
        event('a', ['updated', 'cpu', 'red']),
        event('a', ['removed', 'cpu', null]),
        event('a', ['added', 'cpu', 'orange'])
      )
    ).toEqual([null, 'yellow', 'yellow', 'red', null]);
  });
});
