import { startTestsAt } from '../support/clock';
import { wholePanel } from '../support/faultMatrix';
import { fieldOf, noticesOf, seriesOf } from '../support/panel';
import { STORY } from '../support/trueAnswers';

startTestsAt(STORY);

it('a metric that could not be read has no row in a ranking, and a notice', async () => {
  const { ask, service } = wholePanel();
  service.fault = ({ segments }) => (segments.slice(-2).join() === '12,cpu' ? { status: 500 } : undefined);
  const { answer } = await ask({ queryType: 'deviations' }, STORY);
  const [frame] = seriesOf(answer!);
  const shown = fieldOf(frame, 'nodeId')?.values.map((node, i) => `${node} ${fieldOf(frame, 'metricId')?.values[i]}`);
  expect(shown?.toSorted()).toEqual(['12 mem', '13 cpu', '14 io/wait']);
  expect(noticesOf(answer!)).toContainEqual(expect.stringMatching(/^Couldn't read CPU load · web-1: /));
});
