import { startTestsAt } from '../support/clock';
import { worldOf } from '../support/world/made';
import { Random } from '../support/world/random';
import { READING, type World } from '../support/world/truth';
import { ask, eachWorld, RANGE, rowsOf } from './ask';
import { type Filter, filtered, limited } from './filters';
import { alertsIn, mostSevere } from './oracle';
import { courseWorld, NOW } from './worlds';

/** Ad hoc filters and limits. */
startTestsAt(NOW);

const made = (seed: number): World =>
  seed % 2 === 0 ? courseWorld(seed) : { ...worldOf(seed, NOW), reading: READING };

const VALUES: Record<Filter['key'], string[]> = {
  node: ['12', '13', '14', 'web-1', 'db-1', 'nobody'],
  metric: ['cpu', 'CPU load', 'mem', 'io/wait'],
  system: ['1', 'Shop', 'Store'],
  severity: ['red', 'blood_red', 'green'],
  type: ['deviation', 'missing_data'],
  impact: ['low', 'high', 'severe'],
};
const KEYS = Object.keys(VALUES) as Array<Filter['key']>;

function filterOf(random: Random): Filter {
  const key = random.pick(KEYS);
  const operator = random.pick(['=', '!=', '=|', '!=|', '=~', '!~'] as const);
  const [value, other] = [random.pick(VALUES[key]), random.pick(VALUES[key])];
  if (operator.endsWith('|')) {
    return { key, operator, value, values: [value, other] };
  }
  return { key, operator, value: operator.endsWith('~') ? random.pick([`${value.slice(0, 2)}.*`, value]) : value };
}

it('filters', () =>
  eachWorld(20, made, async (world, seed) => {
    const random = new Random(seed);
    const all = Array.from({ length: 4 }, () => [filterOf(random), filterOf(random)].slice(random.below(2)));
    const frames = await ask(
      world,
      RANGE,
      all.map((filters) => ({ queryType: 'alertSearch' as const, filters }))
    );
    const found = alertsIn(world, RANGE, NOW);
    frames.forEach((frame, i) => {
      const wanted = mostSevere(filtered(world, found, all[i], NOW), NOW);
      expect([all[i], rowsOf(frame, 'id')]).toEqual([all[i], wanted.map(({ id }) => ({ id }))]);
    });
  }));

it('limits', () =>
  eachWorld(12, made, async (world) => {
    const found = alertsIn(world, RANGE, NOW);
    const limits = [1, 2, found.length - 1, found.length].filter((limit) => limit > 0);
    const filters: Filter[] = [{ key: 'node', operator: '!=', value: '13' }];
    const frames = await ask(
      world,
      RANGE,
      limits.flatMap((limit) => [
        { queryType: 'alertSearch' as const, limit },
        { queryType: 'alertSearch' as const, limit, filters },
      ])
    );
    const rows = (of: typeof found) => mostSevere(of, NOW).map(({ id }) => ({ id }));
    limits.forEach((limit, i) => {
      expect(rowsOf(frames[2 * i], 'id')).toEqual(rows(limited(found, limit, NOW)));
      // A limit applies after the filters.
      expect(rowsOf(frames[2 * i + 1], 'id')).toEqual(rows(limited(filtered(world, found, filters, NOW), limit, NOW)));
    });
  }));
