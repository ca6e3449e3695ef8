import fc from 'fast-check';
import { startTestsAt } from '../../../tests/support/clock';
import { LONG } from '../../../tests/support/long';
import { panelOf, seriesOf } from '../../../tests/support/panel';
import { type Case, contradictions, type SeenPoint } from '../../../tests/support/sentences';
import { DAY, HOUR, MINUTE } from '../../ground/spans';

/** Whatever a metric does, no sentence contradicts its points. */

const NOW = Date.UTC(2026, 10, 21, 12, 7, 30);
const SEEDS = LONG ? 3000 : 250;

startTestsAt(NOW);

const DISTANCE = fc.constantFrom(0.3, 1, 2, 2.1, 5);

/** What a metric does for some minutes: distances from its corridor in widths, null without data. */
const STRETCH = fc.record({
  minutes: fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 300 })),
  kind: fc.constantFrom('calm', 'plateau', 'climb', 'return', 'ease', 'spike', 'dip', 'missing'),
  start: DISTANCE,
  end: DISTANCE,
});

const METRIC = fc.record({
  stretches: fc.array(STRETCH, { minLength: 1, maxLength: 8 }),
  /** Which side of its corridor the value is on. */
  side: fc.constantFrom(1, -1),
  /** How many days before it was outside as well, and for how many minutes. */
  earlier: fc.array(
    fc.record({ days: fc.integer({ min: 1, max: 33 }), minutes: fc.integer({ min: 1, max: 90 }), by: DISTANCE }),
    {
      maxLength: 3,
    }
  ),
  /** Minutes between points. */
  step: fc.constantFrom(1, 1, 1, 2, 5, 10),
  /** The corridor moves to the value within this many hours. 0: never. */
  learns: fc.constantFrom(0, 0, 0, 6),
  hasSup: fc.boolean(),
  hours: fc.constantFrom(1, 6, 30, 72),
  ago: fc.constantFrom(0, 0, DAY),
});

type Metric = typeof METRIC extends fc.Arbitrary<infer T> ? T : never;

/** How far outside the metric is, in widths. Negative: inside. */
function distanceAt({ kind, start, end, minutes }: Metric['stretches'][number], minute: number): number | null {
  const share = minute / minutes;
  switch (kind) {
    case 'missing':
      return null;
    case 'plateau':
      return start;
    case 'climb':
      return start + (end - start) * share;
    case 'return':
      return start * Math.exp(-3 * share);
    case 'ease':
      return start * (1 - (end / 10) * share);
    case 'spike':
      return minute % 30 === 7 ? start : -0.5;
    case 'dip':
      return share > 0.4 && share < 0.6 ? -0.2 : start;
    default:
      return -0.5;
  }
}

/** The metric's points, one at each multiple of a step. */
function pointsOf(metric: Metric, end: number, range: { from: number; to: number }, step: number): SeenPoint[] {
  const { stretches, side, earlier, learns, hasSup } = metric;
  const lasted = stretches.reduce((sum, { minutes }) => sum + minutes, 0) * MINUTE;
  const distance = (time: number): number | null => {
    let minute = Math.floor((time - (end - lasted)) / MINUTE);
    if (minute < 0) {
      const one = earlier.find(({ days, minutes }) => Math.abs(end - days * DAY - time) < (minutes / 2) * MINUTE);
      return one ? one.by : -0.5;
    }
    const stretch = stretches.find(({ minutes }) => (minute -= minutes) < 0);
    return stretch ? distanceAt(stretch, minute + stretch.minutes) : -0.5;
  };
  const points: SeenPoint[] = [];
  for (let time = Math.ceil(range.from / step) * step; time <= range.to; time += step) {
    const far = time % (metric.step * MINUTE) === 0 ? distance(time) : null;
    if (far !== null) {
      const since = Math.max(0, time - (end - lasted));
      const shift = learns > 0 ? Math.min(20, (20 * since) / (learns * HOUR)) * side : 0;
      const main = { up: 115 + shift, down: 95 + shift };
      const sup = hasSup && Math.floor(time / HOUR) % 5 === 0 ? { up: 125 + shift, down: 115 + shift } : null;
      points.push({ time, value: side > 0 ? 115 + 20 * far : 95 - 20 * far, main, sup });
    }
  }
  return points;
}

async function caseOf(metric: Metric): Promise<Case> {
  // Time passes while a query runs.
  jest.setSystemTime(NOW);
  const to = NOW - metric.ago;
  const range = { from: to - metric.hours * HOUR, to };
  const { service, ask } = panelOf();
  service.direct = (_node, _metric, from, end, step) =>
    pointsOf(metric, to, { from, to: Math.min(end, NOW) }, step).map(({ time, value, main, sup }) => ({
      timestamp: time,
      smoothened: value,
      corridors: { main, sup, inf: null },
    }));
  const answer = await ask({ queryType: 'explain', series: '1:m' }, range).answer();
  const { fields } = seriesOf(answer)[0];
  return {
    ...range,
    now: NOW,
    row: Object.fromEntries(fields.map(({ name, values }) => [name, values[0]])),
    step: metric.step * MINUTE,
    points: pointsOf(metric, to, { from: Math.min(range.from, to - 12 * HOUR), to }, MINUTE),
  };
}

it('no sentence contradicts the points of its metric', async () => {
  const found: string[] = [];
  const words = new Map<string, number>();
  for (let seed = 1; seed <= SEEDS; seed++) {
    const [metric] = fc.sample(METRIC, { seed, numRuns: 1 });
    const one = await caseOf(metric);
    const sentence = String(one.row.sentence);
    for (const word of sentence.match(
      /short returns|back inside for|outside for|Unknown|whole range|above|below|earlier/g
    ) ?? []) {
      words.set(word, (words.get(word) ?? 0) + 1);
    }
    found.push(...contradictions(one).map((what) => `seed ${seed}: ${what}: ${sentence} ${JSON.stringify(metric)}`));
  }
  expect(found).toEqual([]);
  expect([...words.keys()].sort()).toEqual([
    'Unknown',
    'above',
    'back inside for',
    'below',
    'earlier',
    'outside for',
    'short returns',
    'whole range',
  ]);
}, 600_000);
