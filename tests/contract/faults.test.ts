import { faultsOn } from '../support/faultMatrix';
import { FAULTS } from '../support/faults';
import { LONG } from '../support/long';
import { allVariants } from '../support/variants';

/**
 * Every fault on every query type, in every format: it ends in a sentence that names what failed and what to do, keeps what
 * was read, and leaves nothing behind. In the long run all of them meet; else each format meets every twelfth fault, and
 * each fault every twelfth format.
 */
const VARIANTS = allVariants();
const SHARE = LONG ? 1 : 12;

it('knows every query type in several ways', () => {
  expect(VARIANTS.length).toBeGreaterThan(60);
});

describe.each(VARIANTS.map((variant, row) => ({ ...variant, row })))('$name', ({ query, row }) => {
  it.each(FAULTS.filter((_, column) => (row + column) % SHARE === 0))('$name', async (named) => {
    expect(await faultsOn(query, named)).toEqual([]);
  });
});
