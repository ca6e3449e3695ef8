import { type SeenPoint, stateOf } from '../support/sentences';
import { HOUR, MINUTE, stateAt, type World, type WorldAlert } from '../support/world/truth';
import { inOrder, type Period } from './oracle';
import { farthest, hasCorridor, isOutside, pointsIn, type Stay, staysIn, widthsOf } from './points';

/** What a story's timeline and a summary in words must show about a metric. */

const STATED = 12 * HOUR;
const SEVERITIES = ['blood_red', 'red', 'orange', 'yellow', 'green'];

/** A metric as of the end of a period. */
export interface Told {
  state: string;
  value: number | null;
  expectedFrom: number | null;
  expectedTo: number | null;
  /** The stays outside that touch the period. */
  stays: Stay[];
  last: Stay | undefined;
}

/** The finest points up to the end of a period, at least of its last twelve hours, which give the state. */
export function finePoints(world: World, place: number, { from, to }: Period, now: number) {
  const step = world.metrics[place].source;
  return pointsIn(world, place, { from: Math.min(from, to - STATED), to }, now, step);
}

/** Null if its points can't be distinguished from others in the newest bucket, or if their corridors are flat. */
export function told(world: World, place: number, period: Period, now: number): Told | null {
  const step = world.metrics[place].source;
  const points = finePoints(world, place, period, now).filter(hasCorridor);
  const newest = points.at(-1);
  if (!newest) {
    return { state: 'unknown', value: null, expectedFrom: null, expectedTo: null, stays: [], last: undefined };
  }
  if (widthsOf(newest) === null) {
    return null;
  }
  const seen = points.flatMap(({ time, smoothened, corridors: { main, sup, inf } }): SeenPoint[] =>
    main ? [{ time, value: smoothened, main, sup, inf }] : []
  );
  const all = staysIn(points, step);
  const stays = all.filter(({ backAt, points: own }) => (backAt ?? own[own.length - 1].time) >= period.from);
  const last = stays.at(-1);
  const { from, to } = period;
  const seenCase = { from, to, now: to, step, points: seen };
  const state = stateOf(seenCase);
  // Most points of a bucket can be inside while the newest is outside, or the reverse.
  if (state !== 'unknown' && (state === 'inside') === isOutside(newest)) {
    return null;
  }
  const { main, sup, inf } = newest.corridors;
  const edges = [main, sup, inf].flatMap((band) => (band ? [band.down, band.up] : []));
  return {
    state,
    value: newest.smoothened,
    expectedFrom: Math.min(...edges),
    expectedTo: Math.max(...edges),
    stays,
    last,
  };
}

const joinedOf = ({ events }: WorldAlert, place: number) =>
  events.find(({ changes }) => changes.some(({ metric }) => metric === place))?.at ?? NaN;

/** The stay outside during which a metric joined its alert. */
export function stayIncluding(world: World, alert: WorldAlert, place: number, now: number): Stay | undefined {
  const joinedAt = joinedOf(alert, place);
  const calm = Math.max(15 * MINUTE, 2 * world.metrics[place].source);
  return told(world, place, storyPeriod(alert, now), now)?.stays.find(
    ({ from, backAt, points }) => from <= joinedAt && joinedAt < (backAt ?? points[points.length - 1].time + calm)
  );
}

/** A row of the timeline. */
function timelineRow(world: World, alert: WorldAlert, place: number, now: number) {
  const period = storyPeriod(alert, now);
  const joinedAt = joinedOf(alert, place);
  const { nodeId, statTypeId } = world.metrics[place];
  const own = alert.events.flatMap(({ changes }) => changes.filter(({ metric }) => metric === place));
  const story = told(world, place, period, now);
  const inSpan = (point: { time: number }) => point.time >= alert.events[0].at;
  const including = stayIncluding(world, alert, place, now);
  return {
    row: {
      joinedAt,
      nodeId: String(nodeId),
      metricId: statTypeId,
      severity: SEVERITIES.find((severity) =>
        own.some((change) => change.type !== 'removed' && change.severity === severity)
      ),
    },
    read: story && {
      state: story.state,
      // An old value is not the current value.
      value: story.state === 'unknown' ? null : story.value,
      expectedFrom: story.state === 'unknown' ? null : story.expectedFrom,
      expectedTo: story.state === 'unknown' ? null : story.expectedTo,
      leftAt: including?.leftAt ?? null,
      worst: farthest(finePoints(world, place, { ...period, from: alert.events[0].at }, now).filter(inSpan)),
    },
  };
}

export type TimelineRow = ReturnType<typeof timelineRow>;

/** An alert's metrics in the order in which they joined, from an hour before it until now or its end. */
export function timeline(world: World, alert: WorldAlert, now: number): TimelineRow[] {
  return inOrder(alert).map((place) => timelineRow(world, alert, place, now));
}

export function storyPeriod(alert: WorldAlert, now: number): Period {
  const to = stateAt(alert, now)?.active ? now : (alert.end ?? now);
  return { from: alert.events[0].at - HOUR, to };
}

/** The single row of a summary, as far as metric data determines it. */
export function summary(world: World, alert: WorldAlert, now: number) {
  const rows = timeline(world, alert, now);
  const places = inOrder(alert);
  const start = alert.events[0].at;
  const { to } = storyPeriod(alert, now);
  const isActive = stateAt(alert, now)?.active === true;
  const left = rows.flatMap(({ read }) => read?.leftAt ?? []).filter((at) => at <= start);
  const stays = places.flatMap((place) => stayIncluding(world, alert, place, now) ?? []);
  const isEarliest = stays.every(({ from }) => from >= Math.min(...left));
  const states = rows.map(({ read }) => read?.state ?? 'unknown');
  const outside = states.filter((state) => state === 'outside').length;
  return {
    impact: stateAt(alert, now)?.impact,
    state: isActive ? 'active' : 'ended',
    since: start,
    until: isActive ? null : to,
    duration: to - start,
    metrics: places.length,
    nodes: new Set(places.map((place) => world.metrics[place].nodeId)).size,
    outside: states.includes('unknown') ? null : outside,
    lag: left.length > 0 && isEarliest ? start - Math.min(...left) : null,
  };
}
