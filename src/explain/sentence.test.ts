import { type Judgment, type Newest } from '../judging/judgeMetric';
import { type Stay } from '../judging/stays';
import { type Reader, sentenceOf } from './sentence';

const MINUTE = 60_000;
const at = (hours: number, minutes: number) => Date.UTC(2026, 0, 31, hours, minutes);
const NOW = at(11, 3);
const READER: Reader = {
  from: at(5, 0),
  to: NOW,
  now: NOW,
  step: MINUTE,
  timeZone: 'utc',
  metricName: 'Query time p95',
  resolution: null,
  hasData: true,
};
const NEWEST: Newest = { at: NOW, value: 126, expectedFrom: 43, expectedTo: 61, deviation: 2.9 };
const WORST = { widths: 3.21, at: at(9, 12) };
const STAY: Stay = { from: at(8, 39), to: NOW, leftAt: at(8, 39), backAt: null, hasReturns: false, worst: WORST };
const OUTSIDE: Judgment = {
  state: 'outside',
  since: at(8, 39),
  isSinceKnown: true,
  isInsideThroughout: false,
  newest: NEWEST,
  stays: [STAY],
  worst: WORST,
};
const BACK: Judgment = {
  ...OUTSIDE,
  state: 'inside',
  since: at(10, 0),
  newest: { ...NEWEST, value: 52, deviation: 0 },
  stays: [{ ...STAY, to: at(9, 59), backAt: at(10, 0) }],
};
const CALM: Judgment = { ...BACK, stays: [], worst: { widths: 0, at: at(5, 0) }, since: at(5, 0), isSinceKnown: false };

const FURTHEST = "Furthest out: 3.2× the corridor's width, at 09:12.";
const PAST = { to: NOW, now: at(15, 0) };

it.each<[string, Judgment, Partial<Reader>]>([
  [`Outside since 08:39 (2 h 24 min). Now 126, expected 43–61. ${FURTHEST}`, OUTSIDE, {}],
  [
    `Outside since 08:39 or earlier (at least 2 h 24 min). Now 126, expected 43–61. ${FURTHEST}`,
    { ...OUTSIDE, isSinceKnown: false },
    {},
  ],
  [
    `Outside since 08:39 (2 h 24 min), recovering. Now 126, expected 43–61. ${FURTHEST}`,
    { ...OUTSIDE, state: 'recovering' },
    {},
  ],
  [`Inside since 10:00 (1 h 3 min). Now 52, expected 43–61. ${FURTHEST}`, BACK, {}],
  [
    `Inside since 10:00 or earlier (at least 1 h 3 min). Now 52, expected 43–61. ${FURTHEST}`,
    { ...BACK, isSinceKnown: false },
    {},
  ],
  ['Inside its corridors for the whole range. Now 52, expected 43–61.', { ...CALM, isInsideThroughout: true }, {}],
  [`Outside from 08:39 to 11:03 (at least 2 h 24 min). At 11:03: 126, expected 43–61. ${FURTHEST}`, OUTSIDE, PAST],
  [
    `Outside from 08:39 to 11:03 (at least 2 h 24 min). At 11:03: 126, expected 43–61. ${FURTHEST}`,
    { ...OUTSIDE, state: 'recovering' },
    PAST,
  ],
  [`Inside from 10:00 to 11:03 (at least 1 h 3 min). At 11:03: 52, expected 43–61. ${FURTHEST}`, BACK, PAST],
  [
    `Unknown since 11:03. Last value: 126, expected 43–61. ${FURTHEST}`,
    { ...OUTSIDE, state: 'unknown', since: null },
    {},
  ],
  ['No data', { ...CALM, state: 'unknown', since: null, newest: null }, { hasData: false }],
  ['No corridors yet', { ...CALM, state: 'unknown', since: null, newest: null }, {}],
  [
    "Outside since 11:03 (1 min). Now 126, expected 43–61. Furthest out: 2.9× the corridor's width, at 11:03.",
    { ...OUTSIDE, since: NOW, stays: [{ ...STAY, from: NOW }], worst: { widths: 2.9, at: NOW } },
    {},
  ],
  [
    "Outside since 08:39 (2 h 24 min). Now 126, expected 43–61. Furthest out: 5× the corridor's width, at 07:10.",
    { ...OUTSIDE, worst: { widths: -5, at: at(7, 10) } },
    {},
  ],
  [
    "Outside since 08:39 (2 h 24 min). Now 126, expected 43–61. Furthest out: 3.2× the corridor's width, at 09:12 (1 h values).",
    OUTSIDE,
    { resolution: 60 * MINUTE },
  ],
  [
    `Outside since Jan 30, 23:50 (11 h 13 min). Now 126, expected 43–61. ${FURTHEST}`,
    { ...OUTSIDE, since: at(-1, 50) },
    {},
  ],
  [
    "Outside since 09:39 (2 h 24 min). Now 126, expected 43–61. Furthest out: 3.2× the corridor's width, at 10:12.",
    OUTSIDE,
    { timeZone: 'Europe/Berlin' },
  ],
  ['Outside since 08:39 (2 h 24 min). Now 126, expected 43–61.', { ...OUTSIDE, worst: null }, {}],
])('%s', (sentence, judgment, more) => {
  expect(sentenceOf(judgment, { ...READER, ...more }, null)).toBe(sentence);
});

it.each<[string, number | null, Partial<Reader>]>([
  ['Not this far outside in the previous 30 days.', null, {}],
  ['Last this far outside on Jan 14, 09:12.', Date.UTC(2026, 0, 14, 9, 12), {}],
])('%s', (sentence, last, more) => {
  const reader = { ...READER, ...more };
  const plain = sentenceOf(OUTSIDE, reader, null);
  expect(sentenceOf(OUTSIDE, reader, { last })).toBe(`${plain} ${sentence}`);
});

it.each([
  [126, 43, 61, 'Query time p95 (ms)', 'Now 126 ms, expected 43–61 ms.'],
  [97.3, 0, 80, 'CPU (%)', 'Now 97.3%, expected 0–80%.'],
  [12.3456, 1.23456, 4, 'Queries (avg)', 'Now 12.3, expected 1.23–4.'],
  [0.00123456, 0.0001, 0.001, 'Errors', 'Now 0.00123, expected 0.0001–0.001.'],
  [10_012, 10_000, 10_010, 'Rows', 'Now 10012, expected 10000–10010.'],
  [2796, 1933, 2319, 'Page load', 'Now 2800, expected 1930–2320.'],
  [-4, -12, -8, 'Temperature (°C)', 'Now -4 °C, expected -12 – -8 °C.'],
  [761e6, 12e6, 34e6, 'Bytes', 'Now 761 Mil, expected 12 Mil–34 Mil.'],
])('writes %d, expected %d to %d of %s', (value, expectedFrom, expectedTo, metricName, expected) => {
  const newest = { ...NEWEST, value, expectedFrom, expectedTo };
  expect(sentenceOf({ ...OUTSIDE, newest, worst: null }, { ...READER, metricName }, null)).toMatch(expected);
});
