import { toAlertEvent } from '../service/alerts';
import { earlierChanges, historyOf, isEnd } from './history';

it.each([
  [{ eventType: 'ended' }, true],
  [{ eventType: 'updated', active: false }, true],
  [{ eventType: 'updated', active: true }, false],
  [{ eventType: 'updated' }, false],
])('%j ends its alert: %s', (event, ends) => expect(isEnd(toAlertEvent({ id: 'a', ...event }))).toBe(ends));

it('a change without a severity keeps the previous one, and a removed metric is new when it returns', () => {
  const event = (type: string, severity: string | null) =>
    toAlertEvent({ id: 'a', changes: [{ type, nodeId: 1, statTypeId: 'cpu', values: severity && { severity } }] });
  const events = [
    event('added', 'yellow'),
    event('updated', null),
    event('updated', 'red'),
    event('removed', null),
    event('added', 'orange'),
  ];
  const earlier = earlierChanges(events);
  expect(events.flatMap(({ changes }) => (changes ?? []).map((one) => earlier.get(one)?.severity ?? null))).toEqual([
    null,
    'yellow',
    'yellow',
    'red',
    null,
  ]);
});

it('changes of one metric in one event apply in their order', () => {
  const change = (type: string, severity: string | null) => ({
    ...{ type, nodeId: 1, statTypeId: 'cpu' },
    values: severity && { severity },
  });
  const event = (second: number, ...changes: object[]) =>
    toAlertEvent({ id: 'a', eventOccurred: new Date(second * 1000).toISOString(), changes });
  const [metric] = historyOf([
    event(1, change('added', 'red')),
    event(2, change('removed', null), change('added', 'yellow'), change('updated', 'orange')),
  ]).metrics;
  expect(metric.spans).toEqual([
    { from: 1000, to: 2000 },
    { from: 2000, to: Infinity },
  ]);
  expect([metric.severity, metric.worst]).toEqual(['orange', 'red']);
});
