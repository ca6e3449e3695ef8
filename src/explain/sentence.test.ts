import { type Onset } from '../corridors/onset';
import { type Precedent } from './precedent';
import { short } from './phrases';
import { notMeasured, sentenceOf } from './sentence';

const MINUTE = 60_000;
const at = (hours: number, minutes: number) => Date.UTC(2026, 0, 31, hours, minutes);
const NOW = at(23, 23);
const reader = { now: NOW, end: NOW, timeZone: 'utc', step: MINUTE };
const stay = { from: at(19, 43), isOpen: false, unknown: null, to: NOW, back: null, worst: 3 };
const onset: Onset = {
  state: 'outside',
  at: NOW,
  value: 67,
  expectedFrom: 28,
  expectedTo: 43,
  edge: 43,
  deviation: 1.6,
  stay,
  unknown: null,
};

it.each<[string, Partial<Onset>]>([
  [
    'Left its corridors at 19:43. Now 67 (as of 23:23), where 28 to 43 is expected, 1.6 corridor widths above. Outside for 3 h 40 min, at worst 3 corridor widths above.',
    {},
  ],
  [
    'Left its corridors at 19:43. Now 67 (as of 23:23), where 28 to 43 is expected, 1.6 corridor widths above. Outside for 3 h 40 min, recovering from 3 corridor widths above.',
    { state: 'recovering' },
  ],
  [
    'Outside its corridors since 19:43 or before. Now 4 (as of 23:23), where 28 to 43 is expected, 1.6 corridor widths below. Outside for 3 h 40 min, at worst 3 corridor widths above.',
    { value: 4, deviation: -1.6, stay: { ...stay, isOpen: true } },
  ],
  [
    'Left its corridors at 19:43. Now 67 (as of 23:23), where 28 to 43 is expected, 0.5 corridor widths from 59.5, the nearest edge of its corridors. Outside for 3 h 40 min, at worst 3 corridor widths above.',
    { deviation: 0.5, edge: 59.5 },
  ],
  [
    'Left its corridors at 19:43. Now 4 (as of 23:23), where 28 to 43 is expected, 0.5 corridor widths from 11.5, the nearest edge of its corridors. Outside for 3 h 40 min, at worst 3 corridor widths above.',
    { value: 4, deviation: -0.5, edge: 11.5 },
  ],
  [
    'Back inside its corridors at 23:13. Now 40 (as of 23:23), where 28 to 43 is expected. Was outside for 3 h 30 min, at worst 3 corridor widths above.',
    { state: 'recovering', value: 40, deviation: 0, stay: { ...stay, back: at(23, 13) } },
  ],
  [
    'Inside its corridors since 20:00. Now 40 (as of 23:23), where 28 to 43 is expected. Was outside for 17 min, at worst 3 corridor widths above.',
    { state: 'inside', value: 40, deviation: 0, stay: { ...stay, back: at(20, 0) } },
  ],
  [
    'Inside its corridors all through the range. Now 40 (as of 23:23), where 28 to 43 is expected.',
    { state: 'inside', value: 40, deviation: 0, stay: null },
  ],
  [
    'Inside its corridors wherever it is known. Nothing is known between 02:00 and 22:00. Now 40 (as of 23:23), where 28 to 43 is expected.',
    { state: 'inside', value: 40, deviation: 0, stay: null, unknown: { from: at(2, 0), to: at(22, 0) } },
  ],
  [
    'Back inside its corridors at 20:00. Nothing is known between 20:10 and 23:00. Now 40 (as of 23:23), where 28 to 43 is expected. Was outside for 17 min, at worst 3 corridor widths above.',
    {
      state: 'inside',
      value: 40,
      deviation: 0,
      stay: { ...stay, back: at(20, 0) },
      unknown: { from: at(20, 10), to: at(23, 0) },
    },
  ],
  [
    'Left its corridors at 23:23 on 2026-01-30. Now 67 (as of 23:23), where 28 to 43 is expected, 1.6 corridor widths above. Outside for 1 d, at worst 3 corridor widths above.',
    { stay: { ...stay, from: NOW - 24 * 60 * MINUTE } },
  ],
  [
    'Left its corridors at 19:43. Last known at 21:00: 67, where 28 to 43 is expected, 1.6 corridor widths above. Outside for 1 h 17 min, at worst 3 corridor widths above.',
    { at: at(21, 0) },
  ],
  [
    'Inside its corridors until 21:00, not known since. Last known at 21:00: 40, where 28 to 43 is expected.',
    { at: at(21, 0), state: 'inside', value: 40, deviation: 0, stay: null },
  ],
  [
    'Back inside its corridors at 20:00. Last known at 21:00: 40, where 28 to 43 is expected. Was outside for 17 min, at worst 3 corridor widths above.',
    { at: at(21, 0), state: 'inside', value: 40, deviation: 0, stay: { ...stay, back: at(20, 0) } },
  ],
  [
    'Outside its corridors since 19:43 or before. Nothing is known between 17:00 and 19:43. Now 67 (as of 23:23), where 28 to 43 is expected, 1.6 corridor widths above. Outside for 3 h 40 min, at worst 3 corridor widths above.',
    { stay: { ...stay, isOpen: true, unknown: { from: at(17, 0), to: at(19, 43) } } },
  ],
  [
    'Left its corridors at 19:43. Now 67 (as of 23:23); its main corridor is not known. Outside for 3 h 40 min, at worst 3 corridor widths above.',
    { expectedFrom: null, expectedTo: null, deviation: null },
  ],
])('says: %s', (sentence, more) => {
  expect(sentenceOf({ ...onset, ...more }, reader)).toBe(sentence);
});

