import fc from 'fast-check';
import { firstValueFrom, of } from 'rxjs';
import { type AlertEvent } from '../service/alerts';
import { readOn, type Timeline } from './timeline';

const event = (sequence: number): AlertEvent => ({
  time: sequence,
  alertId: 'a',
  sequence,
  eventType: 'updated',
  impact: null,
  active: null,
  activeNodes: null,
  activeMetrics: null,
  score: null,
  learningStatus: null,
  changes: null,
});

it('holds all events however the list grows, and asks for no full page again', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.nat(250), { minLength: 1, maxLength: 5 }),
      fc.constantFrom(100, 40),
      fc.constantFrom('true', 'none'),
      async (growth, size, total) => {
        let known: Timeline | null = null;
        let count = 0;
        const full = new Set<number>();
        for (const more of growth) {
          count += more;
          const all = Array.from({ length: count }, (_, i) => event(i));
          const readPage = (page: number) => {
            expect(full.has(page)).toBe(false);
            const items = all.slice((page - 1) * size, page * size);
            return of({ page, limit: size, total: total === 'true' ? count : null, items });
          };
          known = await firstValueFrom(readOn(known, readPage, 100));
          expect(known.events.map(({ sequence }) => sequence)).toEqual(all.map(({ sequence }) => sequence));
          expect([known.reachesStart, known.reachesEnd, known.failure]).toEqual([true, true, null]);
          for (let page = 1; page * known.size <= count; page++) {
            full.add(page);
          }
        }
      }
    ),
    { numRuns: 50 }
  );
});
