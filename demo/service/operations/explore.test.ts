import type { components } from '../schema';
import { type AlertRecord, eventAt, isActiveAt } from '../detection/timeline';
import { fixedNow, query, startForTest } from '../harness';
import { DAY, iso } from '../time';
import type { Metric } from '../series/metric';

type List = components['schemas']['ExploreList'];
type Parameters = Record<string, string | number | undefined>;

describe('explore', () => {
  let service: Awaited<ReturnType<typeof startForTest>>;
  beforeAll(async () => {
    service = await startForTest();
  });
  afterAll(() => service.close());

  const list = (parameters: Parameters = {}) =>
    service.get<List>('exploreAlerts', `/v2/alerts/explore${query(parameters)}`);
  const ids = async (parameters: Parameters) =>
    (await list({ limit: 200, ...parameters })).body.items.map(({ id }) => id).sort();
  /** The same, by checking each alert. */
  const brute = (keep: (alert: AlertRecord) => boolean) =>
    service.world
      .alerts(fixedNow)
      .filter(keep)
      .map(({ id }) => id)
      .sort();
  const metricsOf = (alert: AlertRecord): Metric[] =>
    alert.events.filter(({ at }) => at <= fixedNow).flatMap(({ metrics }) => metrics.map(({ metric }) => metric));
  const stateOf = (alert: AlertRecord) => eventAt(alert, fixedNow);
  const endOf = (alert: AlertRecord) => (isActiveAt(alert, fixedNow) ? Infinity : (alert.events.at(-1)?.at ?? 0));

  it('lists all alerts, newest first', async () => {
    const { body } = await list({ limit: 200 });
    expect(body.total).toBe(service.world.alerts(fixedNow).length);
    const times = body.items.map(({ firstSeenAt }) => firstSeenAt ?? '');
    expect(times).toEqual([...times].sort().reverse());
  });

  it('has pages without missing or repeated rows', async () => {
    const read: string[] = [];
    for (let page = 1; page <= 50; page++) {
      const { body } = await list({ page, limit: 7 });
      read.push(...body.items.map(({ id }) => id));
    }
    expect(new Set(read).size).toBe(read.length);
    expect(read.sort()).toEqual(brute(() => true));
    expect((await list()).body).toMatchObject({ page: 1, limit: 50 });
  });

  it('selects alerts that touch the range', async () => {
    const [from, to] = [fixedNow - 9 * DAY, fixedNow - 5 * DAY];
    const range = { from: iso(from), to: iso(to) };
    expect(await ids(range)).toEqual(brute((alert) => alert.events[0].at <= to && endOf(alert) >= from));
    expect(await ids({ from: range.from })).toEqual(brute((alert) => endOf(alert) >= from));
    expect(await ids({ to: range.to })).toEqual(brute((alert) => alert.events[0].at <= to));
  });

  it('selects alerts that were active at a time, in their state then', async () => {
    const severe = service.world.alerts(fixedNow).find((alert) => alert.events.length > 6);
    const at = severe?.events[2].at ?? 0;
    expect(await ids({ at: iso(at) })).toEqual(brute((alert) => isActiveAt(alert, at)));
    const items = (await list({ at: iso(at) })).body.items;
    expect(items.find(({ id }) => id === severe?.id)).toMatchObject({ active: true, score: severe?.events[2].score });
  });

  it.each(['low', 'medium', 'high', 'severe'])('selects an impact: %s', async (impact) => {
    expect(await ids({ impact })).toEqual(brute((alert) => stateOf(alert)?.impact === impact));
  });

  it('selects any impact, a minimum score, a node, a metric, and both on the same metric', async () => {
    expect(await ids({ impact: 'any' })).toEqual(brute(() => true));
    expect(await ids({ minScore: 45.5 })).toEqual(brute((alert) => (stateOf(alert)?.score ?? -1) >= 45.5));
    expect(await ids({ nodeId: 302 })).toEqual(brute((alert) => metricsOf(alert).some(({ node }) => node.id === 302)));
    expect(await ids({ statTypeId: 'cpu' })).toEqual(brute((alert) => metricsOf(alert).some(({ id }) => id === 'cpu')));
    const both = brute((alert) => metricsOf(alert).some(({ id, node }) => id === 'cpu' && node.id === 302));
    expect(await ids({ nodeId: 302, statTypeId: 'cpu' })).toEqual(both);
    expect(await ids({ nodeId: 999 })).toEqual([]);
  });

  it('finds words in the names of affected objects, and alerts by their ID', async () => {
    const named = (alert: AlertRecord, word: string) =>
      metricsOf(alert).some(({ id, name, node }) =>
        [id, name, node.name, node.system.name].some((text) => text?.toLowerCase().includes(word))
      );
    expect(await ids({ q: 'WEBSHOP' })).toEqual(brute((alert) => named(alert, 'webshop')));
    expect(await ids({ q: 'härterei' })).toEqual(brute((alert) => named(alert, 'härterei')));
    expect(await ids({ q: 'orders-db  time' })).toEqual(
      brute((alert) => named(alert, 'orders-db') && named(alert, 'time'))
    );
    const [{ id }] = service.world.alerts(fixedNow);
    expect(await ids({ q: id })).toEqual([id]);
    expect(await ids({ q: 'no such thing' })).toEqual([]);
  });

  it('combines filters', async () => {
    const from = fixedNow - 30 * DAY;
    expect(await ids({ from: iso(from), impact: 'medium', q: 'webshop' })).toEqual(
      brute(
        (alert) =>
          endOf(alert) >= from &&
          stateOf(alert)?.impact === 'medium' &&
          metricsOf(alert).some(({ node }) => node.system.name === 'Webshop')
      )
    );
  });

  it.each<Parameters>([
    { page: 0 },
    { limit: 0 },
    { limit: 201 },
    { impact: 'huge' },
    { minScore: 'much' },
    { nodeId: 'a' },
    { at: 'now' },
    { from: iso(fixedNow), to: iso(fixedNow - 1) },
    { sort: 'score' },
  ])('refuses %j', async (parameters) => {
    expect((await list(parameters)).status).toBe(400);
  });
});
