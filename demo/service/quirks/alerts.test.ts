import { fixedNow, query, startForTest } from '../harness';
import { DAY, iso } from '../time';
import type { Quirk } from './quirk';

interface Row {
  id: string;
  impact: string;
  firstSeenAt: string | null;
  lastSeenAt: string | null;
}

interface Page<T> {
  total?: number;
  items: T[];
}

describe('alerts, search and anomalies with quirks', () => {
  let service: Awaited<ReturnType<typeof startForTest>>;
  beforeAll(async () => {
    service = await startForTest();
  });
  afterEach(() => service.quirks.set([]));
  afterAll(() => service.close());

  const text = async (path: string, parameters: Record<string, string | number | boolean | undefined> = {}) =>
    (
      await fetch(`${service.url}${path}${query(parameters)}`, { headers: { authorization: 'Bearer demo-token' } })
    ).text();
  const read = async <T>(...asked: Parameters<typeof text>) => JSON.parse(await text(...asked)) as T;
  const search = (parameters: Record<string, string | number> = {}) =>
    read<Page<Row>>('/v2/alerts/explore', { limit: 200, ...parameters });
  const withQuirk = (...quirks: Quirk[]) => service.quirks.set(quirks);
  const spans = () =>
    service.world.alerts(fixedNow).map(({ id, events }) => {
      const ended = events.find(({ type, at }) => type === 'ended' && at <= fixedNow);
      return { id, began: events[0].at, ended: ended?.at ?? Infinity };
    });

  it.each<[NonNullable<Quirk['exploreBy']>, (began: number, ended: number) => number]>([
    ['began', (began) => began],
    ['ended', (_, ended) => ended],
  ])('from and to select the alerts that %s between them', async (exploreBy, moment) => {
    withQuirk({ exploreBy });
    const [from, to] = [fixedNow - 20 * DAY, fixedNow - 10 * DAY];
    const { items } = await search({ from: iso(from), to: iso(to) });
    const expected = spans().filter(({ began, ended }) => moment(began, ended) >= from && moment(began, ended) <= to);
    expect(items.map(({ id }) => id).sort()).toEqual(expected.map(({ id }) => id).sort());
    expect(items.length).toBeGreaterThan(0);
  });

  it('events can have IDs of their own', async () => {
    withQuirk({ events: 'numbered' });
    const [{ id }] = service.world.alerts(fixedNow);
    const { items } = await read<Page<Row>>(`/v2/alerts/${id}/events`);
    expect(items[0].id).toBe(`${id}|00000001`);
  });

  it('there can be no v2', async () => {
    withQuirk({ 'v1-only': true });
    expect(await text('/v2/alerts')).toMatch(/no route/);
    expect(JSON.parse(await text('/v1/alerts'))).toEqual(expect.any(Array));
  });

  it('lists move during paging: rows are repeated, and the total grows', async () => {
    const whole = (await search()).items.map(({ id }) => id);
    withQuirk({ moves: 3 });
    const page = async (n: number) => search({ page: n, limit: 10 });
    expect((await page(1)).items.map(({ id }) => id)).toEqual(whole.slice(0, 10));
    const second = await page(2);
    expect(second.items.map(({ id }) => id)).toEqual(whole.slice(7, 17));
    expect(second.total).toBe(whole.length + 3);
  });

  it.each<[NonNullable<Quirk['total']>, (total: number) => number | undefined]>([
    ['low', (total) => Math.floor(total / 2)],
    ['high', (total) => total * 2],
    ['page', () => 10],
    ['absent', () => undefined],
  ])('totals are wrong: %s', async (total, expected) => {
    const right = (await search({ limit: 10 })).total ?? 0;
    withQuirk({ total });
    expect((await search({ limit: 10 })).total).toBe(expected(right));
  });

  it('rows of the search have null times, alerts do not', async () => {
    withQuirk({ nullTimes: 0.5 });
    const { items } = await search();
    const kinds = new Set(items.map((row) => `${row.firstSeenAt === null}/${row.lastSeenAt === null}`));
    expect([...kinds].sort()).toEqual(['false/false', 'false/true', 'true/false', 'true/true']);
    const alerts = await read<Row[]>('/v2/alerts');
    expect(alerts.every((alert) => alert.firstSeenAt && alert.lastSeenAt)).toBe(true);
  });

  it('impacts, severities, and types are unknown, and the same everywhere for an alert', async () => {
    withQuirk({ unknownWords: 1 });
    const { items } = await search();
    const impacts = new Set(items.map(({ impact }) => impact));
    expect([...impacts].sort()).toEqual(['__proto__', 'constructor', 'critical', 'toString']);
    const [alert] = await read<Row[]>('/v2/alerts');
    expect(items.find(({ id }) => id === alert.id)?.impact).toBe(alert.impact);
    const from = iso(fixedNow - DAY);
    const counts = await text('/v2/alerts/explore/timeseries', { from, to: iso(fixedNow), bucket: '1d' });
    expect(counts).toMatch(/"impacts":\{[^}]*"critical":\d+[^}]*"__proto__":\d+/);
    const events = await text(`/v2/alerts/${alert.id}/events`, { expand: 'changes' });
    expect(events).toMatch(/"severity":"(critical|constructor|__proto__|toString)"/);
  });

  it('names are null or absent', async () => {
    withQuirk({ nameless: 1 });
    const alerts = await text('/v2/alerts', { expand: 'metrics' });
    expect(alerts).not.toMatch(/"(nodeName|statTypeName|systemName)":"/);
    expect(alerts).toMatch(/"nodeName":null|"statTypeName":null/);
    expect(await text('/v2/anomalies/current')).not.toMatch(/"name":"/);
  });

  it('odd IDs still find their alert', async () => {
    withQuirk({ oddIds: true });
    const [{ id }] = await read<Row[]>('/v1/alerts');
    expect(id).toMatch(/^a\/b c\?%2F&#<b>.*<\/b>"$/);
    const path = `/v1/alerts/${encodeURIComponent(id)}`;
    expect(await read<Row>(path)).toMatchObject({ id });
    expect((await read<Page<Row>>(`${path}/events`)).items[0].id).toBe(id);
    expect((await read<Row[]>(`/v2/anomalies/${encodeURIComponent(id)}`)).length).toBeGreaterThan(0);
  });

  it('node IDs beyond 2^53 find their metric by all their digits', async () => {
    withQuirk({ bigIds: true });
    const big = String(2n ** 53n + 1n + 8n * 101n);
    expect(JSON.stringify(Number(big))).not.toBe(big);
    expect(await text('/v2/alerts', { expand: 'metrics' })).toContain(`"nodeId":${big}`);
    expect(await text(`/v1/ad/metrics/${big}/response_time`)).toContain(`"node":${big}`);
    expect(await text('/v2/anomalies/current')).toContain(`"node":{"id":${big}`);
    const found = await read<Page<Row>>('/v2/alerts/explore', { nodeId: big });
    service.quirks.set([]);
    expect(found.total).toBe((await search({ nodeId: 101 })).total);
  });

  it('alerts have hundreds of events, in order, with different times', async () => {
    withQuirk({ events: 450 });
    const [{ id }] = (await search({ to: iso(fixedNow - 5 * DAY) })).items;
    const last = await read<Page<{ sequence: number; eventType: string }>>(`/v2/alerts/${id}/events`, {
      limit: 100,
      page: 5,
    });
    expect(last.total).toBeGreaterThanOrEqual(450);
    expect(last.items.at(-1)).toMatchObject({ sequence: (last.total ?? 0) - 1, eventType: 'ended' });
    const { events } =
      service.quirks
        .world(service.world)
        .alerts(fixedNow)
        .find((alert) => alert.id === id) ?? {};
    expect(events?.every(({ at }, i) => i === 0 || at > events[i - 1].at)).toBe(true);
  });

  it('anomalies have metrics only with with-metrics', async () => {
    withQuirk({ metricsOnRequest: true });
    const range = { from: iso(fixedNow - 3 * DAY), to: iso(fixedNow) };
    expect(await text('/v2/anomalies', range)).not.toContain('"metric_type"');
    expect(await text('/v2/anomalies', { ...range, 'with-metrics': true })).toContain('"metric_type"');
  });
});
