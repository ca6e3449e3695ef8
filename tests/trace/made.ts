import fc from 'fast-check';
import { type AnomalyQuery } from '../../src/ground/query';
import { type StoredSettings } from '../../src/ground/settings';
import { type Loss, LOSSES } from '../support/losses';
import { variantsByForm } from '../support/variants';
import { idOf } from '../support/world/made';
import { Random } from '../support/world/random';
import { type FaultName, type Filter, type Step, type Trace, VARIABLES } from './steps';

/** Random traces by their seed. Each has a few kinds of steps, so that rare combinations still meet. */

const FORMS = [...variantsByForm().values()];

/** None ends exactly at a point: nothing shows whether a service includes that one. */
const RANGES: Array<[from: string, to: string]> = [
  ['now-6h', 'now'],
  ['now-1h', 'now'],
  ['now-24h', 'now'],
  ['now-3d', 'now'],
  ['now-12h', 'now-2h'],
  ['now/d', 'now'],
  ['2026-11-20T06:00:30.000Z', '2026-11-21T06:00:30.000Z'],
  ['2026-11-21T08:00:30.000Z', '2026-11-21T11:00:30.000Z'],
];

const ZOOMS = [
  { left: 0.25, right: 0.75 },
  { left: -0.5, right: 1.5 },
  { left: 0.6, right: 1 },
  { left: -0.2, right: 0.8 },
];

const SETTINGS: StoredSettings[] = [
  {},
  { metricVersion: 'v2' },
  { alertsVersion: 'v1' },
  { sharedCache: true },
  { progressive: false },
  { reuseData: false },
  { maxConcurrentRequests: 1 },
  { maxConcurrentRequests: 2, refreshOverlap: '1h' },
];

const FAULTS: FaultName[] = ['500', '503', '429', '504', 'html', 'lost', 'hang', 'unreadable'];
const OPERATIONS = ['', 'alerts', 'events', 'explore', 'metrics', 'anomalies', 'timeseries', 'forecast'];
/** Losses that a reader of the list can see. A total that is merely too small is not among them. */
const SEEN_LOSSES: Loss[] = fc
  .sample(LOSSES, { numRuns: 200, seed: 1 })
  .filter((loss) => loss.kind !== 'total' || typeof loss.total !== 'number' || loss.total < 0 || loss.total > 1000);

type Kind = Exclude<Step['do'], 'heal' | 'look' | 'open'>;
const KINDS: Kind[] = [
  ...(['close', 'range', 'refresh', 'pass', 'sleep', 'begin', 'event', 'end'] as const),
  ...(['correct', 'withdraw', 'fault', 'lose', 'slow', 'settings', 'test', 'zoom', 'filter', 'variable'] as const),
];

const FILTERS: Filter[] = [
  { key: 'node', operator: '=', value: 'web-1' },
  { key: 'node', operator: '=|', value: '12', values: ['12', '15'] },
  { key: 'node', operator: '!=', value: '13' },
  { key: 'metric', operator: '=', value: 'cpu' },
  { key: 'metric', operator: '!~', value: 'CPU.*' },
  { key: 'impact', operator: '=', value: 'severe' },
  { key: 'impact', operator: '!=|', value: 'low', values: ['low', 'high'] },
  { key: 'text', operator: '=', value: 'web' },
  { key: 'text', operator: '=|', value: 'db', values: ['db', 'Queue'] },
  { key: 'system', operator: '=', value: 'Shop' },
  { key: 'severity', operator: '=~', value: '.*red' },
  { key: 'type', operator: '!=', value: 'deviation' },
];

const MOST_PANELS = 4;

export function traceOf(seed: number): Trace {
  const random = new Random(seed);
  const kinds = random.some(KINDS, 0.45);
  const steps: Step[] = [];
  const first = random.pick(SETTINGS);
  if (random.isTrue(0.4)) {
    steps.push({ do: 'settings', jsonData: first });
  }
  const count = 1 + random.below(MOST_PANELS);
  for (let panel = 0; panel < count; panel++) {
    steps.push(openingOf(random, panel));
  }
  const rounds = 2 + random.below(4);
  for (let round = 0; round < rounds; round++) {
    for (let i = random.below(4); i > 0 && kinds.length > 0; i--) {
      steps.push(stepOf(random, random.pick(kinds)));
    }
    if (random.isTrue(0.15)) {
      steps.push(openingOf(random, random.below(MOST_PANELS)));
    }
    if (random.isTrue(0.3)) {
      steps.push({ do: 'heal' });
    }
    steps.push({ do: 'look' });
  }
  steps.push({ do: 'heal' }, { do: 'look' });
  return { seed, ...(random.isTrue(0.3) ? { apart: true } : {}), steps };
}

function openingOf(random: Random, panel: number): Step {
  const more = random.isTrue(0.25) ? { more: [queryOf(random), queryOf(random)].slice(random.below(2)) } : {};
  return { do: 'open', panel, query: queryOf(random), ...more, ...(random.isTrue(0.2) ? { inExplore: true } : {}) };
}

function queryOf(random: Random): Partial<AnomalyQuery> {
  const form = random.pick(FORMS);
  const query = { ...(random.isTrue() ? form[0] : random.pick(form)) };
  for (const name of NAMES) {
    if (query[name] && random.isTrue(0.3)) {
      query[name] = `$${name}`;
    }
  }
  return random.isTrue(0.15) ? { ...query, limit: 1 + random.below(3) } : query;
}

const NAMES = Object.keys(VARIABLES) as Array<keyof typeof VARIABLES>;

/** One value, several, all, or none. */
function valuesOf(random: Random, all: string[]): string[] {
  return random.pick([[random.pick(all)], [random.pick(all)], random.some(all), all, []]);
}

/** The IDs in a seed's world, and a few that come later. */
const ALERTS = Array.from({ length: 12 }, (_, i) => idOf(i));

function stepOf(random: Random, kind: Kind): Step {
  const alert = random.pick(ALERTS);
  const seed = random.below(1000);
  switch (kind) {
    case 'close':
      return { do: kind, panel: random.below(MOST_PANELS) };
    case 'range': {
      const [from, to] = random.pick(RANGES);
      return { do: kind, from, to };
    }
    case 'pass':
      return { do: kind, seconds: random.pick([0.1, 0.4, 1, 4, 10, 60, 600, 3600]) };
    case 'sleep':
      return { do: kind, hours: random.pick([0.5, 2, 9]) };
    case 'begin':
    case 'event':
    case 'correct':
      return { do: kind, alert, seed };
    case 'end':
    case 'withdraw':
      return { do: kind, alert };
    case 'fault': {
      const times = random.isTrue() ? { times: 1 + random.below(5) } : {};
      return { do: kind, what: random.pick(FAULTS), on: random.pick(OPERATIONS), ...times };
    }
    case 'lose':
      return { do: kind, listed: random.pick(['explore', 'events'] as const), loss: random.pick(SEEN_LOSSES) };
    case 'slow':
      return { do: kind, most: random.pick([100, 700, 2500]) };
    case 'zoom':
      return { do: kind, ...random.pick(ZOOMS) };
    case 'filter':
      return { do: kind, filters: random.some(FILTERS, 0.1) };
    case 'variable': {
      const name = random.pick(NAMES);
      return { do: kind, name, value: valuesOf(random, VARIABLES[name]) };
    }
    case 'settings':
      return { do: kind, jsonData: random.pick(SETTINGS) };
    default:
      return { do: kind };
  }
}
