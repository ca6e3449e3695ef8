import { dateTime, LoadingState, toDataFrame, type DataQueryRequest } from '@grafana/data';
import { setDataSourceSrv, setTemplateSrv } from '@grafana/runtime';
import { lastValueFrom, of, throwError } from 'rxjs';
import { TemplateService } from '../templates/service';
import { ALL } from '../templates/variables';
import { type StoredVariable } from './model';
import { readVariable } from './variable-read';
import { VariableSet } from './variable-set';

const RANGE = { from: dateTime(0), to: dateTime(1000), raw: { from: 'now-1h', to: 'now' } };
const NODES: StoredVariable = { type: 'query', name: 'node', query: { refId: 'A', list: 'nodes' } };
const METRICS: StoredVariable = {
  type: 'query',
  name: 'metric',
  query: { refId: 'A', list: 'metrics', nodeId: '$node' },
};

const templates = new TemplateService();
let asked: DataQueryRequest[] = [];
let answer: (request: DataQueryRequest) => string[] = () => [];

beforeEach(() => {
  asked = [];
  setTemplateSrv(templates);
  const source = {
    name: 'A',
    getRef: () => ({ uid: 'a' }),
    variables: {
      query: (request: DataQueryRequest) => {
        asked.push(request);
        const values = answer(request);
        return values[0] === 'fail'
          ? throwError(() => new Error('no'))
          : of({
              state: LoadingState.Done,
              data: [
                toDataFrame({
                  fields: [
                    { name: 'value', values },
                    { name: 'text', values: values.map((value) => `${value}!`) },
                  ],
                }),
              ],
            });
      },
    },
  };
  setDataSourceSrv({ get: async () => source, getList: () => [{ uid: 'x', name: 'X' }] } as never);
});

async function ran(stored: StoredVariable[], address = {}) {
  const set = new VariableSet(
    stored.map((variable) => readVariable(variable, address)),
    Object.keys(address).map((key) => key.slice(4))
  );
  set.list.subscribe((variables) => templates.use(variables));
  await lastValueFrom(set.run(RANGE), { defaultValue: undefined });
  return set;
}

async function run(stored: StoredVariable[], address = {}) {
  const set = await ran(stored, address);
  return Object.fromEntries(set.list.value.map((variable) => [variable.name, variable]));
}

const listOf = (request: DataQueryRequest) => (request.targets[0] as unknown as { list: string }).list;

describe('VariableSet', () => {
  it('reads only what depends on a variable that changed', async () => {
    answer = () => ['m'];
    const set = await ran([NODES, METRICS]);
    asked = [];
    set.choose('node', ['2']);
    await lastValueFrom(set.run(RANGE, 'node'));
    expect(asked.map(listOf)).toEqual(['metrics']);
  });

  it('reads variables again with the range if they request it, and what depends on changed ones', async () => {
    answer = (request) => (listOf(request) === 'nodes' ? ['1'] : ['m']);
    const set = await ran([{ ...NODES, refresh: 2 }, METRICS]);
    asked = [];
    await lastValueFrom(set.run(RANGE));
    expect(asked.map(listOf)).toEqual(['nodes']);
    asked = [];
    answer = (request) => (listOf(request) === 'nodes' ? ['2'] : ['m']);
    await lastValueFrom(set.run(RANGE));
    expect(asked.map(listOf)).toEqual(['nodes', 'metrics']);
  });

  it('keeps the choice of the address until the range moves, when Grafana selects the first option', async () => {
    answer = () => ['1', '2'];
    for (const [refresh, value] of [
      [1, '77'],
      [2, '1'],
    ]) {
      const set = await ran([{ ...NODES, refresh: Number(refresh) }], { 'var-node': '77' });
      await lastValueFrom(set.run(RANGE), { defaultValue: undefined });
      expect(set.list.value[0].current.value).toBe(value);
    }
  });

  it('keeps a value of the address even without an option, a stored value only with one', async () => {
    answer = () => ['1', '2'];
    const chosen = await run([NODES], { 'var-node': '77' });
    expect(chosen.node.current).toEqual({ value: '77', text: '77' });
    const stored = await run([{ ...NODES, current: { value: '77', text: '77' } }]);
    expect(stored.node.current.value).toBe('1');
  });

  it('starts a multi-value variable with All, if it has that', async () => {
    answer = () => ['1', '2'];
    const { node } = await run([{ ...NODES, multi: true, includeAll: true }]);
    expect(node.current).toEqual({ value: [ALL], text: ['All'] });
  });

  it('shows a failure, and continues with the others', async () => {
    answer = (request) => (listOf(request) === 'nodes' ? ['fail'] : ['m']);
    const { node, metric } = await run([NODES, METRICS]);
    expect([node.state, node.error, metric.current.value]).toEqual(['error', 'no', 'm']);
  });

  it('lists data sources, and the values of a custom variable', async () => {
    const { ds, overlay } = await run([
      { type: 'datasource', name: 'ds', query: 't' },
      { type: 'custom', name: 'overlay', query: 'none, Alerts : alerts' },
    ]);
    expect(ds.current).toEqual({ value: 'x', text: 'X' });
    expect(overlay.options).toEqual([
      { value: 'none', text: 'none' },
      { value: 'alerts', text: 'Alerts' },
    ]);
    expect(overlay.current.value).toBe('none');
  });
});
