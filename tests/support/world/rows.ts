import {
  type AlertState,
  type Reading,
  stateAt,
  type World,
  type WorldAlert,
  type WorldChange,
  type WorldMetric,
} from './truth';

/** Rows of the service, as its bodies show them. */

export const iso = (time: number) => new Date(time).toISOString();

/** The rank of a severity, for columns that are only displayed. */
const ADJUSTED = 2;

/** An alert at a moment. Its row only changes when something happens to it. */
export function rowOf({ metrics, reading }: World, alert: WorldAlert, at: number, withMetrics: boolean) {
  const state = knownState(alert, at);
  const { events, end = Infinity } = alert;
  const last = events.findLast((event) => event.at <= at) ?? events[0];
  const shown = state.active || reading.counts === 'last' ? state.metrics : [];
  return {
    id: alert.id,
    active: state.active,
    impact: state.impact,
    firstSeenAt: iso(events[0].at),
    lastSeenAt: iso(state.active ? last.at : end),
    activeNodes: new Set(shown.map(({ metric }) => metrics[metric].nodeId)).size,
    activeMetrics: shown.length,
    score: scoreOf(state),
    learningStatus: 0.75,
    ...(withMetrics ? { metrics: state.metrics.map((change) => metricRow(metrics[change.metric], change)) } : {}),
  };
}

export function scoreOf({ metrics }: AlertState): number {
  return 10 * metrics.length + 0.5;
}

function metricRow(metric: WorldMetric, change: WorldChange) {
  return { ...named(metric), ...valuesOf(change) };
}

function named({ source: _, ...names }: WorldMetric) {
  return names;
}

function valuesOf({ severity, kind, contribution }: WorldChange) {
  return {
    score: { adjusted: ADJUSTED, contribution },
    learningStatus: 0.5,
    severity,
    type: kind,
    closestBaselineDeviation: kind === 'deviation' ? 1.5 : null,
  };
}

/** The events of an alert up to a moment, including its end. */
export function eventRows({ metrics, reading }: World, alert: WorldAlert, at: number, withChanges: boolean) {
  const { id, end = Infinity } = alert;
  const happened = alert.events.filter((event) => event.at <= at && event.at < end);
  const changes = (all: WorldChange[]) =>
    withChanges
      ? {
          changes: all.map((change) => ({
            type: change.type,
            ...named(metrics[change.metric]),
            values: change.type === 'removed' ? null : valuesOf(change),
          })),
        }
      : {};
  const rows = happened.map((event, sequence) => ({
    ...eventOf(alert, event.at, sequence, reading),
    ...changes(event.changes),
  }));
  if (end > at || reading.ending === 'none' || rows.length === 0) {
    return rows;
  }
  const removed = reading.ending === 'removals' ? knownState(alert, end).metrics : [];
  const last = {
    ...eventOf(alert, end, rows.length, reading),
    eventType: reading.ending === 'inactive' ? 'updated' : 'ended',
    id,
    ...changes(removed.map((change): WorldChange => ({ ...change, type: 'removed' }))),
  };
  return [...rows, last];
}

function eventOf(alert: WorldAlert, at: number, sequence: number, { showsActive }: Reading) {
  const state = knownState(alert, at);
  return {
    id: alert.id,
    sequence,
    eventType: sequence === 0 ? 'created' : 'updated',
    eventOccurred: iso(at),
    ...(showsActive ? { active: state.active } : {}),
    impact: state.impact,
    activeNodes: 1,
    activeMetrics: state.metrics.length,
    score: scoreOf(state),
    learningStatus: null,
  };
}

function knownState(alert: WorldAlert, at: number): AlertState {
  return stateAt(alert, at) ?? { active: false, impact: 'low', metrics: [] };
}
