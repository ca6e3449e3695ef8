import { faultsOn } from '../support/faultMatrix';
import { FAULTS } from '../support/faults';
import { allVariants } from '../support/variants';

/**
 * Every fault on every query type, in every format: it ends in a sentence that names what failed and what to do, keeps what
 * was read, and leaves nothing behind.
 */
const VARIANTS = allVariants();

it('knows every query type in several ways', () => {
  expect(VARIANTS.length).toBeGreaterThan(60);
});

describe.each(VARIANTS)('$name', ({ query }) => {
  it.each(FAULTS)('$name', async (named) => {
    expect(await faultsOn(query, named)).toEqual([]);
  });
});
