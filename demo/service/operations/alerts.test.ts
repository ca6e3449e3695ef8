import type { components } from '../schema';
import { eventAt, isActiveAt } from '../detection/timeline';
import { fixedNow, startForTest } from '../harness';
import { DAY, iso } from '../time';

type Alert = components['schemas']['AlertWithMetrics'];
type Event = components['schemas']['AlertEventWithChanges'];
type Events = components['schemas']['AlertEventList'];

describe.each(['v1', 'v2'] as const)('the alerts family under /%s', (version) => {
  let service: Awaited<ReturnType<typeof startForTest>>;
  beforeAll(async () => {
    service = await startForTest();
  });
  afterAll(() => service.close());

  const base = `/${version}/alerts`;
  const list = (search = '') => service.get<Alert[]>(`${version}ListAlerts`, `${base}${search}`);
  const single = (id: string, search = '') => service.get<Alert>(`${version}GetAlert`, `${base}/${id}${search}`);
  const events = (id: string, search = '') =>
    service.get<Events>(`${version}ListAlertEvents`, `${base}/${id}/events${search}`);
  const event = (id: string, n: number | string) =>
    service.get<Event>(`${version}GetAlertEvent`, `${base}/${id}/events/${n}`);
  const known = () => service.world.alerts(fixedNow);
  const longest = () => [...known()].sort((a, b) => b.events.length - a.events.length)[0];

  it('lists active alerts, with metrics only on request', async () => {
    const { body } = await list();
    const expected = known().filter((alert) => isActiveAt(alert, fixedNow));
    expect(body.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
    expect(body.every((alert) => alert.active && !('metrics' in alert))).toBe(true);
    const expanded = (await list('?expand=nodes,metrics')).body;
    expect(expanded.map(({ metrics }) => metrics.length)).toEqual(body.map(({ activeMetrics }) => activeMetrics));
  });

  it('lists alerts that were active at a time', async () => {
    const time = fixedNow - 20 * DAY;
    const { body } = await list(`?at=${iso(time)}&expand=metrics`);
    const expected = known().filter((alert) => isActiveAt(alert, time));
    expect(body.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
    expect((await list('?at=then')).status).toBe(400);
    expect((await list('?expand=metrics&x=1')).status).toBe(400);
  });

  it('returns one alert, now and at a time', async () => {
    const ended = known().find((alert) => alert.events.length > 3 && !isActiveAt(alert, fixedNow));
    const [first, second] = ended?.events ?? [];
    const id = ended?.id ?? '';
    const { body } = await single(id, `?at=${iso(second.at)}`);
    expect(body).toMatchObject({ id, active: true, score: second.score, activeMetrics: second.metrics.length });
    expect(body.metrics.map(({ statTypeId }) => statTypeId)).toEqual(second.metrics.map(({ metric }) => metric.id));
    expect((await single(id)).body).toMatchObject({ active: false, activeMetrics: 0, metrics: [] });
    expect((await single(id, `?at=${iso(first.at - 1)}`)).status).toBe(404);
    expect((await single(id, `?at=${iso(fixedNow)}`)).status).toBe(404);
    expect((await single('nothing')).status).toBe(404);
  });

  it('pages through the events in time order', async () => {
    const alert = longest();
    const expected = alert.events.filter(({ at }) => at <= fixedNow).map(({ sequence }) => sequence);
    const read: number[] = [];
    for (let page = 1; ; page++) {
      const { body } = await events(alert.id, `?limit=100&page=${page}`);
      expect(body).toMatchObject({ page, limit: 100, total: expected.length });
      read.push(...body.items.map(({ sequence }) => sequence));
      if (body.items.length < 100) {
        break;
      }
    }
    expect(read).toEqual(expected);
    const { body } = await events(alert.id);
    expect(body).toMatchObject({ page: 1, limit: 10 });
    expect(body.items).toHaveLength(10);
  });

  it('has changes in the events on request', async () => {
    const { id } = longest();
    expect((await events(id)).body.items.some((item) => 'changes' in item)).toBe(false);
    const [first] = (await events(id, '?expand=changes')).body.items;
    expect(first).toMatchObject({ sequence: 0, eventType: 'created', active: true });
    expect(first.changes?.map(({ type }) => type)).toContain('added');
    expect((await event(id, 0)).body).toEqual(first);
  });

  it.each(['?page=0', '?limit=0', '?limit=101', '?page=x', '?limit=1.5', '?x=1'])(
    'refuses events%s',
    async (search) => {
      expect((await events(longest().id, search)).status).toBe(400);
    }
  );

  it('returns no missing or future events', async () => {
    const ahead = known().find((alert) => alert.events.some(({ at }) => at > fixedNow));
    const next = (eventAt(ahead ?? longest(), fixedNow)?.sequence ?? 0) + 1;
    expect((await event(ahead?.id ?? '', next)).status).toBe(404);
    expect((await event(ahead?.id ?? '', next - 1)).status).toBe(200);
    expect((await event('nothing', 0)).status).toBe(404);
    expect((await event(longest().id, -1)).status).toBe(400);
    expect((await event(longest().id, 'first')).status).toBe(400);
    expect((await events('nothing')).status).toBe(404);
  });
});
