import type { components } from '../schema';
import { HOUR } from '../time';
import type { Bands } from '../series/columns';

export type Severity = components['schemas']['Severity'];
export type Impact = components['schemas']['Impact'];
export type DeviationType = components['schemas']['DeviationType'];
export type AnomalySeverity = components['schemas']['AnomalySeverity'];

// The interface doesn't define the scale of scores. Here, a metric's adjusted score is 0 to 100, its contribution 0 to 1,
// and an alert's score 0 to 100.

/**
 * How far `value` is outside all corridors, in widths of the main corridor, negative below main. 0 inside any of them. A
 * flat main corridor counts as wide as its value.
 */
export function deviationOf(value: number, bands: Bands): number {
  const { mainUp, mainDown, supUp, supDown, infUp, infDown } = bands;
  const away = Math.min(
    outside(value, mainUp, mainDown),
    outside(value, supUp, supDown),
    outside(value, infUp, infDown)
  );
  const width = mainUp - mainDown || Math.abs(mainUp) || 1;
  return away === 0 ? 0 : (value < mainDown ? -away : away) / width;
}

function outside(value: number, up: number, down: number): number {
  if (Number.isNaN(up)) {
    return Infinity;
  }
  return value > up ? value - up : value < down ? down - value : 0;
}

export function severityOfDeviation(deviation: number): Severity {
  const away = Math.abs(deviation);
  if (away === 0) {
    return 'green';
  }
  return away < 0.45 ? 'yellow' : away < 1 ? 'orange' : away < 1.9 ? 'red' : 'blood_red';
}

/** `silent`: for how long there has been no data. */
export function severityOfSilence(silent: number): Severity {
  return silent < 2 * HOUR ? 'yellow' : silent < 6 * HOUR ? 'orange' : silent < 24 * HOUR ? 'red' : 'blood_red';
}

const adjusted: Record<Severity, number> = { green: 5, yellow: 28, orange: 52, red: 74, blood_red: 93 };

/** The score of a metric with a weight of 0 to 1. `learned` (0 to 1) is the progress of its baseline. */
export function metricScore(severity: Severity, weight: number, learned: number) {
  const score = adjusted[severity] * (0.8 + 0.2 * learned);
  return { adjusted: round(score, 1), contribution: round((score / 100) * weight, 3) };
}

/** An alert's score: several metrics together count more than the worst alone, up to 100. */
export function alertScore(contributions: readonly number[]): number {
  return round(100 * (1 - contributions.reduce((calm, c) => calm * (1 - 0.6 * c), 1)), 1);
}

export function impactOfScore(score: number): Impact {
  return score >= 80 ? 'severe' : score >= 55 ? 'high' : score >= 28 ? 'medium' : 'low';
}

const anomalySeverities: Record<Severity | Impact, AnomalySeverity> = {
  green: 'low',
  yellow: 'low',
  orange: 'medium',
  red: 'severe',
  blood_red: 'severe',
  low: 'low',
  medium: 'medium',
  high: 'severe',
  severe: 'severe',
};

/** The anomaly family has three levels, named and numbered. */
export function anomalySeverity(of: Severity | Impact) {
  const severity = anomalySeverities[of];
  const severity_num: 1 | 2 | 3 = severity === 'low' ? 1 : severity === 'medium' ? 2 : 3;
  return { severity, severity_num };
}

export const impacts: readonly Impact[] = ['low', 'medium', 'high', 'severe'];
export const severities: readonly Severity[] = ['green', 'yellow', 'orange', 'red', 'blood_red'];

export function worse<T extends Impact>(a: T, b: T): T {
  return impacts.indexOf(a) >= impacts.indexOf(b) ? a : b;
}

export function round(value: number, digits: number): number {
  const factor = 10 ** digits;
  return Math.round(value * factor) / factor;
}
