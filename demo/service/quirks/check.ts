import Ajv from 'ajv';
import { Problem } from '../problem';
import { parseDuration } from '../time';
import { type Duration, type Quirk, ofMetricData, quirkNames } from './quirk';

const share = { type: 'number', minimum: 0, maximum: 1 } as const;
const flag = { type: 'boolean' } as const;
const count = { type: 'integer', minimum: 0 } as const;
const duration = {
  anyOf: [
    { type: 'number', minimum: 0 },
    { type: 'string', pattern: '^\\d+(\\.\\d+)?(ms|s|m|h|d)$' },
  ],
} as const;
const several = (...words: string[]) => ({
  anyOf: [{ enum: words }, { type: 'array', items: { enum: words } }],
});

const properties: Record<keyof Quirk, object> = {
  series: { type: 'string', format: 'regex' },
  step: { enum: ['15m', '60m', '1h'] },
  finer: { enum: ['refused', 'coarser'] },
  tellGranularity: { enum: ['answered', 'asked', 'nothing'] },
  tellSource: flag,
  jitter: { type: 'number', minimum: 0 },
  late: { anyOf: [...duration.anyOf, { type: 'array', items: duration, minItems: 2, maxItems: 2 }] },
  missing: share,
  daily: flag,
  bandless: share,
  numbersAsText: flag,
  timesAsText: flag,
  window: { enum: ['closed', 'openStart', 'openEnd', 'open'] },
  maxWindow: duration,
  maxFineWindow: duration,
  fineFor: duration,
  refuseAggregation: several('avg', 'max', 'sum'),
  refuseGranularity: several('1m', '15m', '60m', '1h'),
  exploreBy: { enum: ['active', 'began', 'ended'] },
  moves: count,
  total: { enum: ['right', 'low', 'high', 'page', 'absent'] },
  nullTimes: share,
  unknownWords: share,
  nameless: share,
  oddIds: flag,
  bigIds: flag,
  events: { anyOf: [{ enum: ['numbered'] }, count] },
  'v1-only': flag,
  metricsOnRequest: flag,
};

const ajv = new Ajv({ allErrors: false, allowUnionTypes: true });
ajv.addFormat('regex', { validate: isPattern });
const check = ajv.compile({ type: 'object', additionalProperties: false, properties });

/** @throws Problem 400 with a sentence about the wrong field and its meaning */
export function checkQuirk(given: unknown): Quirk {
  const reason = check(given) ? wrongSeries(given as Quirk) : sentence();
  if (reason !== undefined) {
    throw new Problem(400, `not a quirk: ${reason}`);
  }
  return given as Quirk;
}

/** In milliseconds. */
export function durationOf(given: Duration): number {
  return typeof given === 'number' ? given : parseDuration(given);
}

function sentence(): string {
  // The last of several errors lists all valid values of a field.
  const error = check.errors?.at(-1);
  if (error?.keyword === 'additionalProperties') {
    return `there is no field ${error.params.additionalProperty}; there are ${Object.keys(properties).join(', ')}`;
  }
  const field = error?.instancePath.split('/')[1] ?? '';
  return Object.hasOwn(properties, field)
    ? `${field} ${error?.message ?? ''}; ${quirkNames[field as keyof Quirk]}`
    : 'it is no object';
}

function wrongSeries({ series, ...rest }: Quirk): string | undefined {
  const other = Object.keys(rest).find((name) => !Object.hasOwn(ofMetricData, name));
  return series !== undefined && other !== undefined ? `series does not narrow ${other}` : undefined;
}

function isPattern(text: string): boolean {
  try {
    return Boolean(new RegExp(text));
  } catch {
    return false;
  }
}
