import { faultsOn } from '../support/faultMatrix';
import { FAULTS } from '../support/faults';
import { FEW, LONG } from '../support/long';
import { allVariants } from '../support/variants';

/**
 * Every fault on every query type, in every format. It ends in a sentence about what failed and what to do, keeps earlier
 * data, and leaves nothing behind.
 * The long run tries all combinations. Otherwise, each format gets every twelfth fault, and each fault every twelfth
 * format. In plain `npm test`, each format gets one.
 */
const VARIANTS = allVariants();
const SHARE = LONG ? 1 : FEW ? 36 : 12;

it('knows every query type in several ways', () => {
  expect(VARIANTS.length).toBeGreaterThan(60);
});

const MEETINGS = VARIANTS.flatMap(({ name, query }, row) =>
  FAULTS.filter((_, column) => (row + column) % SHARE === 0).map((fault) => ({ name, query, fault }))
);

it.each(MEETINGS)('$name: $fault.name', async ({ query, fault }) => {
  expect(await faultsOn(query, fault)).toEqual([]);
});
