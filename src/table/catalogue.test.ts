import { lastValueFrom, map, type Observable, of, Subject, throwError } from 'rxjs';
import { follow } from '../facts/packets';
import { namedIn, namesSeen, type Naming } from '../facts/names';
import { type Client } from '../service/client';
import { Operations } from '../service/operations';
import { ServiceStatus } from '../service/status';
import { type Span } from '../ground/spans';
import { type CatalogueFilter, listed, type ListName, namesIn } from './catalogue';

const RANGE = { from: 1_700_000_000_000, to: 1_700_003_600_000 };

/** Operations with answers by path. It counts the requests. */
function service(answer: (path: string) => Observable<unknown>) {
  const asked: string[] = [];
  const client = {
    memories: new Map(),
    discard: () => undefined,
    status: new ServiceStatus(() => 0),
    get: (path: string) => {
      asked.push(path);
      return answer(path);
    },
  };
  let time = RANGE.to + 3_600_000;
  const context = { operations: new Operations(client as unknown as Client, 'v2'), now: () => time };
  const catalogue = {
    list: (list: ListName, range: Span, filter?: CatalogueFilter) =>
      follow((reader) => listed(reader, context, { list, range, filter })).pipe(map((entries) => entries ?? [])),
    found: (range: Span) =>
      follow((reader) => namesIn(reader, context, range)).pipe(map((found) => found ?? { named: [], failures: [] })),
  };
  const saw = (resources: readonly Naming[]) => namesSeen(context).add(namedIn(resources));
  return { asked, saw, catalogue, wait: (milliseconds: number) => (time += milliseconds) };
}

function alertOf(...metrics: object[]) {
  return { id: 'a', metrics };
}

const CPU = { nodeId: 1, nodeName: 'db', systemId: 7, systemName: 'shop', statTypeId: 'cpu', statTypeName: 'CPU' };
const MEM = { nodeId: 2, nodeName: null, systemId: null, statTypeId: 'mem' };
const ANOMALY = {
  id: 'x',
  metrics_affected: 1,
  items: [{ node: { id: 3, name: 'web', system: { id: 8, name: 'site' } }, metrics: [{ id: 'rt', name: 'Response' }] }],
};

function byPath(answers: { current?: unknown; at?: unknown; anomalies?: unknown; metered?: unknown }) {
  return (path: string): Observable<unknown> => {
    if (path.startsWith('v2/anomalies')) {
      return of((path.includes('with-metrics') ? answers.metered : answers.anomalies) ?? []);
    }
    return of((path.includes('at=') ? answers.at : answers.current) ?? []);
  };
}

test('finds the names in alerts (now, at the start, at the end) and anomalies of the range', async () => {
  const { catalogue, asked } = service(byPath({ current: [alertOf(CPU)], at: [alertOf(MEM)], anomalies: [ANOMALY] }));
  expect(await lastValueFrom(catalogue.list('nodes', RANGE))).toEqual([
    { value: '2', text: '2' },
    { value: '1', text: 'db', detail: 'shop' },
    { value: '3', text: 'web', detail: 'site' },
  ]);
  expect(asked).toEqual([
    expect.stringMatching(/^v2\/anomalies\?from=2023-10-16/),
    'v2/alerts?expand=metrics',
    `v2/alerts?at=${encodeURIComponent(new Date(RANGE.to).toISOString())}&expand=metrics`,
    `v2/alerts?at=${encodeURIComponent(new Date(RANGE.from).toISOString())}&expand=metrics`,
    expect.stringMatching(/^v2\/anomalies\?(?!.*with-metrics)/),
  ]);
});

test('selects metrics of a node and nodes of a system, and searches names and IDs in any case', async () => {
  const { catalogue } = service(byPath({ current: [alertOf(CPU, MEM, { ...CPU, nodeId: 4, nodeName: 'db2' })] }));
  const values = async (list: Observable<Array<{ value: string }>>) => (await lastValueFrom(list)).map((e) => e.value);
  expect(await values(catalogue.list('metrics', RANGE, { nodeId: '2' }))).toEqual(['mem']);
  expect(await values(catalogue.list('metrics', RANGE, { nodeId: ['1', '2'] }))).toEqual(['cpu', 'mem']);
  expect(await values(catalogue.list('nodes', RANGE, { systemId: '7' }))).toEqual(['1', '4']);
  expect(await values(catalogue.list('metrics', RANGE, { systemId: '9' }))).toEqual([]);
  expect(await values(catalogue.list('metrics', RANGE, { q: 'Cp' }))).toEqual(['cpu']);
  expect(await values(catalogue.list('nodes', RANGE, { q: 'DB2' }))).toEqual(['4']);
});

