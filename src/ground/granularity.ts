import { rangeUtil } from '@grafana/data';
import { DAY, HOUR, MINUTE } from './spans';
import { type GranularityChoice } from './query';

/** The interface's granularities. `60m` and `1h` are the same. */
export type Granularity = '1m' | '15m' | '1h';

/** Finest first. */
export const GRANULARITIES: readonly Granularity[] = ['1m', '15m', '1h'];

export const STEP: Record<Granularity, number> = { '1m': MINUTE, '15m': 15 * MINUTE, '1h': HOUR };

/** The interface's own rule: what the service chooses for a range in milliseconds if no granularity is requested. */
export function ruleGranularity(range: number): Granularity {
  if (range <= 12 * HOUR) {
    return '1m';
  }
  return range <= 7 * DAY ? '15m' : '1h';
}

interface PanelWidth {
  /** Milliseconds. */
  range: number;
  maxDataPoints?: number;
  intervalMs?: number;
}

/**
 * What `auto` chooses: never coarser than the interface's own rule, finer if all points have room in the panel, coarser
 * only if a minimum interval is set on the panel.
 */
export function autoGranularity({ range, maxDataPoints, intervalMs }: PanelWidth): Granularity {
  const fits = (step: number) => maxDataPoints !== undefined && maxDataPoints > 0 && range / step <= maxDataPoints;
  const rule = ruleGranularity(range);
  const chosen = GRANULARITIES.find((granularity) => fits(STEP[granularity]) || granularity === rule) ?? rule;
  const minimum = minimumInterval({ range, maxDataPoints, intervalMs });
  return coarser(chosen, atLeast(minimum));
}

/** The minimum interval set on the panel, in milliseconds, if it is above the one that Grafana calculates. Otherwise 0. */
function minimumInterval({ range, maxDataPoints, intervalMs }: PanelWidth): number {
  if (!intervalMs || !maxDataPoints) {
    return 0;
  }
  return intervalMs > Math.max(1, rangeUtil.roundInterval(range / maxDataPoints)) ? intervalMs : 0;
}

/** The finest granularity with a step not below `step`, at most 1h. */
export function atLeast(step: number): Granularity {
  return GRANULARITIES.find((granularity) => STEP[granularity] >= step) ?? '1h';
}

export function coarser(one: Granularity, other: Granularity): Granularity {
  return STEP[one] >= STEP[other] ? one : other;
}

/** A granularity of the service (`1m`, `15m`, `60m`, `1h`, or an unknown one) in milliseconds, or null. */
export function stepOf(text: string | null): number | null {
  const match = /^(\d+)\s*(s|m|h|d)$/.exec(text ?? '');
  const unit = { s: 1000, m: MINUTE, h: HOUR, d: DAY }[match?.[2] ?? ''];
  return match && unit ? Number(match[1]) * unit : null;
}

/** The granularity of points if the service chose it: as reported, but never finer than their source. */
export function chosenBy(metadata: {
  granularity: string | null;
  sourceGranularity: string | null;
}): Granularity | null {
  const steps = [stepOf(metadata.granularity), stepOf(metadata.sourceGranularity)];
  return GRANULARITIES.findLast((granularity) => steps.includes(STEP[granularity])) ?? null;
}

/** The granularity in a text with replaced variables. Null if it is unknown. */
export function granularityOf(text: string): GranularityChoice | null {
  const choices: GranularityChoice[] = ['auto', ...GRANULARITIES];
  const word = text === '60m' ? '1h' : text || 'auto';
  return choices.find((choice) => choice === word) ?? null;
}
