import { inLanguage } from '../../../tests/support/language';
import { type Judgment, type Newest } from '../../judging/judgeMetric';
import { type Excursion } from '../../judging/excursions';
import { type Viewpoint, sentenceOf } from './runner';
import { MINUTE } from '../../ground/spans';

const at = (hours: number, minutes: number) => Date.UTC(2026, 0, 31, hours, minutes);
const NOW = at(11, 3);
const READER: Viewpoint = {
  from: at(5, 0),
  to: NOW,
  now: NOW,
  step: MINUTE,
  timeZone: 'utc',
  metricName: 'Query time p95',
  resolution: null,
  isSum: false,
  hasData: true,
};
const NEWEST: Newest = { at: NOW, value: 126, expectedFrom: 43, expectedTo: 61, deviation: 2.9 };
const WORST = { widths: 3.21, at: at(9, 12) };
const EXCURSION: Excursion = {
  from: at(8, 39),
  to: NOW,
  leftAt: at(8, 39),
  backAt: null,
  hasReturns: false,
  worst: WORST,
};
const OUTSIDE: Judgment = {
  state: 'outside',
  since: at(8, 39),
  isSinceKnown: true,
  contrarySince: null,
  isInsideThroughout: false,
  trend: 'steady',
  newest: NEWEST,
  excursions: [EXCURSION],
  worst: WORST,
};
const BACK: Judgment = {
  ...OUTSIDE,
  state: 'inside',
  since: at(10, 0),
  newest: { ...NEWEST, value: 52, deviation: 0 },
  excursions: [{ ...EXCURSION, to: at(9, 59), backAt: at(10, 0) }],
};
const CALM: Judgment = {
  ...BACK,
  excursions: [],
  worst: { widths: 0, at: at(5, 0) },
  since: at(5, 0),
  isSinceKnown: false,
};

const FURTHEST = "Furthest above: 3.2× the corridor's width, at 09:12.";
const PAST = { to: NOW, now: at(15, 0) };

it.each<[string, Judgment, Partial<Viewpoint>]>([
  [`Outside since 08:39 (2 h 24 min). Now 126, expected 43–61. ${FURTHEST}`, OUTSIDE, {}],
  [
    `Outside since 08:39 or earlier (at least 2 h 24 min). Now 126, expected 43–61. ${FURTHEST}`,
    { ...OUTSIDE, isSinceKnown: false },
    {},
  ],
  [
    `Outside since 08:39; back inside for 3 min. Now 126, expected 43–61. ${FURTHEST}`,
    { ...OUTSIDE, contrarySince: at(11, 0) },
    {},
  ],
  [
    `Inside since 10:00 or earlier; outside for 3 min. Now 52, expected 43–61. ${FURTHEST}`,
    { ...BACK, isSinceKnown: false, contrarySince: at(11, 0) },
    {},
  ],
  [
    `Outside since 08:39; back inside for 1 min. At 11:03: 126, expected 43–61. ${FURTHEST}`,
    { ...OUTSIDE, contrarySince: NOW },
    PAST,
  ],
  [`Inside since 10:00 (1 h 3 min). Now 52, expected 43–61. ${FURTHEST}`, BACK, {}],
  [
    `Inside since 10:00 or earlier (at least 1 h 3 min). Now 52, expected 43–61. ${FURTHEST}`,
    { ...BACK, isSinceKnown: false },
    {},
  ],
  ['Inside its corridors for the whole range. Now 52, expected 43–61.', { ...CALM, isInsideThroughout: true }, {}],
  [`Outside from 08:39 to 11:03 (at least 2 h 24 min). At 11:03: 126, expected 43–61. ${FURTHEST}`, OUTSIDE, PAST],
  [`Inside from 10:00 to 11:03 (at least 1 h 3 min). At 11:03: 52, expected 43–61. ${FURTHEST}`, BACK, PAST],
  [
    `Unknown since 11:03. Last value: 126, expected 43–61. ${FURTHEST}`,
    { ...OUTSIDE, state: 'unknown', since: null },
    {},
  ],
  ['No data', { ...CALM, state: 'unknown', since: null, newest: null }, { hasData: false }],
  ['No corridors yet', { ...CALM, state: 'unknown', since: null, newest: null }, {}],
  [
    "Outside since 11:03 (1 min). Now 126, expected 43–61. Furthest above: 2.9× the corridor's width, at 11:03.",
    { ...OUTSIDE, since: NOW, excursions: [{ ...EXCURSION, from: NOW }], worst: { widths: 2.9, at: NOW } },
    {},
  ],
  [
    "Outside since 08:39 (2 h 24 min). Now 126, expected 43–61. Furthest below: 5× the corridor's width, at 07:10.",
    { ...OUTSIDE, worst: { widths: -5, at: at(7, 10) } },
    {},
  ],
  [
    "Outside since 08:39 (2 h 24 min). Now 126, expected 43–61. Furthest above: 3.2× the corridor's width, at 09:12 (1 h values).",
    OUTSIDE,
    { resolution: 60 * MINUTE },
  ],
  [
    `Outside since Jan 30, 23:50 (11 h 13 min). Now 126, expected 43–61. ${FURTHEST}`,
    { ...OUTSIDE, since: at(-1, 50) },
    {},
  ],
  [
    "Outside since 09:39 (2 h 24 min). Now 126, expected 43–61. Furthest above: 3.2× the corridor's width, at 10:12.",
    OUTSIDE,
    { timeZone: 'Europe/Berlin' },
  ],
  ['Outside since 08:39 (2 h 24 min). Now 126, expected 43–61.', { ...OUTSIDE, worst: null }, {}],
])('%s', (sentence, judgment, more) => {
  expect(sentenceOf(judgment, { ...READER, ...more })).toBe(sentence);
});

