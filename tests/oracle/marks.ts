import { stateAt, type World, type WorldAlert } from '../support/world/truth';
import { alertsIn, judgedAt, metricTitle, mostSevere, type Period, titleOf } from './oracle';

/** What annotations must show: their times, titles, and searchable tags. */

export interface Mark {
  id: string;
  time: number;
  timeEnd: number | null;
  title: string;
  /** Required tags. There can be more. */
  tags: string[];
  /** The first lines of its text about metrics, as far as they are determined: those that are shown, and how many others. */
  named?: string[];
}

const MOST_NAMED = 6;

/** The metrics of a tooltip's text. */
const namedOf = (world: World, metrics: number[]) => [
  ...metrics.slice(0, MOST_NAMED).map((metric) => metricTitle(world, metric)),
  ...(metrics.length > MOST_NAMED ? [`+${metrics.length - MOST_NAMED}`] : []),
];

const MOST_REGIONS = 3;
const MOST_EVENTS = 50;

const last = ({ events }: WorldAlert) => events[events.length - 1];
const isActive = (alert: WorldAlert, now: number) => stateAt(alert, now)?.active === true;
const untilOf = (alert: WorldAlert, now: number) => (isActive(alert, now) ? now : (alert.end ?? now));

/** A region for each alert that was active in the range, or a mark at its beginning. */
export function alertMarks(world: World, range: Period, now: number, shape: 'auto' | 'regions' | 'marks'): Mark[] {
  // Later events are not shown.
  const asOf = judgedAt(range, now);
  const alerts = alertsIn(world, range, asOf);
  const most = Math.max(0, ...alerts.map((one) => overlapping(alerts, one.events[0].at, asOf)));
  const isRegion = shape === 'regions' || (shape === 'auto' && most <= MOST_REGIONS);
  return alerts.map((alert) => {
    const start = alert.events[0].at;
    return {
      id: alert.id,
      time: isRegion ? start : Math.max(start, range.from),
      timeEnd: isRegion ? untilOf(alert, asOf) : null,
      title: titleOf(world, alert, now),
      tags: [stateAt(alert, asOf)?.impact ?? ''],
    };
  });
}

/** How many alerts were active at a moment, including those that ended exactly then. */
function overlapping(alerts: WorldAlert[], at: number, asOf: number): number {
  return alerts.filter((one) => one.events[0].at <= at && untilOf(one, asOf) >= at).length;
}

/** A mark for each event in the range, for all alerts that were active in it. An alert's end is an event, too. */
export function eventMarks(world: World, range: Period, now: number): Mark[] {
  const alerts = mostSevere(alertsIn(world, range, now), now).slice(0, MOST_EVENTS);
  return alerts.flatMap((alert) => {
    const over = alert.end !== undefined && alert.end <= now ? [{ at: alert.end, changes: [] }] : [];
    const events = [...alert.events.filter(({ at }) => at <= now), ...over];
    return events
      .map(({ at, changes }, sequence) => ({
        id: `${alert.id}/${sequence}`,
        time: at,
        timeEnd: null,
        title: titleOf(world, alert, now),
        tags: [
          stateAt(alert, at)?.impact ?? '',
          sequence === 0 ? 'created' : over.length > 0 && sequence === events.length - 1 ? 'ended' : 'updated',
          ...changes.map(({ metric }) => nameOf(world, metric)),
        ],
        named: namedOf(
          world,
          changes.map(({ metric }) => metric)
        ),
      }))
      .filter(({ time }) => time >= range.from && time <= range.to);
  });
}

/** A mark for each anomaly in the range. In these worlds, each alert is an anomaly at its last event. */
export function anomalyMarks(world: World, range: Period, now: number): Mark[] {
  return world.alerts
    .filter(({ events }) => events[0].at <= now)
    .map((alert) => {
      const time = alert.end !== undefined && alert.end <= now ? alert.end : last(alert).at;
      const metrics = (stateAt(alert, time)?.metrics ?? []).map(({ metric }) => metric);
      const severity = { low: 'low', medium: 'medium', high: 'medium', severe: 'severe' }[last(alert).impact] ?? '';
      return {
        id: `${alert.id}/${new Date(time).toISOString()}`,
        time,
        timeEnd: null,
        title: titleOfAnomaly(world, alert, now),
        tags: [severity, ...metrics.map((metric) => nameOf(world, metric))],
        named: namedOf(world, metrics),
      };
    })
    .filter(({ time }) => time >= range.from && time <= range.to);
}

/** Its first metric, since all are equally severe here, and the number of other metrics. */
function titleOfAnomaly(world: World, alert: WorldAlert, now: number): string {
  const [first, ...others] = stateAt(alert, now)?.metrics ?? [];
  const { nodeName, nodeId } = world.metrics[first.metric];
  return `${nameOf(world, first.metric)} · ${nodeName ?? nodeId}${others.length > 0 ? ` +${others.length}` : ''}`;
}

function nameOf({ metrics }: World, metric: number): string {
  return metrics[metric].statTypeName ?? metrics[metric].statTypeId;
}
