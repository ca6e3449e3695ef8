import { type DataFrame } from '@grafana/data';
import { HOUR } from '../../src/settings';
import { startTestsAt } from '../support/clock';
import { ended, wholePanel } from '../support/faultMatrix';
import { STORY } from '../support/trueAnswers';
import { allVariants } from '../support/variants';

startTestsAt(STORY);

/** The names by which Grafana finds the lower edges of bands, in an answer whose range ends at this time. */
async function partnersOf(query: object, at: number): Promise<string[]> {
  const asked = wholePanel().panel.ask({ ...query }, { from: at - 6 * HOUR, to: at });
  await ended(asked);
  const frames: DataFrame[] = asked.packets[asked.packets.length - 1].data;
  return frames.flatMap(({ fields }) =>
    fields.flatMap(({ config: { custom } }) => (typeof custom?.fillBelowTo === 'string' ? [custom.fillBelowTo] : []))
  );
}

const DRAWN = allVariants().filter(({ query: { queryType, format } }) =>
  queryType === 'anomalies' ? format === 'timeseries' : queryType === 'metric' || queryType === 'forecast'
);

it.each(DRAWN)('$name: partners of two time ranges in one panel have different names', async ({ query }) => {
  const [now, before] = [await partnersOf(query, STORY), await partnersOf(query, STORY - 6 * HOUR - 1)];
  const names = [...now, ...before];
  expect(new Set(names).size).toBe(names.length);
});

it('has partners to compare, even in anomalies', async () => {
  const query = { queryType: 'anomalies', format: 'timeseries', withMetrics: true };
  expect(await partnersOf(query, STORY)).not.toEqual([]);
});