it('shows the time of a late point', () => {
  const late = (minutes: number) =>
    sentenceOf(OUTSIDE, { ...READER, to: NOW + minutes * MINUTE, now: NOW + minutes * MINUTE });
  expect(late(2)).toContain(' Now 126, expected 43–61.');
  expect(late(2.1)).toContain(' At 11:03: 126, expected 43–61.');
});

it('gives the age of a point that is older than an hour', () => {
  const step = 24 * 60 * MINUTE;
  const late = { ...READER, step, to: NOW + 760 * MINUTE, now: NOW + 760 * MINUTE };
  expect(sentenceOf(OUTSIDE, late)).toContain(' At 11:03 (12 h 40 min ago): 126, expected 43–61.');
});

it('gives a sum with its granularity', () => {
  expect(sentenceOf(OUTSIDE, { ...READER, isSum: true })).toContain(' Now 126 in 1 min, expected 43–61.');
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
  [10_000_000, 10_010_000, 10_020_000, 'Bytes', 'Now 10 Mil, expected 10.01 Mil–10.02 Mil.'],
  [1e27, 1e26, 2e26, 'Bytes', 'Now 1e27, expected 1e26–2e26.'],
  [Number.MAX_VALUE, 0, 1, 'Bytes', 'Now 1.8e308, expected 0–1.'],
  [-Number.MAX_VALUE, 0, 1e-9, 'Bytes', 'Now -1.8e308, expected 0–1e-9.'],
  [1 + Number.EPSILON, 0, 1, 'Bytes', 'Now 1.0000000000000002, expected 0–1.'],
  [999_999.7, 0, 999_999.6, 'Bytes', 'Now 999999.7, expected 0–999999.6.'],
])('writes %d, expected %d to %d of %s', (value, expectedFrom, expectedTo, metricName, expected) => {
  const newest = { ...NEWEST, value, expectedFrom, expectedTo };
  expect(sentenceOf({ ...OUTSIDE, newest, worst: null }, { ...READER, metricName })).toMatch(expected);
});

it.each([
  ['en-US', '2.09%', '2.09 ms'],
  ['de-DE', '2,09 %', '2,09 ms'],
  ['es-ES', '2,09 %', '2,09 ms'],
  ['fr-FR', '2,09\u00a0%', '2,09\u00a0ms'],
])('writes a percent sign and other units as other texts in %s', async (language, ...written) => {
  const newest = { ...NEWEST, value: 2.09, expectedFrom: 0, expectedTo: 1 };
  const sentence = (metricName: string) =>
    inLanguage(language, () => sentenceOf({ ...OUTSIDE, newest, worst: null }, { ...READER, metricName }));
  expect(await sentence('CPU (%)')).toContain(`${written[0]},`);
  expect(await sentence('Query time (ms)')).toContain(`${written[1]},`);
});
