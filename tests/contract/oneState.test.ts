import { DAY, HOUR, MINUTE } from '../../src/settings';
import { type Call } from '../support/fakeContext';
import { inLanguage } from '../support/language';
import { type MadeAlert, storyService } from '../support/storyService';

/** A metric has the same state at the same moment on every page, whatever range is read. */

const NOW = Date.UTC(2026, 10, 21, 12);
const STEPS: Record<string, number> = { '1m': MINUTE, '15m': 15 * MINUTE, '60m': HOUR, '1h': HOUR };

const alertOf = (began: number): MadeAlert => ({
  id: 'a',
  impact: 'high',
  from: NOW - began,
  to: null,
  metrics: [{ nodeId: 1, metricId: 'm', joinedAt: NOW - began, severity: 'red', outside: null }],
});

/** A metric with these values; the corridor is 95 to 115. */
function dataOf(valueAt: (time: number) => number | null) {
  return ({ path, query }: Call) => {
    if (!path.startsWith('v1/ad/metrics/')) {
      return undefined;
    }
    const [from, to] = [Date.parse(query.from), Date.parse(query.to)];
    const span = to - from;
    const rule = span <= 12 * HOUR ? '1m' : span <= 7 * DAY ? '15m' : '60m';
    const step = STEPS[query.granularity ?? rule];
    const times = Array.from(
      { length: Math.floor(span / step) + 1 },
      (_, i) => Math.ceil(from / step) * step + i * step
    );
    const data = times.flatMap((timestamp) => {
      const smoothened = timestamp > to || timestamp > NOW ? null : valueAt(timestamp);
      return smoothened === null
        ? []
        : [{ timestamp, smoothened, corridors: { main: { up: 115, down: 95 }, sup: null, inf: null } }];
    });
    const metadata = { granularity: query.granularity ?? rule, sourceGranularity: '1m' };
    return { body: { node: 1, metric: 'm', aggregation: 'avg', ...metadata, data } };
  };
}

const COURSES: Array<[string, (time: number) => number | null]> = [
  ['inside', () => 100],
  ['outside', (time) => (time > NOW - 9 * HOUR ? 150 : 100)],
  ['recovering', (time) => (time > NOW - 9 * HOUR ? 120 + (60 * (NOW - time)) / (3 * HOUR) : 100)],
  // Only the newest minutes are inside, so that a coarse point is still outside.
  ['inside', (time) => (time > NOW - 20 * MINUTE ? 100 : 150)],
  ['unknown', (time) => (time > NOW - 40 * MINUTE ? null : 150)],
];

describe.each(COURSES)('%s', (state, valueAt) => {
  it.each([HOUR, 10 * HOUR, 3 * DAY, 20 * DAY])(
    'in the story of an alert that began %d ms ago, and in a sentence',
    async (began) => {
      const { ask } = storyService([alertOf(began)], NOW, dataOf(valueAt));
      const story = await ask({ alertId: 'a' });
      expect(story.rows.map((row) => row.state)).toEqual([state]);
      for (const range of [30 * MINUTE, 6 * HOUR, DAY, 7 * DAY]) {
        const said = await ask({ queryType: 'explain', series: '1:m' }, NOW - range);
        expect(said.rows.map((row) => row.state)).toEqual([state]);
      }
    }
  );
});

it('an alert about missing data shows the last value, its time, and other metrics without data', async () => {
  const alert = alertOf(3 * HOUR);
  const [metric] = alert.metrics;
  const missing = { ...metric, metricName: 'Query time (ms)', type: 'missing_data' };
  const metrics = [
    missing,
    { ...missing, nodeId: 2, metricName: 'Other' },
    { ...metric, nodeId: 3, metricName: 'Well' },
  ];
  const valueAt = (time: number) => (time > NOW - 225 * MINUTE ? null : 23.34);
  const { ask } = storyService([{ ...alert, metrics }], NOW, dataOf(valueAt));
  const { rows } = await ask({ alertId: 'a' });
  expect(rows.map(({ why }) => why)).toEqual([
    'missing data, last value 08:15, 23.3 ms',
    'missing data, last value 08:15, 23.3',
    'deviation',
  ]);
  expect(rows[0]).toMatchObject({ lastValueAt: NOW - 225 * MINUTE, lastValue: 23.34 });
  const inGerman = await inLanguage('de-DE', () => ask({ alertId: 'a' }));
  expect(inGerman.rows[1].why).toMatch(/08:15, 23,3$/);
  const [{ text }] = (await ask({ alertId: 'a', format: 'summary' })).rows;
  expect(text).toMatch(/- No data. Last value:\n {2}- Query time \(ms\) · \S+: 2026-11-21 08:15, 23\n {2}- Other/);
});
