import { DAY } from '../settings';
import { type RangeSummary } from './summary';
import { sentenceOf } from './summaryTable';

const WEEK = 7 * DAY;
const UNKNOWN: RangeSummary = {
  alerts: null,
  alertsBefore: null,
  activeTime: null,
  activeTimeBefore: null,
  topMetrics: null,
  topShare: null,
};

test.each([
  [
    { alerts: 27, alertsBefore: 14, topMetrics: ['a', 'b'], topShare: 0.52 },
    WEEK,
    '27 alerts, 93% more than in the week before. Half of the time under alert is 2 metrics.',
  ],
  [
    { alerts: 5, alertsBefore: 10, topMetrics: ['CPU · web-1'], topShare: 0.8 },
    DAY,
    '5 alerts, 50% fewer than on the day before. 80% of the time under alert is CPU · web-1.',
  ],
  [{ topMetrics: ['a', 'b', 'c'], topShare: 11 / 20 }, WEEK, 'Half of the time under alert is 3 metrics.'],
  [{ alerts: 5, alertsBefore: 5 }, WEEK, '5 alerts, as many as in the week before.'],
  [{ alerts: 1001, alertsBefore: 1000 }, 3 * DAY, '1001 alerts, about as many as in the previous period.'],
  [{ alerts: 1, alertsBefore: 0 }, WEEK, '1 alert, and none in the week before.'],
  [{ alerts: 0, alertsBefore: 3 }, WEEK, 'No alerts, 3 in the week before.'],
  [{ alerts: 0, alertsBefore: 0 }, WEEK, 'No alerts, and none in the week before.'],
  [{ alerts: 4 }, WEEK, '4 alerts.'],
  [{ alertsBefore: 4 }, WEEK, null],
  [{}, WEEK, null],
])('%j is a sentence', (known, length, sentence) => {
  expect(sentenceOf({ ...UNKNOWN, ...known }, length)).toBe(sentence);
});
