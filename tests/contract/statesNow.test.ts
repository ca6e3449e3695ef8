import { startTestsAt } from '../support/clock';
import { fieldOf, seriesOf } from '../support/panel';
import { wholePanel } from '../support/faultMatrix';
import { STORY } from '../support/trueAnswers';
import { HOUR } from '../../src/ground/spans';

/** State timelines end as the alerts are at the end of the time range. */

/** Within a slot of the shared cache. */
const NOW = STORY + 37_123;

startTestsAt(NOW);

it.each([
  [{}, ''],
  [{ sharedCache: true }, ''],
  [{ sharedCache: true }, 'a'],
])(
  'with %j, states of active alerts last until a range of absolute times that ends now: %j',
  async (jsonData, alertId) => {
    const { panel } = wholePanel({ jsonData });
    const query = { queryType: 'alertEvents', format: 'states', alertId };
    const [frame] = seriesOf(await panel.ask(query, { from: NOW - 6 * HOUR, to: NOW }).answer());
    expect(fieldOf(frame, 'CPU load · web-1')?.values.at(-1)).toBe('orange');
  }
);