test('a failing source does not affect the others, and is read again the next time', async () => {
  const { catalogue, asked } = service((path) =>
    path.startsWith('v2/anomalies') ? throwError(() => new Error('down')) : of([alertOf(CPU)])
  );
  const found = await lastValueFrom(catalogue.found(RANGE));
  expect(found.named.map((row) => row.metricId)).toEqual(['cpu']);
  expect(found.failures).toEqual([new Error('down')]);
  await lastValueFrom(catalogue.found(RANGE));
  expect(asked).toHaveLength(8);
});

test('an unreadable answer is a failing source, and nothing of it is kept', async () => {
  const { catalogue, asked } = service((path) =>
    of(path.startsWith('v2/anomalies') ? { error: 'moved' } : [alertOf(CPU)])
  );
  const found = await lastValueFrom(catalogue.found(RANGE));
  expect(found.failures).toMatchObject([{ kind: 'unreadable' }]);
  await lastValueFrom(catalogue.found(RANGE));
  expect(asked).toHaveLength(8);
  const broken = service(() => of({}));
  await expect(lastValueFrom(broken.catalogue.found(RANGE))).rejects.toMatchObject({ kind: 'unreadable' });
  await expect(lastValueFrom(broken.catalogue.found(RANGE))).rejects.toMatchObject({ kind: 'unreadable' });
  expect(broken.asked).toHaveLength(8);
});

test('if all sources fail, pickers have earlier names, or an error if there are none', async () => {
  const { catalogue, saw } = service(() => throwError(() => new Error('down')));
  await expect(lastValueFrom(catalogue.list('nodes', RANGE))).rejects.toThrow('down');
  saw([{ changes: null }, { metrics: [{ ...EMPTY, nodeId: '5', nodeName: 'cache' }] }]);
  expect(await lastValueFrom(catalogue.list('nodes', RANGE))).toEqual([
    { value: '5', text: 'cache', detail: undefined },
  ]);
  await expect(lastValueFrom(catalogue.found(RANGE))).rejects.toThrow('down');
});

test('a variable has the names of the range, and pickers also have names from elsewhere', async () => {
  const { catalogue, saw } = service(byPath({ current: [alertOf(CPU)] }));
  saw([{ metrics: [{ ...EMPTY, nodeId: '5', nodeName: 'cache' }] }]);
  expect((await lastValueFrom(catalogue.found(RANGE))).named.map((row) => row.nodeId)).toEqual(['1']);
  expect((await lastValueFrom(catalogue.list('nodes', RANGE))).map((entry) => entry.value)).toEqual(['5', '1']);
});

test('only requests data points if anomalies have no names without them, and remembers that', async () => {
  const nameless = { id: 'x', metrics_affected: 2 };
  const { catalogue, asked, wait } = service(byPath({ anomalies: [nameless], metered: [ANOMALY] }));
  expect((await lastValueFrom(catalogue.list('metrics', RANGE))).map((entry) => entry.value)).toEqual(['rt']);
  asked.length = 0;
  wait(60_000);
  await lastValueFrom(catalogue.list('metrics', RANGE));
  expect(asked.filter((path) => path.startsWith('v2/anomalies'))).toEqual([
    expect.stringContaining('with-metrics=true'),
  ]);
});

test('unsubscribing ends running requests', () => {
  const under = new Subject<unknown>();
  const { catalogue } = service(() => under);
  const subscription = catalogue.list('nodes', RANGE).subscribe();
  expect(under.observed).toBe(true);
  subscription.unsubscribe();
  expect(under.observed).toBe(false);
});

const EMPTY = { nodeId: null, nodeName: null, systemId: null, systemName: null, metricId: null, metricName: null };
