import fc from 'fast-check';

/** Keys that a body may have: names that objects inherit, and names of the interface. */
const NAMES = [
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'valueOf',
  ...'id,impact,active,firstSeenAt,lastSeenAt,metrics,score,items,total,page,limit,buckets,data,timestamp'.split(','),
  ...'smoothened,corridors,main,up,down,node,metric,severity,event_occured,new,updated,closed,changes,values'.split(
    ','
  ),
];

/** Wrong values that a service may send: of another type, extreme, or an inherited name. */
const ODD: unknown[] = [
  null,
  true,
  0,
  -1,
  1e308,
  -1e21,
  9007199254740993,
  '',
  ' ',
  '12',
  '1e3',
  'NaN',
  'Infinity',
  '0x10',
  '2026-13-45T99:00:00Z',
  '1970',
  '+275760-09-13T00:00:00.001Z',
  '9999-12-31T23:59:59.999Z',
  '-8640000000000001',
  '<img src=x onerror=alert(1)>',
  'javascript:alert(1)',
  '\u0000\ud800',
  [],
  {},
  [null],
  [[]],
  [{}],
  ...NAMES.slice(0, 5),
];

export const oddValue: fc.Arbitrary<unknown> = fc.constantFrom(...ODD);

/** Any JSON. Some of its keys are names that mean something. */
export const anyJson: fc.Arbitrary<unknown> = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    oddValue,
    // JSON has no -0.
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
    fc.string({ maxLength: 8 }),
    fc.array(tie('value'), { maxLength: 4 }),
    fc
      .array(fc.tuple(fc.oneof(fc.constantFrom(...NAMES), fc.string({ maxLength: 4 })), tie('value')), { maxLength: 5 })
      .map((entries) => objectOf(entries))
  ),
})).value;

/** Changes to a correct answer: at some of its places, numbered from the start, a value is replaced, doubled, or removed. */
export interface Harm {
  /** The place, as a share of all places. */
  at: number;
  how: 'replace' | 'remove' | 'double' | 'reverse';
  value: unknown;
}

export const harms: fc.Arbitrary<Harm[]> = fc.array(
  fc.record({
    at: fc.double({ min: 0, max: 0.999999, noNaN: true }),
    how: fc.constantFrom('replace', 'replace', 'replace', 'remove', 'double', 'reverse'),
    value: fc.oneof({ weight: 3, arbitrary: oddValue }, { weight: 1, arbitrary: anyJson }),
  }),
  { minLength: 1, maxLength: 4 }
);

/** A correct answer with these changes. The argument is not modified. */
export function harmed(answer: unknown, all: readonly Harm[]): unknown {
  const whole = { body: structuredClone(answer) };
  for (const { at, how, value } of all) {
    const places = placesIn(whole);
    const place = places[Math.floor(at * places.length)];
    if (place) {
      apply(place, how, value);
    }
  }
  return whole.body;
}

interface Place {
  holder: Record<string, unknown> | unknown[];
  key: string;
}

/** Only the first few entries of long lists are changed: otherwise, they would outnumber all other places. */
function placesIn(holder: Place['holder']): Place[] {
  const entries = Object.entries(holder).slice(0, 12);
  return entries.flatMap(([key, inner]) => [
    { holder, key },
    ...(typeof inner === 'object' && inner !== null ? placesIn(inner as Place['holder']) : []),
  ]);
}

function apply({ holder, key }: Place, how: Harm['how'], value: unknown) {
  const target = holder as Record<string, unknown>;
  const old = target[key];
  switch (how) {
    case 'remove':
      if (Array.isArray(holder)) {
        holder.splice(Number(key), 1);
      } else {
        delete target[key];
      }
      return;
    case 'double':
      if (Array.isArray(holder)) {
        holder.splice(Number(key), 0, structuredClone(old));
      }
      return;
    case 'reverse':
      target[key] = Array.isArray(old) ? [...old].reverse() : value;
      return;
    default:
      target[key] = value;
  }
}

/** An object with these keys as its own, even `__proto__`, like one from `JSON.parse`. */
function objectOf(entries: Array<[string, unknown]>): unknown {
  const object = {};
  for (const [key, value] of entries) {
    Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
  }
  return object;
}
