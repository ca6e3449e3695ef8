import { type DataFrame } from '@grafana/data';
import { startTestsAt } from '../support/clock';
import { linksIn } from '../support/linksIn';
import { worldOf } from '../support/world/made';
import { DAY, HOUR, READING, type World } from '../support/world/truth';
import { ask, eachWorld, OWN_LINK, rowsOf } from './ask';
import { alertMarks, anomalyMarks, eventMarks, type Mark } from './marks';
import { alertOptions, offeredMetrics, options, spread } from './options';
import { judgedAt, type Period, seenAt, startOf, untilOf } from './oracle';
import { NOW, tightWorld, wideWorld } from './worlds';

/** Annotations and variables. */
startTestsAt(NOW);

/** Alerts with several events, or with times close to boundaries. */
const made = (seed: number): World =>
  [tightWorld, wideWorld, (one: number) => ({ ...worldOf(one, NOW), reading: READING })][seed % 3](seed);
const RANGES: Period[] = [
  { from: NOW - 6 * HOUR, to: NOW },
  { from: NOW - 3 * DAY, to: NOW },
  { from: NOW - 12 * HOUR, to: NOW - HOUR },
];

/** Each world with the next of the ranges. */
function each(few: number, check: (world: World, range: Period) => Promise<void>) {
  return eachWorld(few, made, (world, seed) => check(world, RANGES[seed % RANGES.length]));
}

function expectMarks(frame: DataFrame, wanted: Mark[]) {
  const sorted = <T extends { id: unknown }>(rows: T[]) => rows.sort((a, b) => (String(a.id) < String(b.id) ? -1 : 1));
  const rows = sorted(rowsOf(frame, 'id', 'time', 'timeEnd', 'title') as unknown as Mark[]);
  expect(rows).toEqual(sorted(wanted.map(({ tags: _, named: __, ...mark }) => mark)));
  const shown = new Map(rowsOf(frame, 'id', 'tags', 'text').map((row) => [row.id, row]));
  for (const { id, tags, named = [] } of wanted) {
    const row = shown.get(id);
    expect(row?.tags).toEqual(expect.arrayContaining(tags));
    const [, ...lines] = String(row?.text)
      .split('<br>')
      .map((html) => html.replace(/<[^>]*>/g, ''));
    expect(lines.slice(0, named.length).map((line, i) => line.startsWith(named[i]) || line)).toEqual(
      named.map(() => true)
    );
  }
}

it('annotations', () =>
  each(12, async (world, range) => {
    const shapes = ['auto', 'regions', 'marks'] as const;
    const [events, anomalies, ...alerts] = await ask(world, range, [
      { queryType: 'annotations', source: 'alertEvents' },
      { queryType: 'annotations', source: 'anomalies' },
      ...shapes.map((shape) => ({ queryType: 'annotations' as const, source: 'alerts' as const, shape })),
    ]);
    expectMarks(events, eventMarks(world, range, NOW));
    expectMarks(anomalies, anomalyMarks(world, range, NOW));
    const [eventTable, anomalyTable] = await ask(world, range, [
      { queryType: 'alertEvents' },
      { queryType: 'anomalies' },
    ]);
    const rows = (wanted: Mark[]) => wanted.map(({ id, time }) => `${time} ${id}`).sort();
    const shown = rowsOf(eventTable, 'time', 'alertId', 'sequence');
    expect(
      shown.map(({ time, alertId, sequence }) => `${String(time)} ${String(alertId)}/${String(sequence)}`)
    ).toEqual(expect.arrayContaining(rows(eventMarks(world, range, NOW))));
    expect(shown.map(({ time }) => Number(time))).toEqual(shown.map(({ time }) => Number(time)).sort((a, b) => a - b));
    const ids = new Set(rowsOf(anomalyTable, 'time', 'id').map(({ time, id }) => `${String(id)} ${String(time)}`));
    expect([...ids].sort()).toEqual(
      anomalyMarks(world, range, NOW)
        .map(({ id, time }) => `${id.split('/')[0]} ${time}`)
        .sort()
    );
    alerts.forEach((frame, i) => expectMarks(frame, alertMarks(world, range, NOW, shapes[i])));
  }));

/** Links in rows and marks lead to the whole time of their subject, with a margin. */
it('links', () =>
  each(12, async (world, range) => {
    const [table, marks, ...ofAlerts] = await ask(world, range, [
      { queryType: 'anomalies' },
      { queryType: 'annotations', source: 'anomalies' },
      { queryType: 'alertSearch' },
      { queryType: 'annotations', source: 'alerts', shape: 'marks' },
      { queryType: 'annotations', source: 'alertEvents' },
    ]);
    const asOf = judgedAt(range, NOW);
    for (const { alert, from, to } of ownLinksIn(world, ofAlerts)) {
      const [start, until] = [startOf(alert), untilOf(alert, asOf)];
      const margin = Math.max(HOUR / 2, (until - start) / 4);
      expect([alert.id, from, to]).toEqual([alert.id, start - margin, Math.min(until + margin, NOW)]);
    }
    for (const { alert, from, to } of ownLinksIn(world, [table, marks])) {
      expect(from).toBeLessThanOrEqual(startOf(alert));
      expect(to).toBeGreaterThanOrEqual(Math.min(seenAt(alert, NOW), range.to));
    }
  }));

function ownLinksIn({ alerts }: World, frames: DataFrame[]) {
  expect(linksIn(frames).length > 0).toBe(frames.some(({ length }) => length > 0));
  return linksIn(frames).flatMap(({ title, href }) => {
    const { alert: id, from, to } = Object.fromEntries(new URL(href, 'https://else.where').searchParams);
    const alert = alerts.find((one) => one.id === id);
    return title === OWN_LINK.title && alert ? [{ alert, from: Number(from), to: Number(to) }] : [];
  });
}

it('variables', () =>
  each(12, async (world, range) => {
    const lists = ['systems', 'nodes', 'metrics', 'series'];
    const [alerts, spreading, ...frames] = await ask(world, range, [
      { queryType: 'variable', list: 'alerts' },
      { queryType: 'variable', list: 'spread', alertId: world.alerts[0].id },
      ...lists.map((list) => ({ queryType: 'variable' as const, list: list as 'nodes' })),
    ]);
    const metrics = offeredMetrics(world, range, NOW);
    frames.forEach((frame, i) => expect(rowsOf(frame, 'value', 'text')).toEqual(options(lists[i], metrics)));
    expect(rowsOf(spreading, 'value').map(({ value }) => value)).toEqual(spread(world, world.alerts[0]));
    const wanted = alertOptions(world, range, NOW);
    const shown = rowsOf(alerts, 'value', 'text');
    expect(shown.map(({ value }) => value)).toEqual(wanted.map(({ value }) => value));
    shown.forEach(({ text }, i) => {
      const { impact, since } = wanted[i];
      expect(String(text).startsWith(`${impact} · `)).toBe(true);
      const clock = new Date(since).toISOString().slice(11, 16);
      expect(String(text)).toMatch(new RegExp(`· since \\w+ \\d+, ${clock}`));
    });
  }));
