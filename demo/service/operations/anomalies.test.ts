import type { components } from '../schema';
import { eventAt, isActiveAt } from '../detection/timeline';
import { fixedNow, query, startForTest } from '../harness';
import { DAY, iso } from '../time';

type Schemas = components['schemas'];

describe('anomalies', () => {
  let service: Awaited<ReturnType<typeof startForTest>>;
  beforeAll(async () => {
    service = await startForTest();
  });
  afterAll(() => service.close());

  const current = (to?: string) =>
    service.get<Array<Schemas['Anomaly']>>('listCurrentAnomalies', `/v2/anomalies/current${query({ to })}`);
  const period = (parameters: Record<string, string | boolean | undefined>) =>
    service.get<Array<Schemas['MeteredAnomaly']>>('listAnomalies', `/v2/anomalies${query(parameters)}`);
  const unread = (parameters: Record<string, string | boolean | undefined> = {}) =>
    service.get<Schemas['MeteredAnomaliesGrouped']>('listUnreadAnomalies', `/v2/anomalies/unread${query(parameters)}`);
  const ofAlert = (id: string) =>
    service.get<Array<Schemas['TrimmedAnomaly']>>('listAlertAnomalies', `/v2/anomalies/${id}`);
  const details = (id: string, update: string, search = '') =>
    service.get<Schemas['MeteredAnomaly']>('getAnomalyDetails', `/v2/anomalies/${id}/details/${update}${search}`);
  const known = () => service.world.alerts(fixedNow);

  it('are the active alerts, now or at a time', async () => {
    const active = (time: number) =>
      known()
        .filter((alert) => isActiveAt(alert, time))
        .map(({ id }) => id);
    expect((await current()).body.map(({ id }) => id)).toEqual(active(fixedNow));
    const time = fixedNow - 10 * DAY;
    expect((await current(iso(time))).body.map(({ id }) => id)).toEqual(active(time));
    for (const anomaly of (await current()).body) {
      expect(anomaly.items).toHaveLength(anomaly.nodes_affected);
      expect(anomaly.items.flatMap(({ metrics }) => metrics)).toHaveLength(anomaly.metrics_affected);
    }
    expect((await current('then')).status).toBe(400);
  });

  it('are those with events in a period', async () => {
    const [from, to] = [fixedNow - 8 * DAY, fixedNow - 3 * DAY];
    const { body } = await period({ from: iso(from), to: iso(to) });
    const expected = known().filter(({ events }) => events.some(({ at }) => at >= from && at <= to));
    expect(body.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
    expect(body.every(({ event_occured: at }) => at >= iso(from) && at <= iso(to))).toBe(true);
    expect((await period({ from: iso(from) })).status).toBe(400);
    expect((await period({ to: iso(to) })).status).toBe(400);
    expect((await period({ from: iso(to), to: iso(from) })).status).toBe(400);
    expect((await period({ from: iso(from), to: iso(to), 'with-metrics': 'perhaps' })).status).toBe(400);
  });

  it('have data points with corridors on request, up to the event and in time order', async () => {
    const range = { from: iso(fixedNow - 3 * DAY), to: iso(fixedNow) };
    const metrics = (list: Array<Schemas['MeteredAnomaly']>) =>
      list.flatMap(({ items }) => items.flatMap((item) => item.metrics));
    expect(metrics((await period(range)).body).every(({ data }) => data?.length === 0)).toBe(true);
    const full = metrics((await period({ ...range, 'with-metrics': true })).body);
    expect(full.some(({ data = [] }) => data.length > 5)).toBe(true);
    for (const { data = [] } of full) {
      const times = data.map(({ timestamp }) => timestamp);
      expect(times).toEqual([...times].sort());
    }
  });

  it('that are unread are new, updated, or closed', async () => {
    const { body } = await unread();
    const since = fixedNow - DAY;
    const happened = known().filter((alert) => (eventAt(alert, fixedNow)?.at ?? 0) >= since);
    const ids = (list: Array<{ id: string }>) => list.map(({ id }) => id);
    expect(ids(body.closed)).toEqual(ids(happened.filter((alert) => !isActiveAt(alert, fixedNow))));
    const open = happened.filter((alert) => isActiveAt(alert, fixedNow));
    expect(ids(body.new)).toEqual(ids(open.filter(({ events }) => events[0].at >= since)));
    expect(ids(body.updated)).toEqual(ids(open.filter(({ events }) => events[0].at < since)));
    expect(body.new.length).toBeGreaterThan(0);
    expect((await unread({ to: iso(fixedNow - 5 * DAY), 'with-metrics': true })).status).toBe(200);
  });

  it('of an alert are its events with their details', async () => {
    const alert = known().find(({ events }) => events.length > 3 && events[events.length - 1].at < fixedNow);
    const { body } = await ofAlert(alert?.id ?? '');
    expect(body.map(({ event_type: type }) => type)).toEqual(alert?.events.map(({ type }) => type));
    expect(new Set(body.map(({ update_id: update }) => update)).size).toBe(body.length);
    for (const { id, update_id: update, event_occured: at, metrics_affected: count } of body) {
      const one = await details(id, update, '?with-metrics=true');
      expect(one.body).toMatchObject({ id: alert?.id, event_occured: at, metrics_affected: count });
      expect(one.body.items.flatMap(({ metrics }) => metrics)).toHaveLength(count);
    }
  });

  it('are empty for a missing alert', async () => {
    expect(await ofAlert('nothing')).toEqual({ status: 200, body: [] });
    expect((await details('nothing', 'nothing')).status).toBe(400);
    expect((await details(known()[0].id, 'nothing')).status).toBe(400);
  });
});
