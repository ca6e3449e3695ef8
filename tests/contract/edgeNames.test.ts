import { type DataFrame, type Field } from '@grafana/data';
import { HOUR } from '../../src/ground/spans';
import { startTestsAt } from '../support/clock';
import { ended, wholePanel } from '../support/faultMatrix';
import { STORY } from '../support/trueAnswers';
import { allVariants } from '../support/variants';

startTestsAt(STORY);

/** The fields of an answer whose range ends at this time. */
async function fieldsOf(query: object, at: number, uid?: string): Promise<Field[]> {
  const asked = wholePanel({ uid }).panel.ask({ ...query }, { from: at - 6 * HOUR, to: at });
  await ended(asked);
  const frames: DataFrame[] = asked.packets[asked.packets.length - 1].data;
  return frames.flatMap(({ fields }) => fields);
}

/** The names by which Grafana finds the lower edges of bands. */
async function partnersOf(query: object, at: number, uid?: string): Promise<string[]> {
  return (await fieldsOf(query, at, uid)).flatMap(({ config: { custom } }) =>
    typeof custom?.fillBelowTo === 'string' ? [custom.fillBelowTo] : []
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

it.each(DRAWN)('$name: partners of two data sources in a mixed panel have different names', async ({ query }) => {
  const names = [...(await partnersOf(query, STORY)), ...(await partnersOf(query, STORY, 'other'))];
  expect(new Set(names).size).toBe(names.length);
});

it('has partners to compare, even in anomalies', async () => {
  const query = { queryType: 'anomalies', format: 'timeseries', withMetrics: true };
  expect(await partnersOf(query, STORY)).not.toEqual([]);
});
