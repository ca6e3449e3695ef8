import { type DataFrame, type DataQueryResponse, dateTime as moment, type TimeRange } from '@grafana/data';
import { allDescriptors } from '../../src/families/families';
import { type AnomalyQuery, type Model } from '../../src/ground/query';
import { type Shape } from '../../src/ground/shapes';
import { startTestsAt } from '../support/clock';
import { english } from '../support/english';
import { ended, wholePanel } from '../support/faultMatrix';
import { errorsOf, type Variable } from '../support/panel';
import { STORY } from '../support/trueAnswers';
import { allVariants } from '../support/variants';

/**
 * Every field has one shape. Whatever form its value has, a panel, Explore, an annotation, and a variable send the same
 * requests and return the same answer. A value that can't be converted is an error that names the field.
 */
const VARIABLES: Record<string, Variable> = {
  one: { value: 'severe' },
  many: { value: ['severe', 'low'] },
  none: { value: [] },
  gaps: { value: ['severe', null, undefined] as unknown as string[] },
  node: { value: '12' },
  yes: { value: 'True' },
  five: { value: '5' },
  late: { value: 'now-1h' },
};

startTestsAt(STORY + 30_000);

/** A query's requests and answer. In Explore, its variables are replaced before. */
async function outcomeOf(query: Partial<AnomalyQuery>, isExplore = false) {
  const panel = wholePanel({ variables: VARIABLES });
  const stored = { refId: 'A', ...query } as AnomalyQuery;
  const [asked] = isExplore ? panel.dataSource.interpolateVariablesInQueries([stored], {}) : [stored];
  const key = JSON.stringify(asked);
  const known = outcomes.get(key) ?? (await newOutcome(panel, asked));
  outcomes.set(key, known);
  return known;
}

type Outcome = Awaited<ReturnType<typeof newOutcome>>;
/** By the query. A new page answers equal queries equally. */
const outcomes = new Map<string, Outcome>();

async function newOutcome({ service, ask }: ReturnType<typeof wholePanel>, asked: AnomalyQuery) {
  const { answer } = await ask(asked, STORY + 30_000);
  const requests = service.calls.map(({ raw }) => raw).sort();
  return { requests, answer: answer ? told(answer) : undefined, errors: answer ? errorsOf(answer) : [] };
}

function told({ data }: DataQueryResponse) {
  return (data as DataFrame[]).map(({ fields, meta }) => ({
    fields: fields.map(({ name, values }) => [name, [...values]]),
    notices: (meta?.notices ?? []).map(({ text }) => text),
  }));
}

const models: Model[] = allDescriptors().map(({ model }) => model);

/** A query of each type that can run and uses this field, without its value. */
function queryWith(model: Model, field: string): Partial<AnomalyQuery> {
  const ids = { nodeId: '12', metricId: 'cpu', alertId: 'a', updateId: 'u0' };
  const own = Object.fromEntries(Object.entries(ids).filter(([name]) => name in model.fields && name !== field));
  const needs: Record<string, Partial<AnomalyQuery>> = {
    severity: { source: 'anomalies' },
    to: { scope: 'current' },
  };
  const isWide = ['impact', 'severity', 'q', 'limit', 'minScore'].includes(field);
  return { queryType: model.queryType, ...(isWide ? {} : own), ...needs[field] };
}

const fieldsOf = (isMeant: (shape: Shape, field: string) => boolean) =>
  models.flatMap((model) =>
    Object.entries(model.fields).flatMap(([field, shape]): Array<[string, string, Model]> =>
      isMeant(shape, field) ? [[model.queryType, field, model]] : []
    )
  );

/** Each form with an equivalent one. */
const SAME: Array<[unknown, unknown]> = [
  ['severe', ['severe']],
  ['$one', ['severe']],
  [['$one'], ['severe']],
  ['$gaps', ['severe']],
  [['severe', null], ['severe']],
  ['$many', ['severe', 'low']],
  [['${many}'], ['severe', 'low']],
  ['Severe', ['severe']],
  [['SEVERE', 'severe'], ['severe']],
  ['Any', []],
  ['', []],
  ['any', []],
  [['any'], []],
  ['$none', []],
  [null, []],
];

describe.each(fieldsOf((shape, field) => shape.kind === 'list' && field !== 'bands'))('%s: %s', (_, field, model) => {
  it.each(SAME)('%j means %j, in a panel and in Explore', async (form, same) => {
    const query = queryWith(model, field);
    const wanted = await outcomeOf({ ...query, [field]: same });
    expect(wanted.errors).toEqual([]);
    expect(await outcomeOf({ ...query, [field]: form })).toEqual(wanted);
    expect(await outcomeOf({ ...query, [field]: form }, true)).toEqual(wanted);
  });

  it.each(['galaxy', ['severe', 'galaxy'], 'severe,low', '${many:csv}'].map((form) => [form]))(
    'is named in the error for %j, which would find nothing',
    async (form) => {
      const label = field === 'impact' ? 'Impact' : 'Severity';
      const { requests, errors } = await outcomeOf({ ...queryWith(model, field), [field]: form });
      expect(requests).toEqual([]);
      expect(errors).toEqual([expect.stringMatching(new RegExp(`^${label}: "(galaxy|severe,low)" is not valid`))]);
    }
  );

  it('never means all by accident', async () => {
    const query = queryWith(model, field);
    const all = await outcomeOf(query);
    expect((await outcomeOf({ ...query, [field]: 'severe' })).answer).not.toEqual(all.answer);
    expect((await outcomeOf({ ...query, [field]: { severe: true } })).errors).toEqual([
      expect.stringMatching(field === 'impact' ? /^Impact: / : /^Severity: /),
    ]);
  });
});

