import { type DataFrame } from '@grafana/data';
import { setBackendSrv } from '@grafana/runtime';
import fc from 'fast-check';
import { HOUR } from '../../src/ground/spans';
import { startTestsAt } from '../support/clock';
import { casesOf } from '../support/long';
import { errorsOf, fieldOf, noticesOf, panelOf } from '../support/panel';
import { ALERTS, STORY, trueAnswer } from '../support/trueAnswers';
import { WholeService } from '../support/wholeService';

/** Dashboards of other data sources have their own names of nodes, systems, and metrics in variables. */

const range = { from: STORY - 24 * HOUR, to: STORY };

/** Names of the metrics in `trueAnswers`, by their place. The ID replaces a missing name. */
const NAMED = [
  { node: 'web-1', system: 'Shop', metric: 'CPU load' },
  { node: 'web-1', system: 'Shop', metric: 'Memory' },
  { node: 'db-1', system: 'Store', metric: 'CPU load' },
  { node: '14', system: '', metric: 'io/wait' },
];
type NameOf = 'node' | 'system' | 'metric';

/** A simple second implementation: the alerts with a metric of that name. */
function expected(names: string[], nameOf: NameOf): string[] {
  const wanted = names.map((name) => name.trim().toLowerCase());
  return ALERTS.filter(({ metrics }) => metrics.some((m) => wanted.includes(NAMED[m][nameOf].toLowerCase()))).map(
    ({ id }) => id
  );
}

startTestsAt(STORY);

async function ask(query: Record<string, unknown>, variables = {}) {
  const panel = panelOf({ variables });
  const service = new WholeService();
  service.body = trueAnswer;
  setBackendSrv(service.backend);
  const answer = await panel.ask(query, range).answer();
  const frame = answer.data[0] as DataFrame | undefined;
  const values = (name: string): string[] => [...((frame && fieldOf(frame, name)?.values) ?? [])];
  return { frame, values, notices: noticesOf(answer), errors: errorsOf(answer), calls: service.calls };
}

const idsOf = ({ values }: Awaited<ReturnType<typeof ask>>) => {
  const ids = [...values('alertIds').flatMap((one) => one.split(/[,\s]+/)), ...values('alertId'), ...values('id')];
  return [...new Set(ids.map((id) => id.split('/')[0]).filter((id) => /^[a-d]$/.test(id)))].sort();
};

const QUERIES = [
  { queryType: 'alertSearch' },
  { queryType: 'alertSearch', format: 'incidents' },
  { queryType: 'alertEvents' },
  { queryType: 'alertEvents', changes: true },
  { queryType: 'annotations', source: 'alerts' },
  { queryType: 'annotations', source: 'alertEvents' },
  { queryType: 'annotations', source: 'alertEvents', alertId: ['a', 'b', 'c', 'd'] },
];

const nameArb = fc.constantFrom(
  'web-1',
  'WEB-1',
  ' db-1 ',
  'Shop',
  'store',
  'CPU load',
  'memory',
  'nobody',
  'web',
  '14',
  '12',
  'IO/wait',
  'cpu'
);

describe.each(QUERIES)('$queryType $source $format', (query) => {
  const isGrouped = query.format === 'incidents';

  it('keeps the alerts with a metric of that name, and no others', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(nameArb, { minLength: 1, maxLength: 3 }),
        fc.constantFrom<NameOf>('node', 'system', 'metric'),
        async (names, nameOf) => {
          const ids = idsOf(await ask({ ...query, names, nameOf }));
          const wanted = expected(names, nameOf);
          expect(isGrouped ? wanted.every((id) => ids.includes(id)) : ids).toEqual(isGrouped ? true : wanted);
        }
      ),
      { numRuns: casesOf(100) }
    );
  });

  it('compares the part of a name that the pattern matches', async () => {
    const names = ['web-1.example.net:9100'];
    expect(idsOf(await ask({ ...query, names, namePattern: '^([^.:]+)' }))).toEqual(
      idsOf(await ask({ ...query, names: 'web-1' }))
    );
    // The whole name, if the pattern matches nothing in it.
    for (const namePattern of ['x(.)', '(x)?']) {
      expect(idsOf(await ask({ ...query, names: ['web-1'], namePattern }))).toEqual(
        idsOf(await ask({ ...query, names: 'web-1' }))
      );
    }
  });

  it('reports a name without any match', async () => {
    const { notices, values, errors } = await ask({ ...query, names: ['web-1', 'nobody'] });
    const said = 'No alert or anomaly read here names nobody.';
    expect(errors).toEqual([]);
    expect(notices).toContain(said);
    if (query.queryType === 'annotations') {
      expect(values('text').filter((text) => text.includes(said))).toHaveLength(1);
    }
  });

  it('requests nothing if the variable is empty', async () => {
    const { calls, notices } = await ask({ ...query, names: '$instance' }, { instance: { value: [] } });
    expect(calls).toEqual([]);
    expect(notices).toEqual([expect.stringContaining('"Names"')]);
  });

  it('refuses an invalid pattern, and names the field', async () => {
    const { errors } = await ask({ ...query, names: ['web-1'], namePattern: '([' });
    expect(errors).toEqual([expect.stringContaining('Name pattern: "(["')]);
  });
});

