import { type DataFrame } from '@grafana/data';
import { allDescriptors } from '../../src/families/families';
import { type AnomalyQuery, type Model } from '../../src/ground/query';
import { startTestsAt } from '../support/clock';
import { wholePanel } from '../support/faultMatrix';
import { errorsOf } from '../support/panel';
import { STORY } from '../support/trueAnswers';

/** Fields of other query types that are left in a query are never read, whatever they contain (RS6). */
startTestsAt(STORY + 30_000);

const MODELS: Model[] = allDescriptors().map(({ model }) => model);
const FIELDS = new Set(MODELS.flatMap(({ fields }) => Object.keys(fields)));
/** A value of each form, and one that no field takes. */
const VALUES = [7, 'x', true, ['x'], { odd: true }];
const IDS = { nodeId: '12', metricId: 'cpu', alertId: 'a', updateId: 'u0' };

async function outcomeOf(query: Partial<AnomalyQuery>) {
  const { service, ask, dataSource } = wholePanel({});
  const stored = { refId: 'A', ...query } as AnomalyQuery;
  const { answer } = await ask(stored, STORY + 30_000);
  return {
    runs: dataSource.filterQuery?.(stored),
    requests: service.calls.map(({ raw }) => raw).sort(),
    rows: (answer?.data as DataFrame[] | undefined)?.map(({ fields }) =>
      fields.map(({ name, values }) => [name, values])
    ),
    errors: answer ? errorsOf(answer) : [],
  };
}

describe.each(MODELS.map((model) => [model.queryType, model] as const))('%s', (queryType, { fields }) => {
  const own = Object.fromEntries(Object.entries(IDS).filter(([name]) => name in fields));
  const foreign = [...FIELDS].filter((name) => !(name in fields));

  it.each(VALUES)('does not read the fields of other types: %j', async (value) => {
    const expected = await outcomeOf({ queryType, ...own });
    const left = Object.fromEntries(foreign.map((name) => [name, value]));
    expect(await outcomeOf({ queryType, ...own, ...left })).toEqual(expected);
  });
});
