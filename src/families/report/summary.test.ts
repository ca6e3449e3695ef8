import { DAY } from '../../ground/spans';
import { sentenceOf } from './summary';

const WEEK = 7 * DAY;
const UNKNOWN = { alerts: null, alertsBefore: null, top: null, topShare: null };
const metric = (metricName: string, nodeName: string) => ({
  ...{ metricId: metricName, metricName, nodeId: nodeName, nodeName, systemId: null, systemName: null },
});
const [HITS, TRAFFIC, CPU] = [metric('Hits', 'cdn'), metric('Traffic out', 'cdn'), metric('CPU', 'web-1')];

test.each([
  [
    { alerts: 29, alertsBefore: 15, top: [HITS, TRAFFIC], topShare: 0.52 },
    WEEK,
    '29 alerts, 15 in the week before. Half of the time under alert comes from Hits and Traffic out (cdn).',
  ],
  [
    { alerts: 5, alertsBefore: 10, top: [CPU], topShare: 0.8 },
    DAY,
    '5 alerts, 10 on the day before. 80% of the time under alert comes from CPU (web-1).',
  ],
  [
    { top: [HITS, TRAFFIC, CPU], topShare: 0.5 },
    DAY,
    'Half of the time under alert comes from Hits (cdn), Traffic out (cdn) and CPU (web-1).',
  ],
  [{ top: [HITS, TRAFFIC, CPU, CPU], topShare: 11 / 20 }, WEEK, 'Half of the time under alert comes from 4 metrics.'],
  [{ alerts: 5, alertsBefore: 5 }, 3 * DAY, '5 alerts, 5 in the previous period.'],
  [{ alerts: 1, alertsBefore: 0 }, WEEK, '1 alert, none in the week before.'],
  [{ alerts: 0, alertsBefore: 3 }, WEEK, 'No alerts, 3 in the week before.'],
  [{ alerts: 0, alertsBefore: 0 }, WEEK, 'No alerts, none in the week before.'],
  [{ alerts: 4 }, WEEK, '4 alerts.'],
  [{ alertsBefore: 4 }, WEEK, null],
  [{}, WEEK, null],
])('%j is a sentence', (known, length, sentence) => {
  expect(sentenceOf({ ...UNKNOWN, ...known }, length)).toBe(sentence);
});
