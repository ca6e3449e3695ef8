import type { components } from '../schema';
import { Problem } from '../problem';
import { durationOf } from '../quirks/check';
import type { Quirk } from '../quirks/quirk';
import { DAY, HOUR, MINUTE } from '../time';

type Granularity = components['schemas']['Granularity'];

const steps: Record<Granularity, number> = { '1m': MINUTE, '15m': 15 * MINUTE, '60m': HOUR, '1h': HOUR };

/** A granularity's step. */
export function stepOf(granularity: Granularity): number {
  return steps[granularity];
}

/** The service's name for a step: 1m, 15m, or 60m. */
export function granularityName(step: number): Exclude<Granularity, '1h'> {
  return step === MINUTE ? '1m' : step === HOUR ? '60m' : '15m';
}

/** The input for choosing a step. */
export interface Wanted {
  readonly from: number;
  readonly to: number;
  readonly now: number;
  /** The step at which the metric is stored. */
  readonly source: number;
  readonly granularity?: Granularity;
}

/**
 * The step of returned metric data.
 *
 * A requested granularity is used as it is. Otherwise, the range decides (up to 12h 1m, up to 7d 15m, else 60m), but never
 * finer than the source.
 *
 * @throws Problem 400 if the granularity is refused or finer than the source, or if the range exceeds a limit
 */
export function resolveStep(wanted: Wanted, quirk: Quirk = {}): number {
  const { from, to, source, granularity } = wanted;
  const range = to - from;
  within(range, durationOf(quirk.maxWindow ?? 14 * DAY), '');
  if (granularity === undefined) {
    const rule = range <= 12 * HOUR ? MINUTE : range <= 7 * DAY ? 15 * MINUTE : HOUR;
    const possible = distinct.filter((step) => step >= rule && step >= source && !refused(step, wanted, quirk));
    return possible[0] ?? Math.max(source, rule);
  }
  const step = steps[granularity];
  if (step < source) {
    if (quirk.finer === 'coarser') {
      return source;
    }
    throw new Problem(
      400,
      `granularity ${granularity} is not supported: the metric is stored at ${granularityName(source)}`
    );
  }
  const reason = refused(step, wanted, quirk);
  if (reason !== undefined) {
    throw new Problem(400, `granularity ${granularity} is not supported: ${reason}`);
  }
  if (step === MINUTE) {
    within(range, durationOf(quirk.maxFineWindow ?? 48 * HOUR), ' for granularity 1m');
  }
  return step;
}

const distinct = [MINUTE, 15 * MINUTE, HOUR];

/** Why there is no data at a step, or undefined. */
function refused(step: number, { from, now }: Wanted, { refuseGranularity = [], fineFor }: Quirk): string | undefined {
  if ([refuseGranularity].flat().some((name) => steps[name as Granularity] === step)) {
    return 'it is switched off';
  }
  const old = fineFor !== undefined && step === MINUTE && from < now - durationOf(fineFor);
  return old ? `1m is kept for ${span(durationOf(fineFor))}` : undefined;
}

function within(range: number, limit: number, what: string): void {
  if (range > limit) {
    throw new Problem(400, `the window between from and to must not exceed ${span(limit)}${what}`);
  }
}

function span(duration: number): string {
  return duration % DAY === 0 && duration > 2 * DAY ? `${duration / DAY} days` : `${duration / HOUR} hours`;
}
