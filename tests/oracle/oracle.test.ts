import { type AnomalyQuery } from '../../src/ground/query';
import { startTestsAt } from '../support/clock';
import { DAY, type World } from '../support/world/truth';
import { ask as askIn, eachWorld as eachOf, RANGE, rowsOf } from './ask';
import { alertsIn, counts, metricTitle, incidents, mostSevere, severityAt, tableRows, titleOf } from './oracle';
import { courseWorld, NOW, tightWorld, wideWorld } from './worlds';

/**
 * Compares queries with a second implementation of their definitions. It shares no code with them. The worlds have many
 * boundary cases.
 */
startTestsAt(NOW);

const ask = (world: World, ...queries: Array<Partial<AnomalyQuery>>) => askIn(world, RANGE, queries);
const made = (seed: number): World => {
  const world = [courseWorld, tightWorld, wideWorld][seed % 3](seed);
  const ending = (['event', 'removals', 'inactive', 'none'] as const)[seed % 4];
  return { ...world, reading: { ...world.reading, ending } };
};
const eachWorld = (check: (world: World) => Promise<void>) => eachOf(40, made, check);

it('tables, counts, and titles', () =>
  eachWorld(async (world) => {
    const [now, search, count] = await ask(
      world,
      { queryType: 'alerts' },
      { queryType: 'alertSearch' },
      { queryType: 'alerts', format: 'counts' }
    );
    const names = ['id', 'impact', 'firstSeenAt', 'duration', 'active'];
    const active = alertsIn(world, { from: NOW, to: NOW }, NOW).filter(({ end }) => end === undefined);
    const found = alertsIn(world, RANGE, NOW);
    expect(rowsOf(now, ...names)).toEqual(tableRows(active, NOW));
    expect(rowsOf(search, ...names)).toEqual(tableRows(found, NOW));
    expect(rowsOf(search, 'title')).toEqual(
      mostSevere(found, NOW).map((alert) => ({ title: titleOf(world, alert, NOW) }))
    );
    expect(rowsOf(count, 'active', 'low', 'medium', 'high', 'severe')).toEqual([counts(world, NOW)]);
  }));

it('incidents', () =>
  eachWorld(async (world) => {
    const [frame] = await ask(world, { queryType: 'alertSearch', format: 'incidents' });
    const shown = rowsOf(frame, 'alertIds').map(({ alertIds }) => String(alertIds).split(/[, ]+/).sort());
    expect(shown.sort()).toEqual(incidents(alertsIn(world, RANGE, NOW), NOW));
  }));

it('states', () =>
  eachWorld(async (world) => {
    // Events exactly at the end of a range are part of it.
    const moments = world.alerts.flatMap(({ events, end }) => [...events.map(({ at }) => at), ...(end ? [end] : [])]);
    const to = moments.filter((at) => at > NOW - DAY).sort((a, b) => a - b)[world.alerts.length % 3] ?? NOW;
    const range = { from: to - 3 * DAY, to };
    const [{ fields }] = await askIn(world, range, [{ queryType: 'alertEvents', format: 'states' }]);
    const times: number[] = fields[0].values;
    const all = [...new Set([...times, ...moments.filter((at) => at >= range.from && at <= to)])];
    for (const place of world.metrics.keys()) {
      const values = fields.find(({ name }) => name === metricTitle(world, place))?.values;
      const shownAt = (at: number) => values?.[times.findLastIndex((time) => time <= at)] ?? null;
      expect(all.map(shownAt)).toEqual(all.map((time) => severityAt(world, place, time)));
    }
  }));