describe('of a metric whose newest point that can be judged is old', () => {
  const old = { ...onset, at: at(21, 0), state: 'inside' as const, value: 40, deviation: 0, stay: null };
  const told =
    'Inside its corridors until 21:00, not known since. Last known at 21:00: 40, where 28 to 43 is expected.';

  it('says that no value came since', () => {
    expect(sentenceOf(old, reader, null, { at: at(21, 0), value: 40 })).toBe(`${told} No value came after it.`);
  });

  it('says that values came which cannot be judged', () => {
    expect(sentenceOf(old, reader, null, { at: at(23, 20), value: 41 })).toBe(
      `${told} Values came after it, the newest 41 (as of 23:20), without corridors.`
    );
  });

  it('says neither where not all could be read', () => {
    expect(sentenceOf(old, reader, null, null)).toBe(told);
  });
});

it('says nothing of what came after a point that is of now', () => {
  expect(sentenceOf(onset, reader, null, { at: NOW, value: 67 })).not.toMatch(/after it/);
});

it.each<[string, Partial<Precedent>]>([
  ['Never as far out in the 30 days before (by points of 15m).', {}],
  ['Never as far out in the 30 days before (by points of 1h).', { step: 60 * MINUTE }],
  ['Never as far out in what is known of the 30 days before (by points of 15m).', { isKnown: false }],
  ['Last as far out at 12:00 on 2026-01-10 (by points of 15m).', { last: Date.UTC(2026, 0, 10, 12) }],
  ['Last as far out at 07:00 (by points of 15m).', { last: at(7, 0), isKnown: false }],
  ['At worst 3.4 corridor widths above (by points of 15m), never as far out in the 30 days before.', { worst: 3.4 }],
  [
    'At worst 3.4 corridor widths above (by points of 15m), never as far out in what is known of the 30 days before.',
    { worst: 3.4, isKnown: false },
  ],
  ['At worst 3.4 corridor widths above (by points of 15m), last as far out at 07:00.', { worst: 3.4, last: at(7, 0) }],
  // On the side where it is: how far it was on the other says nothing of this one.
  ['At worst 2.8 corridor widths below (by points of 15m), never as far out in the 30 days before.', { side: 'below' }],
])('ends with: %s', (end, more) => {
  const precedent: Precedent = { side: 'above', worst: 2.8, step: 15 * MINUTE, last: null, isKnown: true, ...more };
  expect(sentenceOf(onset, reader, precedent)).toBe(`${sentenceOf(onset, reader)} ${end}`);
});

it('never tells a worst that is less than what it told before', () => {
  const precedent: Precedent = { side: 'above', worst: 2, step: 15 * MINUTE, last: null, isKnown: true };
  for (const [deviation, worst] of [
    [2.3, 2.3],
    [1, 2.3],
    [2.01, 2.04],
  ]) {
    const told = sentenceOf({ ...onset, deviation, stay: { ...stay, worst } }, reader, precedent);
    expect(told).toMatch(/ Never as far out in the 30 days before \(by points of 15m\)\.$/);
  }
});

