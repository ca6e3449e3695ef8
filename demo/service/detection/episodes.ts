import { HOUR, MINUTE, floorTo } from '../time';
import { type Columns, bandsOf, noBands } from '../series/columns';
import { aggregate } from '../series/aggregate';
import type { Metric } from '../series/metric';
import {
  type DeviationType,
  type Severity,
  deviationOf,
  severities,
  severityOfDeviation,
  severityOfSilence,
} from './severity';

/** A metric's time outside its corridors, or without data, from its detection to its end. */
export interface Episode {
  readonly metric: Metric;
  readonly joined: number;
  /** Infinity until the series comes back. */
  readonly left: number;
  /** The findings with their times. The first is at `joined`, later ones are changes. */
  readonly findings: readonly Finding[];
}

export interface Finding {
  readonly at: number;
  readonly severity: Severity;
  readonly type: DeviationType;
  /** Distance to the nearest corridor in widths of main, negative below. Null without data. */
  readonly deviation: number | null;
}

/** The width of the watched steps, at least 5 minutes, because shorter changes are noise. */
export function watchStep(metric: Metric): number {
  return Math.max(5 * MINUTE, metric.series.step);
}

/** The number of steps outside that start an episode, and of steps inside that end it: 15 minutes, at least two steps. */
function patience(step: number): number {
  return Math.max(2, Math.ceil((15 * MINUTE) / step));
}

/** The number of steps without data that start an episode: an hour, at least three steps. */
function silenceTaken(step: number): number {
  return Math.max(3, Math.ceil(HOUR / step));
}

/** A finding changes at most this often, unless it improves (back inside) or changes by two levels. */
const calm = 15 * MINUTE;

/**
 * The episodes of a metric between `from` and `to`, found only from its points and corridors. Both ends should be in calm
 * times: an episode that began earlier is found late, and one that continues beyond `to` has no end.
 */
export function findEpisodes(metric: Metric, from: number, to: number): Episode[] {
  const step = watchStep(metric);
  const start = Math.max(floorTo(from, step), Math.ceil(metric.series.baselineFrom / step) * step);
  const points = aggregate(metric.series.read(start, to - 1), step, 'avg');
  const watch = new Watch(metric, step);
  let row = 0;
  for (let time = start; time + step <= to; time += step) {
    const present = points.times[row] === time;
    watch.step(time + step, present ? points : null, row);
    row += present ? 1 : 0;
  }
  return watch.done();
}

/** Walks through a series step by step, with the state of the watched series. */
class Watch {
  private readonly episodes: Episode[] = [];
  private readonly bands = noBands();
  private findings: Finding[] | null = null;
  private outside = 0;
  private inside = 0;
  private silent = 0;
  /** The deviations of the latest steps, newest last. */
  private recent: number[] = [];

  constructor(
    private readonly metric: Metric,
    private readonly width: number
  ) {}

  /** `end` is when the step is over and its point is known. */
  step(end: number, points: Columns | null, row: number): void {
    const deviation = points ? deviationOf(points.values[row], bandsOf(points, row, this.bands)) : null;
    this.outside = deviation === null ? this.outside : deviation === 0 ? 0 : this.outside + 1;
    this.inside = deviation === 0 ? this.inside + 1 : 0;
    this.silent = deviation === null ? this.silent + 1 : 0;
    if (deviation !== null) {
      this.recent = [...this.recent.slice(-2), deviation];
    }
    if (!this.findings) {
      if (this.outside >= patience(this.width) || this.silent >= silenceTaken(this.width)) {
        this.findings = [this.finding(end)];
      }
    } else if (this.inside >= patience(this.width)) {
      this.close(end);
    } else {
      this.look(end, this.findings);
    }
  }

  done(): Episode[] {
    if (this.findings) {
      this.close(Infinity);
    }
    return this.episodes;
  }

  private close(left: number): void {
    const findings = this.findings ?? [];
    this.episodes.push({ metric: this.metric, joined: findings[0].at, left, findings });
    this.findings = null;
  }

  private look(end: number, findings: Finding[]): void {
    const last = findings[findings.length - 1];
    const next = this.finding(end);
    if (next.severity === last.severity && next.type === last.type) {
      return;
    }
    const leap = Math.abs(severities.indexOf(next.severity) - severities.indexOf(last.severity)) > 1;
    if (end - last.at >= calm || next.severity === 'green' || leap || next.type !== last.type) {
      findings.push(next);
    }
  }

  private finding(at: number): Finding {
    if (this.silent >= silenceTaken(this.width)) {
      return { at, severity: severityOfSilence(this.silent * this.width), type: 'missing_data', deviation: null };
    }
    const sorted = [...this.recent].sort((a, b) => a - b);
    const deviation = this.inside > 0 ? 0 : sorted[Math.floor(sorted.length / 2)];
    return {
      at,
      severity: severityOfDeviation(deviation),
      type: 'deviation',
      deviation: Math.round(deviation * 1000) / 1000,
    };
  }
}
