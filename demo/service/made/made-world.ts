import { type Episode, findEpisodes, watchStep } from '../detection/episodes';
import { alertsOf } from '../detection/alerts';
import { type AlertRecord, firstSeenAt } from '../detection/timeline';
import { DAY, HOUR } from '../time';
import type { MetricSpec, NodeSpec, SystemSpec } from './catalogue';
import type { Effect } from './incidents';
import { MadeSeries } from './made-series';
import { seedOf } from '../random';
import type { Occurrence } from './calendar';
import type { Metric, Node, System } from '../series/metric';
import type { World } from '../world';

/** Long enough before the 90 days to have a baseline by then. */
const usualAge = 98 * DAY;
/** Alerts are found this far ahead of now, later ones in due course. */
const foresight = 2 * DAY;

interface MadeMetric extends Metric {
  readonly series: MadeSeries;
}

/**
 * A world of made series. It starts instantly: a series is computed when it is read, and alerts are only searched around
 * the incidents, since there are no others.
 */
export class MadeWorld implements World {
  readonly systems: System[] = [];
  readonly nodes: Node[] = [];
  readonly metrics: MadeMetric[] = [];
  private readonly byKey = new Map<string, MadeMetric>();
  private readonly windows: WatchWindow[];
  private known: AlertRecord[] = [];
  private knownUntil = -Infinity;

  constructor(
    readonly tenant: string,
    catalogue: readonly SystemSpec[],
    schedule: readonly Occurrence[],
    start: number,
    seed: number
  ) {
    for (const spec of catalogue) {
      const system = { id: spec.id, name: spec.name };
      this.systems.push(system);
      spec.nodes.forEach((node) => this.addNode(node, system, start, seed));
    }
    schedule.forEach((occurrence, i) => this.apply(occurrence, seedOf(seed, 'effect', i)));
    this.windows = this.metrics.flatMap(windowsOf);
  }

  metric(nodeId: number, metricId: string): MadeMetric | undefined {
    return this.byKey.get(keyOf(nodeId, metricId));
  }

  alerts(now: number): readonly AlertRecord[] {
    if (now > this.knownUntil) {
      this.knownUntil = now + foresight;
      const due = this.windows.filter((window) => window.from <= this.knownUntil);
      this.known = alertsOf(
        due.flatMap((window) => (window.episodes ??= findEpisodes(window.metric, window.from, window.to))),
        this.tenant
      );
    }
    return this.known.filter((alert) => firstSeenAt(alert) <= now);
  }

  private addNode(spec: NodeSpec, system: System, start: number, seed: number): void {
    const { id, name, detached, linked = [] } = spec;
    const node: Node = { id, name, system, detached, linked };
    this.nodes.push(node);
    for (const metric of spec.metrics) {
      const made = this.make(metric, node, start, seed);
      this.metrics.push(made);
      this.byKey.set(keyOf(id, metric.id), made);
    }
  }

  private make(spec: MetricSpec, node: Node, start: number, seed: number): MadeMetric {
    const { id, name, metricType, aggregation, weight, step, profile, gaps = false, jitter } = spec;
    const begins = start - (spec.age ?? usualAge);
    const path = keyOf(node.id, id);
    const series = new MadeSeries({ name: path, seed, step, begins, profile, metricType, gaps, jitter });
    return { node, id, name, metricType, aggregation, weight, series };
  }

  private apply({ story, from, to, strength }: Occurrence, seed: number): void {
    story.parts.forEach((part, i) => {
      const metric = this.metric(part.node, part.metric);
      if (!metric) {
        throw new Error(`the story "${story.name}" tells of ${part.node} ${part.metric}, which there is not`);
      }
      const begins = from + part.after;
      const effect: Effect = {
        from: begins,
        to: part.lasts === undefined ? to : begins + part.lasts,
        shape: part.shape,
        size: part.size * strength,
        seed: seed + i * 7,
      };
      if (effect.to > effect.from) {
        metric.series.add(effect);
      }
    });
  }
}

/** A part of a series that may contain episodes. Both ends are calm. */
interface WatchWindow {
  readonly metric: MadeMetric;
  readonly from: number;
  readonly to: number;
  episodes?: Episode[];
}

function windowsOf(metric: MadeMetric): WatchWindow[] {
  const around = Math.max(6 * watchStep(metric), 2 * HOUR);
  const windows: WatchWindow[] = [];
  for (const effect of metric.series.incidents) {
    const from = effect.from - around;
    const last = windows.at(-1);
    if (last && from <= last.to) {
      windows[windows.length - 1] = { ...last, to: Math.max(last.to, effect.to + around) };
    } else {
      windows.push({ metric, from, to: effect.to + around });
    }
  }
  return windows;
}

function keyOf(nodeId: number, metricId: string): string {
  return `${nodeId}/${metricId}`;
}
