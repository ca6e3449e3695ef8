import type { components } from '../../../src/service/schema';
import { Problem } from '../http/problem';
import type { Limits } from '../options';
import { DAY, HOUR, MINUTE } from '../time';

type Granularity = components['schemas']['Granularity'];

const steps: Record<Granularity, number> = { '1m': MINUTE, '15m': 15 * MINUTE, '60m': HOUR, '1h': HOUR };

/** How the service names a step: 1m, 15m or 60m. */
export function granularityName(step: number): Exclude<Granularity, '1h'> {
  return step === MINUTE ? '1m' : step === HOUR ? '60m' : '15m';
}

/**
 * The step that metric data is returned at.
 *
 * A granularity that is asked for counts as it is; where none is, the range decides (up to 12h 1m, up to 7d 15m, else 60m),
 * but nothing is finer than the source.
 *
 * @throws Problem 400 where the granularity is finer than the source, or the range is above a limit
 */
export function resolveStep(range: number, source: number, requested: Granularity | undefined, limits: Limits): number {
  if (range > limits.maxWindow) {
    throw new Problem(400, `the window between from and to must not exceed ${span(limits.maxWindow)}`);
  }
  if (requested === undefined) {
    return Math.max(source, range <= 12 * HOUR ? MINUTE : range <= 7 * DAY ? 15 * MINUTE : HOUR);
  }
  const step = steps[requested];
  if (step < source) {
    throw new Problem(
      400,
      `granularity ${requested} is not supported: the metric is stored at ${granularityName(source)}`
    );
  }
  if (step === MINUTE && range > limits.maxFineWindow) {
    throw new Problem(400, `the window must not exceed ${span(limits.maxFineWindow)} for granularity 1m`);
  }
  return step;
}

function span(duration: number): string {
  return duration % DAY === 0 && duration > 2 * DAY ? `${duration / DAY} days` : `${duration / HOUR} hours`;
}
