import { type DataFrame } from '@grafana/data';
import { HOUR } from '../../src/settings';
import { startTestsAt } from '../support/clock';
import { ended, wholePanel } from '../support/faultMatrix';
import { errorsOf, noticesOf, panelOf } from '../support/panel';
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

/** A sentence about a metric needs a range that can have points. */
it.each([
  ['without length', 0, 0],
  ['that ends before its start', 0, -HOUR],
  ['in the future', HOUR, 2 * HOUR],
])('no notice about baselines for a range %s', async (_, from, to) => {
  const { service, ask } = panelOf();
  service.body = () => ({ data: [] });
  for (const query of [
    { nodeId: '1', metricId: 'cpu' },
    { nodeId: ['1', '2'], metricId: ['cpu', 'mem'] },
  ]) {
    const answer = await ask(query, { from: STORY + from, to: STORY + to }).answer();
    expect([errorsOf(answer), noticesOf(answer).filter((text) => /No data/.test(text))]).toEqual([[], []]);
  }
});
