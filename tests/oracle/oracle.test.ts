import { type AnomalyQuery } from '../../src/query/query';
import { standAt } from '../support/clock';
import { type World, type WorldAlert } from '../support/world/truth';
import { ask as askIn, BEFORE, eachWorld as eachOf, RANGE, rowsOf } from './ask';
import {
  alertsIn,
  counts,
  metricTitle,
  type Period,
  figures,
  incidents,
  mostSevere,
  quality,
  severityAt,
  tableRows,
  titleOf,
} from './oracle';
import { metricsIn } from './ranking';
import { courseWorld, NOW, tightWorld } from './worlds';

/** Queries against a second implementation of their definitions that shares no code with them, in worlds full of boundaries. */
standAt(NOW);

const ask = (world: World, ...queries: Array<Partial<AnomalyQuery>>) => askIn(world, RANGE, queries);
const made = (seed: number): World => (seed % 2 === 0 ? courseWorld(seed) : tightWorld(seed));
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
    const [{ fields }] = await ask(world, { queryType: 'alertEvents', format: 'states' });
    const times: number[] = fields[0].values;
    for (const place of world.metrics.keys()) {
      const field = fields.find(({ name }) => name === metricTitle(world, place));
      const wanted = times.map((time) => severityAt(world, place, time));
      expect(field ? [...field.values] : times.map(() => null)).toEqual(wanted);
    }
  }));

it('reports', () =>
  eachWorld(async (world) => {
    const [impacts, series, figured] = await ask(
      world,
      { queryType: 'alertReport', by: 'impact' },
      { queryType: 'alertReport', by: 'series' },
      { queryType: 'alertReport', by: 'quality' }
    );
    const [found, before] = [alertsIn(world, RANGE, NOW), alertsIn(world, BEFORE, NOW)];
    const known = [...new Set([...found, ...before])];
    const names = ['alerts', 'activeTime', 'longest', 'median', 'repeats', 'alertsBefore', 'activeTimeBefore'];
    const row = (isOwn: (alert: WorldAlert, period: Period) => boolean, own?: (metric: number) => boolean) => {
      const of = (alerts: WorldAlert[], period: Period) => alerts.filter((alert) => isOwn(alert, period));
      const then = figures(of(before, BEFORE), known, BEFORE, NOW);
      const now = figures(of(found, RANGE), known, RANGE, NOW, own);
      return { ...now, alertsBefore: then.alerts, activeTimeBefore: then.activeTime };
    };
    expect(rowsOf(impacts, 'impact', ...names)).toEqual(
      ['severe', 'high', 'medium', 'low'].map((impact) => ({
        impact,
        ...row(({ events }) => events[events.length - 1].impact === impact),
      }))
    );
    const shown = rowsOf(series, 'metricId', 'nodeId', ...names);
    for (const { metricId, nodeId, ...values } of shown) {
      const place = world.metrics.findIndex((one) => one.statTypeId === metricId && String(one.nodeId) === nodeId);
      expect(values).toEqual(
        row(
          (alert, period) => metricsIn(alert, period).includes(place),
          (metric) => metric === place
        )
      );
    }
    const wanted = Object.entries(quality(found, RANGE, NOW));
    const rows = new Map(rowsOf(figured, 'figure', 'value').map(({ figure, value }) => [figure, value]));
    expect(wanted.map(([figure]) => [figure, rows.get(figure)])).toEqual(wanted);
  }));
