import { DAY, HOUR, MINUTE } from '../time';
import type { Profile } from './profile';
import type { Aggregation, MetricType } from '../series/metric';

/** A tenant's systems as data. `made-world.ts` turns them into a world. */
export interface SystemSpec {
  readonly id: number;
  readonly name: string;
  readonly nodes: readonly NodeSpec[];
}

export interface NodeSpec {
  readonly id: number;
  readonly name: string | null;
  readonly detached?: boolean;
  readonly linked?: readonly number[];
  readonly metrics: readonly MetricSpec[];
}

export interface MetricSpec {
  readonly id: string;
  readonly name: string | null;
  readonly step: number;
  readonly aggregation: Aggregation;
  readonly metricType: MetricType;
  readonly weight: number;
  readonly profile: Profile;
  readonly gaps?: boolean;
  /** Its timestamps are off by up to this many milliseconds. */
  readonly jitter?: number;
  /** How long before the demo's start its ingestion began. 97 days, so that 90 have a baseline. */
  readonly age?: number;
}

type Changes = Partial<Omit<MetricSpec, 'id' | 'name' | 'profile'>> & Partial<Profile>;

const fine = MINUTE;
const quarter = 15 * MINUTE;

/** A metric of a kind, with its exceptions. */
function metric(kind: Omit<MetricSpec, 'id' | 'name'>, id: string, name: string | null, changes: Changes): MetricSpec {
  const { step, aggregation, metricType, weight, gaps, jitter, age, ...profile } = changes;
  const rest = { step, aggregation, metricType, weight, gaps, jitter, age };
  const given = Object.entries(rest).filter(([, value]) => value !== undefined);
  return { ...kind, ...Object.fromEntries(given), id, name, profile: { ...kind.profile, ...profile } };
}

type Make = (id: string, name: string | null, changes?: Changes) => MetricSpec;

function kind(profile: Profile, rest: Partial<Omit<MetricSpec, 'profile'>> = {}): Make {
  const base = { step: fine, aggregation: 'avg', metricType: 'double', weight: 0.8, profile, ...rest } as const;
  return (id, name, changes = {}) => metric(base, id, name, changes);
}

const day = { daily: 1, peak: 13, weekend: 0.45, floor: 0, ceiling: Infinity, sup: 'none', inf: 'none' } as const;

/** Milliseconds. */
export const latency = kind(
  { ...day, level: 160, daily: 0.7, secondPeak: 19, width: 0.16, sup: 'always' },
  { weight: 0.95 }
);
/** Percent of a processor, a memory, a disk. */
export const percent = kind({ ...day, level: 24, daily: 1.1, width: 0.22, ceiling: 100, sup: 'office' });
/** Events per step, counted. */
export const count = kind(
  { ...day, level: 900, daily: 2.4, secondPeak: 20, width: 0.3, sup: 'office', inf: 'always' },
  { aggregation: 'sum', metricType: 'integer', weight: 0.7 }
);
/** Bytes per second, or at rest. */
export const bytes = kind({ ...day, level: 42e6, daily: 1.4, width: 0.25, sup: 'night' }, { weight: 0.6 });
/** Degrees Celsius. Ovens have no weekend. */
export const degrees = kind(
  {
    ...day,
    level: 840,
    daily: 0.03,
    weekend: 1,
    width: 0.012,
    floor: -50,
    ceiling: 1500,
    sup: 'always',
    inf: 'always',
  },
  { step: quarter, weight: 0.9 }
);
/** Share of requests that failed, percent. */
export const errors = kind(
  { ...day, level: 0.6, daily: 0.5, width: 0.5, ceiling: 100, sup: 'always' },
  { weight: 0.9 }
);
/** 1 while something responds. */
export const alive = kind(
  { ...day, level: 1, daily: 0, weekend: 1, width: 0, ceiling: 1 },
  { metricType: 'boolean', weight: 0.85 }
);

export const hourly = { step: HOUR } as const;
export const quarterly = { step: quarter } as const;
export const days = (n: number) => ({ age: n * DAY });
