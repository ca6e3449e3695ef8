import { deviationOf } from '../detection/severity';
import type { AlertRecord } from '../detection/timeline';
import { tokens } from '../options';
import { type Columns, bandsOf, noBands } from '../series/columns';
import { MINUTE } from '../time';
import type { World } from '../world';
import { makeWorlds } from '../worlds';

/** The main tenant's world as its callers see it: points, corridors, alerts. For tests. */
export function lookAt(now: number, seed: number) {
  const world = makeWorlds({ seed }, now).get(tokens.main) as World;
  const alerts = world.alerts(now);

  const points = (node: number, id: string, from: number, to: number): Columns => {
    const metric = world.metric(node, id);
    if (!metric) {
      throw new Error(`there is no ${id} on ${node}`);
    }
    return metric.series.read(from, to);
  };

  /** The points outside: their times, and their distances. */
  const outside = (node: number, id: string, from: number, to: number) => {
    const columns = points(node, id, from, to);
    const bands = noBands();
    return columns.times.flatMap((time, row) => {
      const deviation = deviationOf(columns.values[row], bandsOf(columns, row, bands));
      return deviation === 0 ? [] : [{ time, deviation }];
    });
  };

  /** When the metric first left its corridors for at least ten minutes since `from`. NaN: it didn't. */
  const onset = (node: number, id: string, from: number, to: number): number => {
    const times = new Set(outside(node, id, from, to).map(({ time }) => time));
    const minutes = Array.from({ length: 10 }, (_, i) => i * MINUTE);
    return [...times].find((time) => minutes.every((later) => times.has(time + later))) ?? NaN;
  };

  /** The alerts with this metric until now, oldest first. */
  const alertsOf = (node: number, id: string): AlertRecord[] =>
    alerts.filter((alert) => joined(alert, node, id) <= now);

  return { now, world, alerts, points, outside, onset, alertsOf };
}

/** When a metric joined an alert. Infinity if it never did. */
export function joined(alert: AlertRecord, node: number, id: string): number {
  const event = alert.events.find(({ changes }) =>
    changes.some(({ type, metric }) => type === 'added' && metric.node.id === node && metric.id === id)
  );
  return event?.at ?? Infinity;
}

/** When an alert ends, possibly in the future. */
export function ended({ events }: AlertRecord): number {
  const last = events[events.length - 1];
  return last.type === 'ended' ? last.at : Infinity;
}
