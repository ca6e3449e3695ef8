import { type AnomalyQuery } from '../../src/query/query';
import { standAt } from '../support/clock';
import { type World, type WorldAlert } from '../support/world/truth';
import { ask as askIn, BEFORE, eachWorld as eachOf, RANGE, rowsOf } from './ask';
import {
  alertsIn,
  counts,
  figures,
  incidents,
  mostSevere,
  quality,
  severityAt,
  tableRows,
  titleOf,
  verdict,
} from './oracle';
import { NOW, tightWorld } from './worlds';

/** Queries show what is true, by a reading of their definitions that shares no code with them, in worlds full of boundaries. */
standAt(NOW);

const ask = (world: World, ...queries: Array<Partial<AnomalyQuery>>) => askIn(world, RANGE, queries);
const eachWorld = (check: (world: World) => Promise<void>) => eachOf(40, tightWorld, check);

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
    for (const [place, { statTypeName, nodeName }] of world.metrics.entries()) {
      const field = fields.find(({ name }) => name === `${statTypeName} · ${nodeName}`);
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
    const row = (isOwn: (alert: WorldAlert) => boolean, own?: (metric: number) => boolean) => {
      const then = figures(before.filter(isOwn), known, BEFORE, NOW);
      const now = figures(found.filter(isOwn), known, RANGE, NOW, own);
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
      const has = ({ events }: WorldAlert) => events[0].changes.some(({ metric }) => metric === place);
      expect(values).toEqual(row(has, (metric) => metric === place));
    }
    const wanted = Object.entries(quality(found, RANGE, NOW));
    const rows = new Map(rowsOf(figured, 'figure', 'value').map(({ figure, value }) => [figure, value]));
    expect(wanted.map(([figure]) => [figure, rows.get(figure)])).toEqual(wanted);
  }));

it('verdicts', () =>
  eachWorld(async (world) => {
    const all = world.alerts.filter(({ id }) => id !== 'past');
    const alerts = [...new Set([...all.slice(0, 2), ...all.slice(-2)])];
    const frames = await ask(
      world,
      ...alerts.map(({ id }) => ({ queryType: 'story', alertId: id, format: 'summary' }) as Partial<AnomalyQuery>)
    );
    const shown = frames.map((frame) => rowsOf(frame, 'verdict')[0].verdict);
    expect(shown).toEqual(alerts.map((alert) => verdict(world, alert, NOW)));
  }));
