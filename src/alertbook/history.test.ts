import { toAlertEvent } from '../service/alerts';
import { earlierChanges, isEnd } from './history';

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