it.each(['node', 'system', 'metric'] as const)('a ranking selects metrics by the name of their %s', async (nameOf) => {
  const all = await ask({ queryType: 'deviations' });
  for (const name of ['web-1', 'store', 'cpu LOAD', 'nobody', '14', 'io/wait', '12', 'cpu']) {
    const { values } = await ask({ queryType: 'deviations', names: [name], nameOf });
    const ids = all.values(`${nameOf}Id`);
    const names = all.values(`${nameOf}Name`).map((own, i) => own ?? ids[i]);
    const wanted = all.values('metricId').filter((_, i) => names[i]?.toLowerCase() === name.toLowerCase());
    expect(values('metricId')).toEqual(wanted);
  }
});

it('anomalies are selected by the names of their metrics', async () => {
  const all = await ask({ queryType: 'annotations', source: 'anomalies' });
  expect(all.values('id').length).toBeGreaterThan(1);
  const { values } = await ask({ queryType: 'annotations', source: 'anomalies', names: 'DB-1' });
  const kept = values('tags') as unknown as string[][];
  expect(kept.length).toBeGreaterThan(0);
  expect(kept.length).toBeLessThan(all.values('id').length);
  expect(kept.every((tags) => tags.includes('db-1'))).toBe(true);
});

/** More values than a query requests. */
const MANY = Array.from({ length: 150 }, (_, i) => `x${i}`);

it.each<[string, Record<string, unknown>, string]>([
  ...QUERIES.map((query): [string, Record<string, unknown>, string] => ['names', query, 'web-1']),
  ['names', { queryType: 'deviations' }, 'web-1'],
  ['names', { queryType: 'annotations', source: 'anomalies' }, 'web-1'],
  ['nodeId', { queryType: 'annotations', source: 'anomalies' }, '12'],
  ['nodeId', { queryType: 'deviations' }, '12'],
  ['systemId', { queryType: 'deviations' }, '1'],
  ['besides', { queryType: 'alertSearch' }, 'a'],
  ['nodeId', { queryType: 'variable', list: 'metrics' }, '12'],
  ['systemId', { queryType: 'variable', list: 'nodes' }, '1'],
])('%s of %j, which requests nothing for each value, takes any number of them', async (field, query, value) => {
  const idsWith = async (values: string[]) => {
    const { frame, notices } = await ask({ ...query, [field]: '$many' }, { many: { value: values } });
    expect(notices.join()).not.toMatch(/More than/);
    const ids = frame?.fields.filter(({ name }) => /^(id|alertIds?|sequence|nodeId|metricId|value)$/.test(name));
    return ids?.map(({ values }) => values);
  };
  expect(await idsWith([...MANY, value])).toEqual(await idsWith([MANY[0], value]));
});

it('an annotation query for more nodes than it can request shows that in a mark', async () => {
  const { values } = await ask({ queryType: 'annotations', nodeId: MANY });
  expect(values('text')).toEqual([expect.stringContaining('More than 100, so left out: x100')]);
});

it('events of one alert are not selected by names, with a notice', async () => {
  const one = { queryType: 'alertEvents', alertId: 'a' };
  const { values, notices } = await ask({ ...one, names: 'nobody' });
  expect(values('sequence')).toEqual((await ask(one)).values('sequence'));
  expect(notices).toEqual([expect.stringContaining('"Names" isn\'t supported')]);
});
