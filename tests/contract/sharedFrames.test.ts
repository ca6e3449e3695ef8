import { MINUTE } from '../../src/ground/spans';
import { startTestsAt } from '../support/clock';
import { essence, wholePanel } from '../support/faultMatrix';
import { LONG } from '../support/long';
import { STORY } from '../support/trueAnswers';
import { allVariants } from '../support/variants';

/** With a shared cache, frames are the same as without it, and cut to the range. */

/** On a slot, so that times relative to now are equal. */
const NOW = STORY + 30_000;

startTestsAt(NOW);

it.each(allVariants().filter((_, row) => LONG || row % 3 === 2))('$name', async ({ query }) => {
  const answers: string[][] = [];
  for (const sharedCache of [true, false]) {
    const { ask } = wholePanel({ jsonData: { sharedCache } });
    const own: string[] = [];
    for (const at of [NOW, NOW + MINUTE, NOW + 95 * MINUTE]) {
      own.push(essence((await ask(query, at)).answer));
    }
    answers.push(own);
  }
  expect(answers[0]).toEqual(answers[1]);
});
