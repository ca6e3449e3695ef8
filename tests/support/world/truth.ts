/** The truth about a made-up service, as data. Times are epoch milliseconds. */

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

export const IMPACTS = ['low', 'medium', 'high', 'severe'] as const;
export const SEVERITIES = ['green', 'yellow', 'orange', 'red', 'blood_red'] as const;

export interface WorldMetric {
  nodeId: number;
  nodeName: string | null;
  statTypeId: string;
  statTypeName: string | null;
  systemId: number | null;
  systemName: string | null;
  /** The shortest distance of its points. */
  source: number;
}

/** What an event changes in a metric. `metric` is its place in the world's list. */
export interface WorldChange {
  metric: number;
  type: 'added' | 'updated' | 'removed';
  severity: string;
  kind: 'deviation' | 'missing_data' | null;
  contribution: number;
}

export interface WorldEvent {
  at: number;
  impact: string;
  changes: WorldChange[];
}

/** The alert starts with its first event, which adds a metric. */
export interface WorldAlert {
  id: string;
  events: WorldEvent[];
  end?: number;
}

/** Choices of this service that the interface leaves open. */
export interface Reading {
  /** Which alerts a search with `from` and `to` finds. */
  finds: 'active' | 'begun';
  /** What `q` selects. */
  text: 'names' | 'ids' | 'nothing';
  /** What shows an alert's end: its last event's type, that this removes all metrics, or only its `active`; or no event. */
  ending: 'event' | 'removals' | 'inactive' | 'none';
  /** Whether events show `active`. */
  showsActive: boolean;
  /** What the row of an ended alert counts: its last metrics, or nothing. */
  counts: 'last' | 'none';
  /** Maximum of rows on a page, whatever is requested. */
  page: number;
  order: 'newest' | 'oldest' | 'severe';
  /** Whether metric data includes a point exactly at `to`. */
  includesTo: boolean;
  /** Milliseconds until a new point is available. */
  lag: number;
  /** The answer for an unknown metric. */
  unknownMetric: 'empty' | 400;
  forecast: boolean;
}

/** A metric at a moment. */
export interface Course {
  /** Value and corridor, in widths of the main corridor, from the corridor's middle: 0.5 is its upper edge. */
  value: number;
  corridors: 'usual' | 'flat' | 'none';
  /** How far both have moved, in the same unit. */
  level?: number;
}

export interface World {
  metrics: WorldMetric[];
  alerts: WorldAlert[];
  reading: Reading;
  /** A metric at a moment, undefined without data. It is outside while it is part of an alert. */
  courseOf?: (metric: number, time: number) => Course | undefined;
}

export const READING: Reading = {
  finds: 'active',
  text: 'names',
  ending: 'event',
  showsActive: true,
  counts: 'last',
  page: 1000,
  order: 'newest',
  includesTo: true,
  lag: 0,
  unknownMetric: 'empty',
  forecast: true,
};

/** An alert at a moment. */
export interface AlertState {
  active: boolean;
  impact: string;
  /** Its metrics with their newest states, in the order in which they joined. */
  metrics: WorldChange[];
}

/** An alert at a moment: undefined before it begins, its last state after its end. */
export function stateAt({ events, end = Infinity }: WorldAlert, at: number): AlertState | undefined {
  const past = events.filter((event) => event.at <= at && event.at < end);
  if (past.length === 0) {
    return undefined;
  }
  const metrics = new Map<number, WorldChange>();
  for (const change of past.flatMap(({ changes }) => changes)) {
    if (change.type === 'removed') {
      metrics.delete(change.metric);
    } else {
      metrics.set(change.metric, change);
    }
  }
  return { active: at < end, impact: past[past.length - 1].impact, metrics: [...metrics.values()] };
}

/** The metrics that were part of an alert at any moment up to this one. */
export function metricsUpTo({ events }: WorldAlert, at: number): number[] {
  const changes = events.filter((event) => event.at <= at).flatMap((event) => event.changes);
  return [...new Set(changes.filter(({ type }) => type !== 'removed').map(({ metric }) => metric))];
}

/** When a metric was part of an active alert, as spans. It is outside its corridors then. */
export function troublesOf({ alerts }: World, metric: number): Array<[from: number, to: number]> {
  return alerts.flatMap(({ events, end = Infinity }) => {
    const own = events.flatMap(({ at, changes }) =>
      changes.filter((change) => change.metric === metric).map(({ type }) => ({ at, isIn: type !== 'removed' }))
    );
    return own.flatMap(({ at, isIn }, i): Array<[number, number]> =>
      isIn ? [[at, Math.min(end, own[i + 1]?.at ?? Infinity)]] : []
    );
  });
}
