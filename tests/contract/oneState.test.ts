import { DAY, HOUR, MINUTE } from '../../src/ground/spans';
import { startTestsAt } from '../support/clock';
import { type Call } from '../support/fakeContext';
import { panelOf, seriesOf } from '../support/panel';
import { rowsOf } from '../support/rowsOf';
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
  ['outside', (time) => (time > NOW - 9 * HOUR ? 120 + (60 * (NOW - time)) / (3 * HOUR) : 100)],
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

/** Explain of a metric in corridors from 95 to 105, in each of these ranges up to now. */
async function explained(now: number, ranges: number[], course: (time: number) => number | null, jsonData = {}) {
  jest.setSystemTime(now);
  const { service, ask } = panelOf({ jsonData });
  service.direct = (_node, _metric, from, to, step) =>
    Array.from({ length: Math.floor(to / step) - Math.ceil(from / step) + 1 }, (_, i) => {
      const time = (Math.ceil(from / step) + i) * step;
      const smoothened = time > now ? null : course(time);
      return { timestamp: time, smoothened, corridors: { main: { up: 105, down: 95 }, sup: null, inf: null } };
    }).filter(({ smoothened }) => smoothened !== null);
  const rows = [];
  for (const range of ranges) {
    const answer = await ask({ queryType: 'explain', series: '1:m' }, { from: now - range, to: now }).answer();
    rows.push(rowsOf(seriesOf(answer)[0])[0]);
  }
  return { rows, service };
}

describe('a state at the quarter hour', () => {
  startTestsAt(NOW);
  const LEFT = NOW - 177 * MINUTE;
  it.each([
    [0, 'Outside since 09:03; back inside for 1 min. Now 100, expected 95–105.'],
    [3, 'Outside since 09:03; back inside for 3 min. Now 100, expected 95–105.'],
    [6, 'Outside since 09:03; back inside for 6 min. Now 100, expected 95–105.'],
    [7, 'Inside since 12:00 (7 min). Now 100, expected 95–105.'],
  ])('after %d min inside', async (minutes, sentence) => {
    const course = (time: number) => (time >= LEFT && time < NOW ? 130 : 100);
    const { rows } = await explained(NOW + minutes * MINUTE, [6 * HOUR, 3 * DAY], course);
    expect(rows.map((row) => String(row.sentence).replace(/ Furthest.*/, ''))).toEqual([sentence, sentence]);
    expect(rows.map(({ state }) => state)).toEqual(Array(2).fill(minutes < 7 ? 'outside' : 'inside'));
  });

  it('whichever single point differs', async () => {
    for (let minute = 0; minute < 20; minute++) {
      const now = NOW + minute * MINUTE;
      const flat = [100, 130].map((level) => (time: number) => (time === now ? 230 - level : level));
      const states = [];
      for (const course of flat) {
        states.push((await explained(now, [6 * HOUR], course)).rows[0].state);
      }
      expect(states).toEqual(['inside', 'outside']);
    }
  });
});

describe.each([{}, { metricVersion: 'v2' }])('a source with a point every %j', (jsonData) => {
  startTestsAt(NOW);
  it.each([DAY, DAY / 2])(
    '%d ms has one state, whatever the range, with the age of its newest point',
    async (every) => {
      const now = NOW + 40 * MINUTE;
      const course = (time: number) => (time % every === 0 ? (time >= NOW - 9 * DAY ? 120 : 100) : null);
      const { rows } = await explained(now, [6 * HOUR, DAY, 3 * DAY], course, jsonData);
      const sentences = rows.map(({ sentence }) => String(sentence).replace(/ Furthest.*/, ''));
      expect(new Set(sentences).size).toBe(1);
      expect(sentences[0]).toMatch(
        /^Outside since Nov 1[23], \d\d:00 \(\d+ d( 12 h)?\)\. (At 00:00 \(12 h 40 min ago\):|Now) 120, expected 95–105\.$/
      );
      expect(rows.map(({ state, value, deviation }) => [state, value, deviation])).toEqual(
        Array(3).fill(['outside', 120, 1.5])
      );
    }
  );

  it('says "at least" if it was outside since the first of the points that are read', async () => {
    const { rows, service } = await explained(
      NOW + 40 * MINUTE,
      [6 * HOUR, DAY, 3 * DAY],
      (time) => (time % DAY === 0 ? 120 : null),
      jsonData
    );
    for (const { sentence } of rows) {
      expect(sentence).toMatch(/^Outside since Oct 3, 00:00 or earlier \(at least 49 d/);
    }
    expect(service.calls.length).toBeLessThan(12);
  });
});
