import { type DataFrame } from '@grafana/data';
import { lastValueFrom } from 'rxjs';
import { type Demo, demoContext } from '../../tests/support/demoContext';
import { fakeRequest } from '../../tests/support/fakeContext';
import { type AnomalyQuery } from '../query/query';
import { DAY, HOUR } from '../settings';
import { runAny, runOverlays } from '../../tests/support/run';
import { rowsOf } from '../../tests/support/rowsOf';
import { iso } from '../../tests/support/times';

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

async function annotate(query: Partial<AnomalyQuery>) {
  const request = fakeRequest([{ queryType: 'annotations', limit: 100_000, ...query }], RANGE);
  const { data, errors } = await lastValueFrom(runAny(request.targets, request, demo.context));
  expect(errors).toBeUndefined();
  return (data as DataFrame[]).flatMap(rowsOf);
}

/** The alerts that touch the range, read without the plugin. */
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

test('one region per alert that was active in the range, and no others', async () => {
  const expected = (await alertsOf()).map(({ id, active, firstSeenAt, lastSeenAt }) => [
    id,
    Date.parse(firstSeenAt),
    active ? RANGE.to : Math.min(Date.parse(lastSeenAt), RANGE.to),
  ]);
  expect(expected.length).toBeGreaterThan(5);
  const rows = await annotate({ shape: 'regions' });
  const drawn = rows.map(({ id, time, timeEnd }) => [id, time, timeEnd]);
  expect(new Set(drawn.map(String))).toEqual(new Set(expected.map(String)));
  expect(drawn).toHaveLength(expected.length);
});

test('one mark per event in the range, for alerts that were active in it', async () => {
  const alerts = await alertsOf();
  expect(alerts.length).toBeLessThanOrEqual(50);
  const expected = new Set<string>();
  for (const { id } of alerts) {
    for (let page = 1, read = 0, total = 1; read < total; page++) {
      type Page = { items: Array<{ sequence: number; eventOccurred: string }>; total: number };
      const answer = await demo.read<Page>(`v2/alerts/${id}/events?limit=100&page=${page}`);
      total = answer.total;
      read += answer.items.length;
      answer.items
        .filter(({ eventOccurred }) => Date.parse(eventOccurred) >= RANGE.from && Date.parse(eventOccurred) <= RANGE.to)
        .forEach(({ sequence }) => expected.add(`${id}/${sequence}`));
    }
  }
  expect(expected.size).toBeGreaterThan(20);
  const ids = (await annotate({ source: 'alertEvents' })).map(({ id }) => id);
  expect(new Set(ids)).toEqual(expected);
  expect(ids).toHaveLength(expected.size);
});

test('one mark per anomaly of the range', async () => {
  type Anomaly = { id: string; event_occured: string };
  const anomalies = await demo.read<Anomaly[]>(`v2/anomalies?from=${iso(RANGE.from)}&to=${iso(RANGE.to)}`);
  expect(anomalies.length).toBeGreaterThan(3);
  const rows = await annotate({ source: 'anomalies' });
  expect(new Set(rows.map(({ id, time }) => `${id} ${time}`))).toEqual(
    new Set(anomalies.map((a) => `${a.id}/${a.event_occured} ${Date.parse(a.event_occured)}`))
  );
});

test('the overlay of a metric only has the alerts of that metric', async () => {
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
