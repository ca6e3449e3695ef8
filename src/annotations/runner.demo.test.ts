import { type DataFrame } from '@grafana/data';
import { lastValueFrom } from 'rxjs';
import { type Demo, demoContext } from '../../tests/support/demoContext';
import { fakeRequest } from '../../tests/support/fakeContext';
import { DAY, HOUR } from '../settings';
import { runOverlays } from '../../tests/support/run';
import { rowsOf } from '../../tests/support/rowsOf';

jest.setTimeout(60_000);

const NOW = Date.UTC(2026, 10, 21, 12);
const RANGE = { from: NOW - 3 * DAY, to: NOW - HOUR };

interface Alert {
  id: string;
  impact: string;
  active: boolean;
  firstSeenAt: string;
  lastSeenAt: string;
}

let demo: Demo;
beforeAll(async () => {
  demo = await demoContext(NOW);
});
afterAll(() => demo.service.close());

/** The alerts that meet the range, read past the plugin. */
async function alertsOf(filter = ''): Promise<Alert[]> {
  const items: Alert[] = [];
  for (let page = 1, total = 1; items.length < total; page++) {
    const path = `v2/alerts/explore?limit=200&page=${page}${filter}`;
    const answer = await demo.read<{ items: Alert[]; total: number }>(path);
    items.push(...answer.items);
    total = answer.total;
  }
  return items.filter(
    ({ firstSeenAt, lastSeenAt, active }) =>
      Date.parse(firstSeenAt) <= RANGE.to && (active || Date.parse(lastSeenAt) >= RANGE.from)
  );
}

test('the overlay of a metric has the alerts of that metric alone', async () => {
  const expected = await alertsOf('&nodeId=101&statTypeId=response_time');
  const request = fakeRequest(
    [{ queryType: 'metric', nodeId: '101', metricId: 'response_time', overlay: 'alerts' }],
    RANGE
  );
  const { data } = await lastValueFrom(runOverlays(request.targets, request, demo.context));
  expect(expected.length).toBeGreaterThan(0);
  expect(new Set((data as DataFrame[]).flatMap(rowsOf).map(({ markId }) => markId))).toEqual(
    new Set(expected.map(({ id }) => id))
  );
});