it('tells its worst once: not where it is as far out now', () => {
  const value = 88;
  expect(sentenceOf({ ...onset, value, deviation: 3 }, reader)).toBe(
    'Left its corridors at 19:43. Now 88 (as of 23:23), where 28 to 43 is expected, 3 corridor widths above. Outside for 3 h 40 min.'
  );
  const unknown = { ...onset, state: 'recovering' as const, deviation: null, expectedFrom: null, expectedTo: null };
  expect(sentenceOf({ ...unknown, stay: { ...stay, worst: null } }, reader)).toMatch(
    / Outside for 3 h 40 min, recovering\.$/
  );
});

it('says one width of one', () => {
  const one = { ...onset, value: 58, deviation: 1, stay: { ...stay, worst: 1.04 } };
  expect(sentenceOf(one, reader)).toMatch(/ 1 corridor width above\. Outside for 3 h 40 min\.$/);
  expect(sentenceOf({ ...one, edge: 20 }, reader)).not.toMatch(/1 corridor widths/);
  expect(sentenceOf({ ...one, value: -20, deviation: -1, edge: -5 }, reader)).toMatch(/, 1 corridor width from -5, /);
  expect(sentenceOf({ ...onset, stay: { ...stay, worst: -1 } }, reader)).toMatch(
    /, at worst 1 corridor width below\.$/
  );
});

it("tells times in one style, the day where it is not today's of the time zone", () => {
  const midnight = Date.UTC(2026, 0, 30, 23, 50);
  const left = (timeZone: string) =>
    sentenceOf(
      { ...onset, stay: { ...stay, from: midnight, unknown: { from: midnight, to: at(0, 17) } } },
      {
        ...reader,
        now: at(0, 23),
        timeZone,
      }
    );
  expect(left('utc')).toMatch(
    /^Left its corridors at 23:50 on 2026-01-30\. Nothing is known between 23:50 on 2026-01-30 and 00:17\./
  );
  expect(left('Europe/Berlin')).toMatch(/^Left its corridors at 00:50\. Nothing is known between 00:50 and 01:17\./);
});

it('does not say now of a range that ended', () => {
  const tomorrow = { ...reader, now: NOW + 24 * 60 * MINUTE };
  const back = { ...stay, back: at(20, 0) };
  expect(sentenceOf({ ...onset, state: 'inside', value: 40, deviation: 0, stay: back }, tomorrow)).toBe(
    'Back inside its corridors at 20:00 on 2026-01-31. It was 40 at 23:23 on 2026-01-31, where 28 to 43 was expected. Was outside for 17 min, at worst 3 corridor widths above.'
  );
  expect(sentenceOf({ ...onset, expectedFrom: null, deviation: null }, tomorrow)).toMatch(
    /Last known at 23:23 on 2026-01-31: 67; its main corridor is not known\./
  );
});

it('says of a range without a point how it was when it was last measured', () => {
  const then = { ...onset, at: at(16, 45), value: 30, deviation: 0 };
  expect(notMeasured(then, reader)).toBe(
    'Not measured in this range. Last known at 16:45: 30, where 28 to 43 is expected.'
  );
  expect(notMeasured({ ...then, expectedFrom: null, expectedTo: null, deviation: null }, reader)).toBe(
    'Not measured in this range. Last known at 16:45: 30; its main corridor is not known.'
  );
  // However short the range is, and late its last point.
  expect(notMeasured({ ...then, at: NOW - 5 * MINUTE }, reader)).toMatch(/ Last known at 23:18: 30, /);
  expect(notMeasured(null, reader)).toMatch(/^Nothing can be told: nothing was measured/);
});

it('says where nothing can be told', () => {
  expect(sentenceOf(null, reader)).toMatch(/^Nothing can be told/);
});

it('says numbers shortly', () => {
  expect([0, 1.6049, 2.15, 43.26, 12345.6, 0.00123, -7.77, 760544474, -1.26e12].map(short)).toEqual([
    '0',
    '1.6',
    '2.2',
    '43.3',
    '12346',
    '0.0012',
    '-7.8',
    '760.5 Mil',
    '-1.3 Tri',
  ]);
});
