import { lastValueFrom } from 'rxjs';
import { type Call, fakeRequest, fakeService } from '../../../tests/support/fakeContext';
import { runAny } from '../../../tests/support/run';
import { HOUR, MINUTE } from '../../ground/settings';
import { iso } from '../../../tests/support/times';

const NOW = Date.UTC(2026, 0, 31, 18);

/** Ten active alerts with 450 events each. */
const ROWS = Array.from({ length: 10 }, (_, i) => ({
  id: `a${i}`,
  impact: 'high',
  active: true,
  firstSeenAt: iso(NOW - 60 * HOUR),
  lastSeenAt: iso(NOW),
}));
const eventsOf = (id: string) =>
  Array.from({ length: 450 }, (_, sequence) => ({
    id,
    sequence,
    eventType: sequence === 0 ? 'created' : 'updated',
    eventOccurred: iso(NOW - (450 - sequence) * MINUTE),
    active: true,
    changes: [
      { type: sequence === 0 ? 'added' : 'updated', nodeId: 1, statTypeId: 'cpu', values: { severity: 'red' } },
    ],
  }));

function service({ path, segments, query }: Call) {
  if (path === 'v2/alerts') {
    return { body: ROWS };
  }
  const all: object[] = path === 'v2/alerts/explore' ? ROWS : eventsOf(segments[2]);
  const [page, limit] = [Number(query.page), Number(query.limit)];
  return { body: { page, limit, total: all.length, items: all.slice((page - 1) * limit, page * limit) } };
}

it('a table, states, logs, and annotations of one dashboard read each page of events once, then only new events', async () => {
  const fake = fakeService(service, { now: NOW });
  const queries = [
    { queryType: 'alertEvents' },
    { queryType: 'alertEvents', format: 'states' },
    { queryType: 'alertEvents', format: 'logs', changes: true },
    { queryType: 'annotations', source: 'alertEvents' },
  ];
  const load = async () => {
    fake.calls.splice(0);
    const answers = queries.map((query, i) => {
      const request = fakeRequest([query], { from: NOW - 6 * HOUR, to: NOW }, { panelId: i + 1 });
      return lastValueFrom(runAny(request.targets, request, fake.context));
    });
    const errors = (await Promise.all(answers)).flatMap((answer) => answer.errors ?? []);
    expect(errors).toEqual([]);
    return fake.calls.filter(({ segments }) => segments[3] === 'events').length;
  };
  expect(await load()).toBe(50);
  expect(await load()).toBeLessThanOrEqual(20);
  expect(await load()).toBeLessThanOrEqual(20);
});

it('panels and annotations share the anomalies of a page, and a refresh reads them again', async () => {
  const fake = fakeService(() => ({ body: [] }), { now: NOW });
  const queries = [{ queryType: 'anomalies' }, { queryType: 'annotations', source: 'anomalies' }];
  const load = async () => {
    for (const [i, query] of queries.entries()) {
      const request = fakeRequest([query], { from: NOW - 6 * HOUR, to: NOW }, { panelId: i + 1 });
      await lastValueFrom(runAny(request.targets, request, fake.context));
    }
    return fake.calls.length;
  };
  expect(await load()).toBe(1);
  jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 6000);
  expect(await load()).toBe(2);
});
