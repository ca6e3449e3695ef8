import { startTestsAt } from '../support/clock';
import { worldOf } from '../support/world/made';
import { DAY, HOUR, MINUTE, READING, stateAt, type World } from '../support/world/truth';
import { ask, eachWorld, rowsOf } from './ask';
import { type Period } from './oracle';
import { NOW, tightWorld } from './worlds';

/** Numbers of active alerts over time. */
startTestsAt(NOW);

const QUARTER = 15 * MINUTE;
const WIDTHS = [QUARTER, HOUR, 4 * HOUR, DAY];
/** The maximum of buckets. Each bucket is as short as this allows. */
const MOST = 500;

const made = (seed: number): World => (seed % 2 === 0 ? tightWorld(seed) : { ...worldOf(seed, NOW), reading: READING });
const END = Math.ceil(NOW / DAY) * DAY;
/** Ranges with exactly 500 buckets, and with more. */
const RANGES: Period[] = [QUARTER, HOUR, 4 * HOUR].flatMap((width) =>
  [MOST, MOST + 1].map((count) => ({ from: END - count * width, to: END }))
);

/** The active alerts of each bucket, by their impacts at its end. */
function wanted({ alerts }: World, { from, to }: Period) {
  const width = WIDTHS.find((one) => (to - from) / one <= MOST) ?? DAY;
  const first = Math.floor(from / width) * width;
  return Array.from({ length: Math.ceil((to - first) / width) }, (_, i) => {
    const [start, end] = [first + i * width, Math.min(first + (i + 1) * width, NOW)];
    const own = alerts.filter(({ events, end: over = Infinity }) => events[0].at <= end && over > start);
    const of = (impact: string) => own.filter((alert) => stateAt(alert, end)?.impact === impact).length;
    return {
      time: start,
      active: own.length,
      low: of('low'),
      medium: of('medium'),
      high: of('high'),
      severe: of('severe'),
    };
  });
}

it('counts', () =>
  eachWorld(12, made, async (world, seed) => {
    const range = RANGES[seed % RANGES.length];
    const [frame] = await ask(world, range, [{ queryType: 'alertCounts' }]);
    const rows = wanted(world, range);
    expect(rowsOf(frame, ...Object.keys(rows[0]))).toEqual(rows);
  }));
