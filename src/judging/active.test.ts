import { fakeService } from '../../tests/support/fakeContext';
import { hoursFrom } from '../../tests/support/times';
import { followOnce } from '../facts/packets';
import { HOUR } from '../ground/spans';
import { activeIn } from './active';

const START = Date.UTC(2026, 0, 31, 12);
const NOW = START + 6 * HOUR;
const iso = hoursFrom(START);

// A service can return the time of the list as the last time of an alert that was active then.
it.each([
  [0, null, [{ severity: 'warning', text: 'Incomplete: the end of one alert is unknown.' }]],
  [1, START + HOUR, []],
])('an alert only in the first list, seen until %d h later, ended at %s', async (hours, lastSeenAt, notices) => {
  const row = { id: 'a', active: true, impact: 'low', firstSeenAt: iso(-2), lastSeenAt: iso(hours) };
  const { context } = fakeService(
    ({ path, query }) =>
      path === 'v2/alerts'
        ? { body: query.at === iso(0) ? [row] : [] }
        : { body: { page: 1, limit: 100, total: 0, items: [] } },
    { now: NOW }
  );
  const scope = { context, range: { from: START, to: NOW } };
  const found = await followOnce((reader) => activeIn(reader, scope).data ?? null);
  expect(found).toMatchObject({ alerts: [{ id: 'a', active: false, lastSeenAt }], notices });
});
