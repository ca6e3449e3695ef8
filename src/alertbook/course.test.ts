import { toAlertEvent } from '../service/alerts';
import { earlierChanges } from './course';

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

  /** What each change was before, in order. */
  function were(...events: Array<ReturnType<typeof event>>) {
    const earlier = earlierChanges(events);
    return events.flatMap(({ changes }) => (changes ?? []).map((change) => earlier.get(change)?.severity ?? null));
  }

  test('a change without a severity leaves the one before in force; what was removed is new when it comes again', () => {
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
