import fc from 'fast-check';
import { panelOf, seriesOf } from '../../tests/support/panel';

/** Whatever a metric did: no sentence contradicts the points of its range. */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const NOW = Date.UTC(2026, 10, 21, 12, 0, 30);

beforeEach(() => {
  jest.useFakeTimers({ now: NOW });
});
afterEach(() => {
  jest.useRealTimers();
});

/** Values that last for some minutes each, the newest last; the main corridor goes from 95 to 115. Null: no data. */
const STRETCHES = fc.array(
  fc.record({ value: fc.constantFrom(100, 105, 125, 155, 215, 60, null), minutes: fc.integer({ min: 1, max: 50 }) }),
  { minLength: 1, maxLength: 12 }
);

it.each([
  ['now', 0],
  ['a day ago', 24 * HOUR],
])(
  'a range that ended %s',
  async (_, ago) => {
    await fc.assert(
      fc.asyncProperty(STRETCHES, fc.boolean(), async (stretches, usual) => {
        const end = NOW - ago;
        const minutes = stretches.flatMap(({ value, minutes }) => Array.from({ length: minutes }, () => value));
        const { service, ask } = panelOf();
        const valueAt = (time: number) => minutes.at(-1 - Math.floor((end - time) / MINUTE)) ?? null;
        const isKnown = (time: number) => end - time < minutes.length * MINUTE;
        service.value = (_node, _metric, time) => (time > end ? 100 : isKnown(time) ? valueAt(time) : 100);
        const range = { from: end - 6 * HOUR, to: end };
        const answer = await ask({ queryType: 'explain', series: '1:m', usual }, range).answer();
        const { fields } = seriesOf(answer)[0];
        const row = Object.fromEntries(fields.map(({ name, values }) => [name, values[0]]));
        const points = service
          .direct('1', 'm', range.from, range.to, MINUTE)
          .flatMap(({ timestamp, smoothened, corridors }) => {
            const { main, sup } = corridors as Record<'main' | 'sup', { up: number; down: number } | null>;
            if (smoothened == null || !main) {
              return [];
            }
            const edges = [main, sup].flatMap((band) => (band ? [band] : []));
            const distance = Math.min(...edges.map(({ up, down }) => Math.max(0, smoothened - up, down - smoothened)));
            return [
              {
                time: Number(timestamp),
                value: smoothened,
                widths: (Math.sign(smoothened - main.down) * distance) / 20,
              },
            ];
          });
        const newest = points[points.length - 1];
        const worst = points.reduce((most, one) => (Math.abs(one.widths) > Math.abs(most.widths) ? one : most));
        const clock = (time: number) => new Date(time).toISOString().slice(11, 16);
        const { sentence, state, leftAt, backAt } = row;
        expect(row).toMatchObject({ value: newest.value, deviation: newest.widths, worst: worst.widths });
        expect(['outside', 'recovering'].includes(state)).toBe(state !== 'unknown' && newest.widths !== 0);
        expect(state === 'unknown').toBe(end - newest.time > 10 * MINUTE);
        expect(sentence.split(/(?<=\.) /).length).toBeLessThanOrEqual(usual ? 4 : 3);
        expect(/whole range/.test(sentence)).toBe(
          state === 'inside' &&
            worst.widths === 0 &&
            points.every(({ time }, i) => i === 0 || time - points[i - 1].time <= 15 * MINUTE)
        );
        expect(ago > 0 && /\b(Now|since)\b/.test(sentence.replace(/Unknown since/, ''))).toBe(false);
        const isCompared = /far on|Farther on|this far/.test(sentence);
        const isOther = isCompared && leftAt !== null && worst.time < leftAt;
        const furthest = /Furthest out[^:]*: ([\d.]+)× the corridor's width, at [^.]*?(\d\d:\d\d)/.exec(sentence);
        expect(furthest?.slice(1) ?? null).toEqual(
          worst.widths === 0 || isOther
            ? null
            : [String(Number(Math.abs(worst.widths).toPrecision(2))), clock(worst.time)]
        );
        const widthsAt = (time: number) => points.find((one) => one.time === time)?.widths;
        if (leftAt !== null) {
          expect(widthsAt(leftAt)).not.toBe(0);
          expect(points.filter(({ time }) => time < leftAt).at(-1)?.widths).toBe(0);
        }
        if (backAt !== null) {
          expect(points.filter(({ time }) => time >= backAt).every(({ widths }) => widths === 0)).toBe(true);
        }
        const since = /^Outside (?:since|from) (?:\w+ \d+, )?(\d\d:\d\d)( or earlier)?/.exec(sentence);
        if (since && !since[2]) {
          expect(since[1]).toBe(clock(leftAt));
        }
        if (/this far outside/.test(sentence)) {
          expect(worst.time >= points.filter(({ time }) => leftAt === null || time >= leftAt)[0].time).toBe(true);
          // Before the range the metric was inside.
          expect(sentence).toMatch(/Not this far outside/);
        }
      }),
      { numRuns: 60 }
    );
  },
  120_000
);
