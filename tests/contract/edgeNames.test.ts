import { type DataFrame, type Field } from '@grafana/data';
import { isEqual } from 'lodash';
import { HOUR } from '../../src/settings';
import { startTestsAt } from '../support/clock';
import { ended, wholePanel } from '../support/faultMatrix';
import { STORY } from '../support/trueAnswers';
import { allVariants } from '../support/variants';

startTestsAt(STORY);

/** The fields of an answer whose range ends at this time. */
async function fieldsOf(query: object, at: number, name?: string, requestId = 'Q1'): Promise<Field[]> {
  const asked = wholePanel({ name }).panel.ask({ ...query }, { from: at - 6 * HOUR, to: at }, { requestId });
  await ended(asked);
  const frames: DataFrame[] = asked.packets[asked.packets.length - 1].data;
  return frames.flatMap(({ fields }) => fields);
}

/** The names by which Grafana finds the lower edges of bands. */
async function partnersOf(query: object, at: number): Promise<string[]> {
  return (await fieldsOf(query, at)).flatMap(({ config: { custom } }) =>
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

it.each(DRAWN)('$name: edges of two data sources in a mixed panel have different names', async ({ query }) => {
  const shownBy = async (name: string, requestId: string) =>
    (await fieldsOf(query, STORY, name, requestId)).flatMap(({ config: { displayName } }) => displayName ?? []);
  const [production, test] = [await shownBy('Production', 'mixed-0-Q1'), await shownBy('Test', 'mixed-1-Q1')];
  expect(test).toHaveLength(production.length);
  expect(test.filter((name) => production.includes(name))).toEqual([]);
  // Elsewhere, the data source is not mentioned.
  const alone = await shownBy('Production', 'Q1');
  expect(production).toEqual(alone.map((name) => `${name} (Production)`));
});

const isLine = ({ name }: Field) => name === 'smoothened' || name === 'deviation';
const namesOf = (fields: Field[]) => fields.filter(isLine).map(({ config }) => config.displayNameFromDS);
const colorsOf = (fields: Field[]) => fields.flatMap(({ name, config }) => (name === 'smoothened' ? config.color : []));

it.each(DRAWN)('$name: lines of two data sources in a mixed panel differ in name and color', async ({ query }) => {
  const alone = await fieldsOf(query, STORY, 'Production');
  const production = await fieldsOf(query, STORY, 'Production', 'mixed-0-Q1');
  const test = await fieldsOf(query, STORY, 'Test', 'mixed-1-Q1');
  expect(namesOf(production)).toEqual(namesOf(alone).map((name) => `${name}${query.legend ? '' : ' (Production)'}`));
  expect(namesOf(test)).toEqual(namesOf(alone).map((name) => `${name}${query.legend ? '' : ' (Test)'}`));
  expect(colorsOf(production)).toEqual(colorsOf(alone));
  // Undefined: the panel chooses it.
  const same = colorsOf(test).filter((color, i) => color && isEqual(color, colorsOf(production)[i]));
  expect(same).toEqual([]);
});

it('keeps a legend as it was entered', async () => {
  const query = { queryType: 'metric', nodeId: '101', metricId: 'response_time', legend: 'mine' };
  expect(namesOf(await fieldsOf(query, STORY, 'Production', 'mixed-0-Q1'))).toEqual(['mine']);
});

it('has partners to compare, even in anomalies', async () => {
  const query = { queryType: 'anomalies', format: 'timeseries', withMetrics: true };
  expect(await partnersOf(query, STORY)).not.toEqual([]);
});
