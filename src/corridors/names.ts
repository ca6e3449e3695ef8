import { type DataFrame } from '@grafana/data';
import { SLOT } from '../time/grid';
import { type Span } from '../time/span';

/**
 * Display names that are unique over a list: a name that several share takes its refId (`cpu · db (B)`), and where that
 * does not part them a number (`cpu · db (B 2)`). Grafana finds a band's partner by display name, so that a name that
 * repeats cross-wires the bands.
 */
export function distinct(names: Array<{ name: string; refId: string }>): string[] {
  const count = new Map<string, number>();
  for (const { name } of names) {
    count.set(name, (count.get(name) ?? 0) + 1);
  }
  const taken = new Set<string>();
  return names.map(({ name, refId }) => {
    let candidate = count.get(name) === 1 ? name : `${name} (${refId})`;
    for (let next = 2; taken.has(candidate); next++) {
      candidate = `${name} (${refId} ${next})`;
    }
    taken.add(candidate);
    return candidate;
  });
}

/**
 * Makes the display names unique over frames that come from several runners. Frames without repeated names are returned
 * as they are; the argument is not changed.
 */
export function uniqueNames(frames: DataFrame[]): DataFrame[] {
  const taken = new Set<string>();
  return frames.map((frame) => {
    const names = frame.fields.flatMap((field) => field.config.displayNameFromDS ?? []);
    const repeated = names.some((name) => taken.has(name));
    const renamed = repeated ? withSuffix(frame, taken) : frame;
    for (const field of renamed.fields) {
      if (field.config.displayNameFromDS !== undefined) {
        taken.add(field.config.displayNameFromDS);
      }
    }
    return renamed;
  });
}

function withSuffix(frame: DataFrame, taken: Set<string>): DataFrame {
  for (let next = 1; ; next++) {
    const suffix = next === 1 ? ` (${frame.refId})` : ` (${frame.refId} ${next})`;
    const names = frame.fields.flatMap((field) => field.config.displayNameFromDS ?? []);
    if (names.some((name) => taken.has(name + suffix))) {
      continue;
    }
    return {
      ...frame,
      fields: frame.fields.map((field) => {
        const { displayName, displayNameFromDS, custom, ...config } = field.config;
        if (displayNameFromDS === undefined) {
          return field;
        }
        const fillBelowTo = custom?.fillBelowTo;
        return {
          ...field,
          config: {
            ...config,
            ...(displayName === undefined ? {} : { displayName: displayName + suffix }),
            displayNameFromDS: displayNameFromDS + suffix,
            custom: typeof fillBelowTo === 'string' ? { ...custom, fillBelowTo: fillBelowTo + suffix } : custom,
          },
        };
      }),
    };
  }
}

/** A range that ends within this many milliseconds of now is live: it moves with each refresh. */
const LIVE = 30_000;

/**
 * A short text that distinguishes a time range from others in the same panel: Grafana's own time comparison puts the answers for
 * two of them into one. The text of a live range stays the same at each refresh, so that Grafana does not build the plot anew.
 */
export function rangeName({ from, to }: Span, now: number): string {
  return Math.abs(now - to) < LIVE ? `last ${Math.round((to - from) / SLOT)}` : `${from}-${to}`;
}
