import fc from 'fast-check';
import { type AlertHistory, historyOf } from '../alertbook/history';
import { type Alert, type AlertEvent, type AlertMetric, readAlert } from '../service/alerts';
import { DAY, HOUR } from '../settings';
import { type Comparison, type Judged, judgeNews } from './news';
import { byLikeness } from './similarity';

const NOW = Date.UTC(2026, 0, 31, 18);
const iso = (time: number) => new Date(time).toISOString();

/** An alert with its metrics. Null: its events can't be read. */
const MADE = fc.record({
  ago: fc.integer({ min: 2, max: 80 * 24 }),
  lasts: fc.double({ min: 0.1, max: 30, noNaN: true }),
  impact: fc.constantFrom('low', 'medium', 'high', 'severe'),
  metrics: fc.option(fc.integer({ min: 1, max: 9 }), { freq: 8 }),
  type: fc.constantFrom<string | undefined>('deviation', 'missing_data', undefined),
  shared: fc.integer({ min: 1, max: 4 }),
});
type Made = typeof MADE extends fc.Arbitrary<infer T> ? T : never;

function courseWith({ metrics, type }: Made): AlertHistory | null {
  const changes = Array.from({ length: metrics ?? 0 }, (_, i) => ({
    change: 'added',
    nodeId: '1',
    metricId: `m${i}`,
    type,
    severity: 'red',
  }));
  const event: Partial<AlertEvent> = { time: NOW - DAY, eventType: 'created', active: true };
  return metrics === null ? null : historyOf([{ ...event, changes } as unknown as AlertEvent]);
}

function rowOf(id: string, { ago, lasts, impact }: Made): Alert {
  const [from, to] = [NOW - ago * HOUR, NOW - Math.max(1, ago - lasts) * HOUR];
  const active = id === 'own';
  return readAlert({ id, impact, active, firstSeenAt: iso(from), lastSeenAt: iso(active ? NOW : to) });
}

/** Judges until nothing more is requested. @returns the judgment, and the number of alerts whose events it used */
function judge(own: Made, earlier: readonly Made[], isCounted: boolean) {
  const made = new Map<string, Made>([['own', own], ...earlier.map((one, i) => [`a${i}`, one] as const)]);
  const similar = byLikeness(
    earlier.map((one, i) => ({
      alert: rowOf(`a${i}`, one),
      shared: Array<AlertMetric>(one.shared),
    }))
  );
  const read = new Set(['own']);
  const histories = (id: string) => {
    const its = made.get(id);
    return read.has(id) && its ? courseWith(its) : undefined;
  };
  const comparison: Comparison = {
    alert: rowOf('own', own),
    similar,
    historyOf: histories,
    now: NOW,
    isJudged: true,
    isCounted,
  };
  const step = (): Judged => {
    const judged = judgeNews(comparison);
    const more = judged.toRead.filter(({ id }) => !read.has(id));
    // Each step reads something new, so that this ends.
    expect(more).toHaveLength(judged.toRead.length);
    judged.toRead.forEach(({ id }) => read.add(id));
    return judged.toRead.length > 0 ? step() : judged;
  };
  const { verdict, mostAlike, similar: count } = step();
  return { verdict, mostAlike: mostAlike?.alert.id ?? null, count, read: read.size - 1 };
}

it('reaches the same verdict from relevant events as from those of all three most similar alerts', () => {
  let [fewer, same] = [0, 0];
  fc.assert(
    fc.property(MADE, fc.array(MADE, { maxLength: 9 }), (own, earlier) => {
      const [whole, few] = [judge(own, earlier, true), judge(own, earlier, false)];
      expect([few.verdict, few.mostAlike]).toEqual([whole.verdict, whole.mostAlike]);
      expect(few.count ?? whole.count).toBe(whole.count);
      expect(few.read).toBeLessThanOrEqual(whole.read);
      [fewer, same] = few.read < whole.read ? [fewer + 1, same] : [fewer, same + 1];
    }),
    { numRuns: 1000 }
  );
  // Both happen often, however many cases are tried, so that both are tested.
  const cases = fewer + same;
  expect(fewer / cases).toBeGreaterThan(0.2);
  expect(same / cases).toBeGreaterThan(0.05);
});

const PLAIN: Made = { ago: 5, lasts: 2, impact: 'high', metrics: 3, type: 'deviation', shared: 3 };

it('omits alerts only about missing data from the three most similar ones if the alert is different', () => {
  const others = [0, 1, 2, 3].map((i) => ({ ...PLAIN, lasts: 9, ago: 100 + 100 * i }));
  expect(judge(PLAIN, others, true)).toMatchObject({ count: 4, mostAlike: 'a0', verdict: 'usual' });
  const missing = others.map((one, i) => ({ ...one, type: i === 1 ? undefined : 'missing_data' }));
  // The fourth is not checked.
  expect(judge(PLAIN, missing, true)).toMatchObject({ count: 2, mostAlike: 'a1', verdict: 'rare' });
  expect(judge({ ...PLAIN, metrics: null }, missing, true)).toMatchObject({ count: 4, mostAlike: 'a0' });
});

it('reads events until one alert has as many metrics', () => {
  const others = [4, 2, 9, 1, 1].map((metrics, i) => ({ ...PLAIN, lasts: 9, metrics, shared: 1, ago: 100 + 100 * i }));
  expect(judge({ ...PLAIN, metrics: 5 }, others, false)).toMatchObject({ verdict: 'usual', read: 3 });
  expect(judge({ ...PLAIN, metrics: 4 }, others, false)).toMatchObject({ verdict: 'usual', read: 1 });
  expect(judge({ ...PLAIN, metrics: 10 }, others, false)).toMatchObject({ verdict: 'worse than usual', read: 5 });
  const broken = others.map((one, i) => (i === 1 ? { ...one, metrics: null } : one));
  expect(judge({ ...PLAIN, metrics: 5 }, broken, false)).toMatchObject({ verdict: null, read: 2 });
});

it('knows without any events that an alert is long-running', () => {
  expect(judge({ ...PLAIN, ago: 60 }, [], false)).toMatchObject({ verdict: 'standing', read: 0, count: 0 });
});