it.each(fieldsOf((_, field) => field === 'limit'))(
  '%s: a %s that is no whole number above 0 is an error',
  async (_, field, model) => {
    for (const limit of [0, '-1', 0.5, 1.5]) {
      const { requests, errors } = await outcomeOf({ ...queryWith(model, field), limit } as Partial<AnomalyQuery>);
      expect([requests, errors]).toEqual([[], [`Limit: "${limit}" is not valid. Use a value such as 10.`]]);
    }
  }
);

it.each(fieldsOf((_, field) => field === 'aggregation'))('%s: an unknown %s is an error', async (_, field, model) => {
  for (const aggregation of ['min', ['min']]) {
    const { requests, errors } = await outcomeOf({ ...queryWith(model, field), aggregation });
    expect([requests, errors]).toEqual([[], ['Aggregation: "min" is not valid. Use a value such as avg, max, sum.']]);
  }
});

it('sends one impact, and compares several', async () => {
  const impactsOf = (requests: string[]) => requests.flatMap((raw) => /impact=\w+/.exec(raw)?.[0] ?? []);
  const one = await outcomeOf({ queryType: 'alertSearch', impact: ['severe'] });
  const two = await outcomeOf({ queryType: 'alertSearch', impact: ['severe', 'high'], limit: 2 });
  expect(impactsOf(one.requests)).toEqual(['impact=severe']);
  expect(impactsOf(two.requests)).toEqual([]);
  expect(two.answer?.[0].fields.find(([name]) => name === 'id')?.[1]).toEqual(['a', 'c']);
});

describe.each(fieldsOf(({ kind }) => kind === 'texts'))('%s: %s', (_, field, model) => {
  const value = field === 'series' ? '12:cpu' : field === 'metricId' ? 'cpu' : /Id$/.test(field) ? '12' : 'a';
  it.each([[[value]], [[value, null]], [value]])('accepts %j', async (form) => {
    const query = { ...queryWith(model, field), ...(field === 'series' ? { nodeId: '', metricId: '' } : {}) };
    const wanted = await outcomeOf({ ...query, [field]: value });
    expect(await outcomeOf({ ...query, [field]: form })).toEqual(wanted);
    expect(await outcomeOf({ ...query, [field]: form }, true)).toEqual(wanted);
  });

  it.each([[{ id: value }], [[[value]]], [true]])('refuses %j, and requests nothing', async (form) => {
    const { requests, errors } = await outcomeOf({ ...queryWith(model, field), [field]: form });
    expect(requests).toEqual([]);
    expect(errors).toEqual([expect.stringMatching(/^[A-Z][\w ]+: .* is not valid\.$/)]);
  });
});

const OTHERS: Record<string, Array<[unknown, unknown]>> = {
  number: [
    ['5', 5],
    [[5], 5],
    ['$five', 5],
    ['', undefined],
  ],
  flag: [
    ['true', true],
    ['True', true],
    [[true], true],
    ['$yes', true],
    ['', undefined],
  ],
};

describe.each(fieldsOf(({ kind }) => kind in OTHERS))('%s: %s', (_, field, model) => {
  const { kind } = model.fields[field];
  it.each(OTHERS[kind])('%j means %j', async (form, same) => {
    const query = queryWith(model, field);
    const wanted = await outcomeOf({ ...query, [field]: same });
    expect(await outcomeOf({ ...query, [field]: form })).toEqual(wanted);
    expect(await outcomeOf({ ...query, [field]: form }, true)).toEqual(wanted);
  });
});

describe.each(fieldsOf(({ kind }) => kind !== 'text' && kind !== 'texts' && kind !== 'list'))(
  '%s: %s',
  (_, field, model) => {
    it.each(['1,000', 'galaxy', '$one', ['1', '2'], {}].map((form) => [form]))('refuses %j', async (form) => {
      for (const isExplore of [false, true]) {
        const { requests, errors } = await outcomeOf({ ...queryWith(model, field), [field]: form }, isExplore);
        expect(requests).toEqual([]);
        expect(errors).toHaveLength(1);
      }
    });
  }
);

