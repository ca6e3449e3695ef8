import { DAY, HOUR } from '../time';
import { uuidOf } from '../random';
import type { Metric } from '../series/metric';
import type { Episode, Finding } from './episodes';
import { alertScore, impactOfScore, metricScore, round, worse } from './severity';
import type { AlertRecord, MetricChange, MetricState, TimelineEvent } from './timeline';

/** For this long after an alert last gained a metric, trouble on a linked node counts as the same alert. */
const spreading = 3 * HOUR;

interface Group {
  episodes: Episode[];
  lastJoined: number;
  /** When the last of its metrics leaves. */
  until: number;
}

/**
 * Joins episodes into alerts, oldest first. An episode that begins while an alert is active becomes part of it if it is on
 * a node of the alert, or, soon enough, on a linked node.
 */
export function alertsOf(episodes: readonly Episode[], tenant: string): AlertRecord[] {
  const groups: Group[] = [];
  let open: Group[] = [];
  for (const episode of [...episodes].sort((a, b) => a.joined - b.joined || order(a, b))) {
    open = open.filter((group) => group.until > episode.joined);
    const home = open.find((group) => sameNode(group, episode)) ?? open.find((group) => spreadsTo(group, episode));
    if (home) {
      home.episodes.push(episode);
      home.lastJoined = episode.joined;
      home.until = Math.max(home.until, episode.left);
    } else {
      const group = { episodes: [episode], lastJoined: episode.joined, until: episode.left };
      groups.push(group);
      open.push(group);
    }
  }
  return groups.map((group) => alertOf(group, tenant));
}

function order(a: Episode, b: Episode): number {
  return a.metric.node.id - b.metric.node.id || (a.metric.id < b.metric.id ? -1 : 1);
}

function sameNode(group: Group, episode: Episode): boolean {
  return group.episodes.some((other) => other.metric.node === episode.metric.node && other.left > episode.joined);
}

function spreadsTo(group: Group, episode: Episode): boolean {
  const { node } = episode.metric;
  return (
    episode.joined - group.lastJoined <= spreading &&
    group.episodes.some(
      ({ metric: { node: other } }) => other.linked.includes(node.id) || node.linked.includes(other.id)
    )
  );
}

/** What happens to one metric at one moment: a finding, or null if it leaves. */
interface Moment {
  at: number;
  episode: Episode;
  finding: Finding | null;
}

function alertOf(group: Group, tenant: string): AlertRecord {
  const [first] = group.episodes;
  const id = uuidOf([tenant, first.metric.node.id, first.metric.id, first.joined].join('\u0000'));
  const moments = group.episodes.flatMap((episode): Moment[] => [
    ...episode.findings.map((finding) => ({ at: finding.at, episode, finding })),
    ...(episode.left < Infinity ? [{ at: episode.left, episode, finding: null }] : []),
  ]);
  const events: TimelineEvent[] = [];
  const states = new Map<Metric, MetricState>();
  for (const at of [...new Set(moments.map((moment) => moment.at))].sort((a, b) => a - b)) {
    const changes = moments.filter((moment) => moment.at === at).map((moment) => apply(moment, states));
    events.push(eventOf(at, changes, [...states.values()], events));
  }
  return { id, events };
}

function apply({ at, episode, finding }: Moment, states: Map<Metric, MetricState>): MetricChange {
  const { metric } = episode;
  if (!finding) {
    states.delete(metric);
    return { type: 'removed', metric, state: null };
  }
  const known = states.get(metric);
  const learned = learnedAt(metric, at);
  const state: MetricState = {
    metric,
    started: known?.started ?? at,
    updated: at,
    severity: finding.severity,
    type: finding.type,
    deviation: finding.deviation,
    score: metricScore(finding.severity, metric.weight, learned),
    learned,
  };
  states.set(metric, state);
  return { type: known ? 'updated' : 'added', metric, state };
}

function eventOf(
  at: number,
  changes: MetricChange[],
  metrics: MetricState[],
  before: readonly TimelineEvent[]
): TimelineEvent {
  const last = before.at(-1);
  const over = metrics.length === 0;
  const score = alertScore(metrics.map((state) => state.score.contribution));
  return {
    sequence: before.length,
    type: !last ? 'created' : over ? 'ended' : 'updated',
    at,
    impact: worse(last?.impact ?? 'low', impactOfScore(score)),
    score: over ? highest(before) : silentOnly(metrics) ? null : score,
    learned: over ? null : round(metrics.reduce((sum, state) => sum + state.learned, 0) / metrics.length, 3),
    changes,
    metrics,
  };
}

function highest(events: readonly TimelineEvent[]): number | null {
  const known = events.flatMap((event) => event.score ?? []);
  return known.length > 0 ? Math.max(...known) : null;
}

function silentOnly(metrics: readonly MetricState[]): boolean {
  return metrics.every((state) => state.type === 'missing_data');
}

/** 0 to 1: a baseline counts as complete after a month. */
function learnedAt(metric: Metric, at: number): number {
  return round(Math.min(1, Math.max(0, (at - metric.series.begins) / (30 * DAY))), 3);
}
