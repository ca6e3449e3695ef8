import { alertsOf } from '../detection/alerts';
import { findEpisodes } from '../detection/episodes';
import { type AlertRecord, eventAt, isActiveAt } from '../detection/timeline';
import { DAY, HOUR } from '../time';
import { makeWorlds } from '../worlds';
import { type DemoOptions, tokens } from '../options';
import type { World } from '../world';

const start = Date.parse('2026-01-29T11:47:00Z');

/** It takes a second to find the alerts of a world, so tests share worlds. */
const worlds = new Map<string, World>();

function worldOf(options: DemoOptions = {}, now = start, token: string = tokens.main): World {
  const key = JSON.stringify([options, now, token]);
  const world = worlds.get(key) ?? made(options, now, token);
  worlds.set(key, world);
  return world;
}

function made(options: DemoOptions, now: number, token: string): World {
  const world = makeWorlds(options, now).get(token);
  if (!world) {
    throw new Error(`no world for ${token}`);
  }
  return world;
}

function active(world: World, now: number): AlertRecord[] {
  return world.alerts(now).filter((alert) => isActiveAt(alert, now));
}

describe('the made world', () => {
  const world = worldOf({ seed: 1 });

  it('has systems, nodes and metrics of every kind', () => {
    expect(world.systems.length).toBeGreaterThanOrEqual(3);
    expect(world.nodes.length).toBeGreaterThanOrEqual(12);
    expect(world.metrics.length).toBeGreaterThanOrEqual(40);
    expect(new Set(world.metrics.map(({ series }) => series.step)).size).toBe(3);
    expect(new Set(world.metrics.map(({ aggregation }) => aggregation)).size).toBe(3);
    const ids = world.metrics.map(({ id }) => id).join('\n');
    for (const sign of ['/', ' ', '%', '³']) {
      expect(ids).toContain(sign);
    }
    expect(world.metrics.some(({ series }) => series.baselineFrom > start)).toBe(true);
  });

  it('has plain names, and difficult ones in its second tenant', () => {
    const namesOf = ({ systems, nodes, metrics }: World) =>
      [...systems, ...nodes, ...metrics].map(({ name }) => name ?? '');
    const odd = (name: string) => /[<>→"`]|[äöüß]/i.test(name) || name.length > 40;
    expect(namesOf(world).filter(odd)).toEqual([]);
    const small = namesOf(worldOf({}, start, tokens.small)).join('\n');
    for (const sign of ['<b>', '→', '%', 'ü', '"']) {
      expect(small).toContain(sign);
    }
  });

  it.each([0, 61])('has three to six active alerts, one severe, when it starts %i h later', (hours) => {
    const now = start + hours * HOUR;
    const fresh = worldOf({ seed: 1 + hours }, now);
    const alerts = active(fresh, now);
    expect(alerts.length).toBeGreaterThanOrEqual(3);
    expect(alerts.length).toBeLessThanOrEqual(6);
    const severe = alerts.map((alert) => eventAt(alert, now)).find((event) => event?.impact === 'severe');
    const nodes = new Set(severe?.metrics.map(({ metric }) => metric.node.id));
    expect(nodes.size).toBeGreaterThan(1);
    expect(severe?.metrics.map(({ metric }) => `${metric.node.id}/${metric.id}`)).toContain('101/response_time');
  });

  it('continues as time passes', () => {
    for (let hours = 0; hours < 96; hours += 8) {
      const now = start + hours * HOUR;
      expect(active(world, now).length).toBeGreaterThan(0);
    }
    const later = world.alerts(start + 4 * DAY);
    expect(later.slice(0, world.alerts(start).length).map(({ id }) => id)).toEqual(
      world.alerts(start).map(({ id }) => id)
    );
  });

  it('has dozens of ended alerts, some for missing data', () => {
    const ended = world.alerts(start).filter((alert) => !isActiveAt(alert, start));
    expect(ended.length).toBeGreaterThan(60);
    expect(ended.length).toBeLessThan(250);
    const types = ended.flatMap(({ events }) => events.flatMap(({ metrics }) => metrics.map(({ type }) => type)));
    expect(types).toContain('missing_data');
    const first = Math.min(...ended.map(({ events }) => events[0].at));
    expect(first).toBeLessThan(start - 80 * DAY);
  });

  it('has an alert with more events than fit on a page', () => {
    expect(
      Math.max(...world.alerts(start).map(({ events }) => events.filter(({ at }) => at <= start).length))
    ).toBeGreaterThan(100);
  });

  it('is the same for the same seed and time, and another for another seed', () => {
    const summary = (of: World) =>
      of.alerts(start).map(({ id, events }) => [id, events.map(({ at, impact, score }) => [at, impact, score])]);
    expect(summary(made({}, start, tokens.main))).toEqual(summary(world));
    expect(summary(worldOf({ seed: 2 }))).not.toEqual(summary(world));
  });

  it('finds the same alerts as a search through whole series', () => {
    const from = start - 12 * DAY;
    const calm = world.alerts(start).filter(({ events }) => events[0].at > from + DAY);
    const episodes = world.metrics.flatMap((metric) => findEpisodes(metric, from, start + 6 * DAY));
    const brute = alertsOf(episodes, world.tenant).filter(
      ({ events }) => events[0].at > from + DAY && events[0].at <= start
    );
    expect(brute.map(({ id }) => id)).toEqual(calm.map(({ id }) => id));
    const outline = (alerts: AlertRecord[]) =>
      alerts.map(({ events }) => events.map(({ at, type, changes }) => [at, type, changes.length]));
    expect(outline(brute)).toEqual(outline(calm));
  });

  it('has its moods', () => {
    expect(active(worldOf({ mood: 'busy' }), start).length).toBeGreaterThan(20);
    const quiet = worldOf({ mood: 'quiet' });
    expect(active(quiet, start)).toEqual([]);
    expect(quiet.alerts(start).length).toBeGreaterThan(50);
  });

  it('has a smaller second tenant that shares nothing with the first', () => {
    const small = worldOf({}, start, tokens.small);
    expect(small.metrics.length).toBeLessThan(world.metrics.length / 2);
    expect(active(small, start)).toHaveLength(1);
    const ids = new Set(world.nodes.map(({ id }) => id));
    expect(small.nodes.some(({ id }) => ids.has(id))).toBe(false);
  });

  it.each([0, 61])('starts lists with typical names when it starts %i h later', (hours) => {
    const now = start + hours * HOUR;
    const alerts = worldOf({ seed: 1 + hours }, now).alerts(now);
    const recent = alerts.filter(({ events }) => events[events.length - 1].at > now - 7 * DAY);
    const metrics = recent.flatMap(({ events }) => events.flatMap((event) => event.metrics));
    const names = [...new Set(metrics.map(({ metric: { node } }) => node.name ?? String(node.id)))];
    names.sort((a, b) => a.localeCompare(b));
    expect(names[0]).toBe('checkout-api');
    expect(world.metrics[0]).toMatchObject({ id: 'response_time', node: { id: 101 } });
  });
});