describe.each(fieldsOf(({ kind }) => kind === 'text' || kind === 'texts'))('%s: %s', (_, field, model) => {
  it.each([['$none'], ['$many']])('%j is the same from Explore', async (form) => {
    const scopes: Record<string, Partial<AnomalyQuery>> = {
      alertId: { scope: 'alert' },
      updateId: { scope: 'update' },
    };
    const own = {
      ...(model.queryType === 'anomalies' ? scopes[field] : {}),
      ...(field === 'namePattern' ? { names: 'a' } : {}),
    };
    const query = { ...queryWith(model, field), ...own, [field]: form };
    const panel = await outcomeOf(query);
    const explore = await outcomeOf(query, true);
    // The texts of errors can differ, because Explore has the values as a list.
    expect({ ...explore, errors: explore.errors.length }).toEqual({ ...panel, errors: panel.errors.length });
    expect(panel.errors.length).toBeLessThan(2);
  });
});

/** Text fields that accept a few words. They are text so that a variable can choose the word. */
describe.each([
  ['metric', 'overlay', 'Overlay'],
  ['metric', 'compare', 'Compare'],
  ['metric', 'granularity', 'Granularity'],
  ['alertCounts', 'bucket', 'Bucket'],
])('%s: %s', (queryType, field, label) => {
  const query = { queryType, ...(queryType === 'metric' ? { nodeId: '12', metricId: 'cpu' } : {}) };

  it.each([['galaxy'], ['$one'], ['$many'], [['galaxy']]])(
    'is named in the error if %j is not one of its words',
    async (form) => {
      const { errors, answer = [] } = await outcomeOf({ ...query, [field]: form });
      const said = [...errors, ...answer.flatMap(({ notices }) => notices)];
      expect(said).toContainEqual(expect.stringMatching(new RegExp(`^${label}: .* is not valid`)));
    }
  );
});

describe('an unknown query type', () => {
  it.each(['galaxy', 'constructor'])('%s is an error that names it', async (queryType) => {
    const { dataSource } = wholePanel();
    expect(dataSource.filterQuery({ refId: 'A', queryType })).toBe(true);
    const { requests, errors } = await outcomeOf({ queryType });
    expect(requests).toEqual([]);
    expect(errors).toEqual([`This version does not know the query type "${queryType}".`]);
  });

  it('does not affect the other queries of the panel', async () => {
    const { ask } = wholePanel();
    const { answer } = await ask({ queryType: 'alerts' }, STORY + 30_000);
    expect(answer && errorsOf(answer)).toEqual([]);
  });
});

describe.each([
  ['no range', undefined],
  ['a range without dates', { from: undefined, to: undefined }],
  ['a date that is none', { from: moment(STORY), to: moment(NaN) }],
])('a request with %s', (_, range) => {
  it.each(allDescriptors().map(({ model }) => model.queryType))('is an error of the query: %s', async (queryType) => {
    const { panel, service } = wholePanel();
    const query = { queryType, nodeId: '12', metricId: 'cpu', alertId: 'a' };
    const asked = panel.ask(query, { from: 0, to: 0 }, { range: range as unknown as TimeRange });
    await ended(asked);
    expect(asked.failure).toBeUndefined();
    expect(asked.packets.at(-1)).toMatchObject({
      data: [],
      errors: [{ refId: 'A', message: english('inputs.no-range') }],
    });
    expect(service.calls).toEqual([]);
  });
});

/** Time fields by type. */
const MOMENTS = fieldsOf((_, field) => field === 'at' || field === 'to');

describe.each(MOMENTS)('%s: %s', (_, field, model) => {
  const base = { queryType: model.queryType, ...(field === 'to' ? { scope: 'current' } : {}) };
  it.each([
    ['1795600000', '1970-01-21'],
    ['1999-12-31T23:59:59Z', '1999-12-31'],
    ['2101-01-01T00:00:00Z', '2101-01-01'],
    ['now+100y', '2126-'],
  ])('%s is not a plausible time', async (text, time) => {
    const { requests, errors } = await outcomeOf({ ...base, [field]: text });
    expect(requests).toEqual([]);
    expect(errors).toEqual([expect.stringMatching(new RegExp(`^(Point in time|Until): ${time}.* 2000 and 2100\\.`))]);
  });

  it('accepts a time in any form', async () => {
    const wanted = await outcomeOf({ ...base, [field]: 'now-1h' });
    expect(wanted.errors).toEqual([]);
    for (const form of ['$late', ['now-1h'], STORY + 30_000 - 3600_000]) {
      expect(await outcomeOf({ ...base, [field]: form })).toEqual(wanted);
      expect(await outcomeOf({ ...base, [field]: form }, true)).toEqual(wanted);
    }
  });
});

it.each(allVariants().map(({ name, query }): [string, Partial<AnomalyQuery>] => [name, query]))(
  '%s is the same from Explore',
  async (_, query) => {
    const named = 'nodeId' in query ? { ...query, nodeId: '$node' } : query;
    const { requests } = await outcomeOf(named, true);
    expect(requests).toEqual((await outcomeOf(named)).requests);
  }
);
