import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deviationOf } from '../detection/severity';
import { metricsUntil } from '../detection/timeline';
import { tokens } from '../options';
import { DAY, HOUR, MINUTE, floorTo, iso } from '../time';
import { bandsOf, noBands } from '../series/columns';
import { noise } from '../random';
import type { Metric } from '../series/metric';
import type { World } from '../world';
import { makeWorlds } from '../worlds';

const now = Date.parse('2026-01-29T11:47:00Z');
const first = Date.parse('2014-04-10T00:04:00Z');

/** A daily rhythm with some noise. */
function usual(time: number): number {
  return 50 + 20 * Math.sin((time / DAY) * 2 * Math.PI) + 4 * noise(7, time / (20 * MINUTE));
}

function csv(count: number, spacing: number, value: (time: number) => number): string {
  const lines = Array.from({ length: count }, (_, i) => {
    const time = first + i * spacing;
    return `${iso(time).slice(0, 19).replace('T', ' ')},${value(time)}`;
  });
  return `timestamp,value\n${lines.join('\n')}\n`;
}

describe('measured series', () => {
  const folder = mkdtempSync(join(tmpdir(), 'measured-'));
  const bad = { from: first + 9 * DAY, to: first + 9 * DAY + 5 * HOUR };
  let world: World;

  beforeAll(() => {
    mkdirSync(join(folder, 'plant'));
    writeFileSync(join(folder, 'plant', 'half_hours.csv'), csv(48 * 50, 30 * MINUTE, usual));
    const broken = (time: number) => usual(time) + (time >= bad.from && time < bad.to ? 60 : 0);
    writeFileSync(join(folder, 'plant', 'five_minutes.csv'), csv(288 * 14, 5 * MINUTE, broken));
    writeFileSync(join(folder, 'minutes.csv'), csv(2000, MINUTE, usual));
    writeFileSync(join(folder, 'other.csv'), 'name,size\na,1\n');
    const made = makeWorlds({ data: folder }, now).get(tokens.main);
    if (!made) {
      throw new Error('no world');
    }
    world = made;
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const named = (id: string): Metric => world.metrics.find((metric) => metric.id === id) as Metric;

  it('are one node each, with their folder as the system, at the finest granularity that fits', () => {
    expect(world.metrics.map(({ node, id, series }) => [node.id, node.system.name, id, series.step / MINUTE])).toEqual([
      [101, '.', 'minutes', 1],
      [102, 'plant', 'five_minutes', 15],
      [103, 'plant', 'half_hours', 60],
    ]);
    expect(world.metric(102, 'five_minutes')).toBe(named('five_minutes'));
    expect(world.metric(102, 'minutes')).toBeUndefined();
  });

  it('end now', () => {
    for (const { series } of world.metrics) {
      const { times } = series.read(-Infinity, Infinity);
      expect(times.at(-1)).toBe(floorTo(now, series.step) - series.step);
    }
  });

  it('leave their corridors where they are anomalous, and rarely elsewhere', () => {
    const { series } = named('five_minutes');
    const points = series.read(-Infinity, Infinity);
    const moved = floorTo(now, series.step) - (first + 288 * 14 * 5 * MINUTE);
    const bands = noBands();
    const outside = points.times.filter((_, row) => deviationOf(points.values[row], bandsOf(points, row, bands)) !== 0);
    const inside = outside.filter((time) => time >= bad.from + moved - series.step && time < bad.to + moved);
    expect(inside.length).toBeGreaterThanOrEqual(20);
    expect(outside.length - inside.length).toBeLessThan(points.times.length * 0.03);
  });

  it('have an alert there', () => {
    const alerts = world.alerts(now).filter((alert) => metricsUntil(alert, now).includes(named('five_minutes')));
    expect(alerts.some(({ events }) => events[0].at > now - 6 * DAY && events.length > 1)).toBe(true);
  });

  it('have corridors ahead', () => {
    const ahead = named('half_hours').series.corridors(now, now + DAY, HOUR);
    expect(ahead.times).toHaveLength(24);
    expect(ahead.mainUp.every((up, row) => up > ahead.mainDown[row])).toBe(true);
  });

  it('are refused with the number of a wrong line, or if there are none', () => {
    const wrong = mkdtempSync(join(tmpdir(), 'measured-'));
    expect(() => makeWorlds({ data: wrong }, now)).toThrow('no CSV');
    writeFileSync(join(wrong, 'a.csv'), 'timestamp,value\n2014-04-10 00:04:00,1\nlater,2\n');
    expect(() => makeWorlds({ data: wrong }, now)).toThrow(/a\.csv, line 3/);
    rmSync(wrong, { recursive: true });
  });
});
