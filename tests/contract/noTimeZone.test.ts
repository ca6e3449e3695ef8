import { startTestsAt } from '../support/clock';
import { ended, wholePanel } from '../support/faultMatrix';
import { shown } from '../support/panel';
import { STORY } from '../support/trueAnswers';
import { variantsOfFormats } from '../support/variants';

/** A request without a time zone, as other plugins may send it, has the answer of one with the browser's. */

const START = STORY + 30_000;

startTestsAt(START);

it.each(variantsOfFormats())('%s', async (_, query) => {
  const answers = [];
  for (const timezone of ['browser', undefined]) {
    jest.setSystemTime(START);
    const { panel } = wholePanel();
    const more = { panelId: 1, timezone } as { panelId: number; timezone: string };
    const asked = panel.ask(query, { from: START - 6 * 3600_000, to: START }, more);
    await ended(asked);
    answers.push(asked.failure ?? shown(asked.packets[asked.packets.length - 1]));
  }
  expect(answers[1]).toEqual(answers[0]);
});
