import { type DataFrame, type DataQueryResponse, FieldType } from '@grafana/data';
import { type DataQuery } from '@grafana/schema';
import { BehaviorSubject, lastValueFrom, NEVER, type Observable, of, Subject, toArray } from 'rxjs';
import { HOUR } from '../ground/spans';
import { type Answer as ServiceAnswer, fakeRequest, fakeService } from '../../tests/support/fakeContext';
import { startTestsAt } from '../../tests/support/clock';
import { concat } from '../ground/columns';
import { alertList } from '../facts/alerts';
import { type Entry, whole } from '../facts/reader';
import { metricData } from '../facts/metricData';
import { packetsOf } from '../facts/packets';
import { type AnswerOf, runKnown, type Shown } from './reader';
import { type Run, withCalls } from '../table/runner';
import { answerRuns } from './runs';

const NOW = Date.UTC(2026, 0, 31, 12);
const RANGE = { from: NOW - 6 * HOUR, to: NOW };

const entry = <T>(key: string, start: () => Observable<T>, more: Partial<Entry<T>> = {}): Entry<T> => ({
  key,
  start,
  ...more,
});
const shown = (name: string) => () => ({ frames: [{ name, length: 0, fields: [] }], notices: [] });
const answers = (answerOf: AnswerOf, progressive: boolean) =>
  packetsOf(answerOf, progressive, (make, isFetching) => ({
    ...(make?.() ?? { frames: [], notices: [] }),
    isFetching,
  }));
type Answer = Shown & { isFetching: boolean };
const all = (answerOf: AnswerOf) => lastValueFrom(answers(answerOf, true).pipe(toArray()));
const told = (packets: Answer[]) => packets.map(({ frames: [frame], isFetching }) => [frame?.name, isFetching]);

describe('answers', () => {
  startTestsAt(NOW);

  it('are computed again when something that was read changes, and end when nothing can change', async () => {
    const list = new BehaviorSubject(1);
    const packets: Answer[] = [];
    const answerOf: AnswerOf = (reader) => shown(`${reader.read(entry('list', () => list)).data}`);
    answers(answerOf, true).subscribe((packet) => packets.push(packet));
    for (const happens of [() => list.next(2), () => list.complete(), () => undefined]) {
      await jest.advanceTimersByTimeAsync(200);
      happens();
    }
    expect(told(packets)).toEqual([
      ['1', true],
      ['2', true],
      ['2', false],
    ]);
  });

  it('follow what the newest reading says of the data', async () => {
    const list = new BehaviorSubject(1);
    const answered = all((reader) => {
      const { data } = reader.read(entry('list', () => list));
      // The same entry, for something that is not whole yet.
      const { isWhole } = reader.read({ ...entry('list', () => list), isWhole: () => data === 2 });
      return shown(`${isWhole}`);
    });
    await jest.advanceTimersByTimeAsync(200);
    list.next(2);
    await jest.advanceTimersByTimeAsync(200);
    list.complete();
    expect(told(await answered)).toEqual([
      ['false', true],
      ['true', true],
      ['true', false],
    ]);
  });

  it('read each entry once, and cancel those that they no longer read', async () => {
    const [first, second] = [new Subject<number>(), new Subject<number>()];
    const list = new BehaviorSubject(0);
    let started = 0;
    const start = (source: Observable<number>) => () => {
      started += 1;
      return source;
    };
    const answered = all((reader) => {
      const { data } = reader.read(entry('list', () => list));
      reader.read(data === 0 ? entry('first', start(first)) : entry('second', start(second)));
      return shown('');
    });
    expect([first.observed, second.observed, started]).toEqual([true, false, 1]);
    list.next(1);
    list.complete();
    await Promise.resolve();
    expect([first.observed, second.observed, started]).toEqual([false, true, 2]);
    second.next(1);
    second.complete();
    expect((await answered).at(-1)?.isFetching).toBe(false);
    expect(started).toBe(2);
  });

  it('fail with what they throw, and then nothing is read any more', async () => {
    const endless = new Subject<number>();
    const answerOf: AnswerOf = (reader) => {
      reader.read(entry('endless', () => endless));
      if (reader.read(entry('failing', () => of(1))).data) {
        throw new Error('unusable');
      }
      return null;
    };
    await expect(all(answerOf)).rejects.toThrow('unusable');
    expect(endless.observed).toBe(false);
  });

  it('stop reading after unsubscribing', () => {
    const endless = new Subject<number>();
    const asked = answers((reader) => {
      reader.read(entry('endless', () => endless));
      return null;
    }, true).subscribe();
    expect(endless.observed).toBe(true);
    asked.unsubscribe();
    expect(endless.observed).toBe(false);
  });

  it('are not computed for an invisible state', async () => {
    let made = 0;
    const quick = entry('quick', () => of(1, 2, 3));
    const never = entry('never', () => NEVER);
    const asked = answers((reader) => {
      reader.read(quick);
      reader.read(never);
      return () => shown(`${(made += 1)}`)();
    }, false).subscribe();
    await jest.advanceTimersByTimeAsync(50);
    asked.unsubscribe();
    expect(made).toBe(0);
  });
});

/** A new family: the number of active alerts, and the newest value of a metric. */
const runNewFamily = runKnown((_query: DataQuery, { context }) => (reader) => {
  const alerts = reader.read(alertList(context));
  const request = { nodeId: '1', metricId: 'cpu', aggregation: '', granularity: 'auto' as const, ...RANGE };
  const metric = reader.read(metricData(request, context.store));
  const values = [alerts.data?.rows.length ?? null, concat(metric.data?.columns ?? []).smoothened.at(-1) ?? null];
  const fields = [{ name: 'value', type: FieldType.number, config: {}, values }];
  const failures = [alerts.error].filter((error) => error !== undefined);
  return () => ({ frames: [{ name: 'new', length: values.length, fields }], notices: [], failures });
});

async function answerOf(service: (path: string) => ServiceAnswer): Promise<DataQueryResponse> {
  const { context } = fakeService(({ path }) => service(path), { now: NOW });
  const answer = await lastValueFrom(runNewFamily([{ refId: 'A' }], fakeRequest([{}], RANGE), context));
  return { ...answer, data: withCalls(answer.data, context.calls) };
}

describe('a family in ten lines', () => {
  const metric = { body: { data: [{ timestamp: new Date(NOW - HOUR).toISOString(), smoothened: 7 }] } };
  const ofMetric = (path: string) => path.includes('metrics/');

  it('shows what it read, with its calls', async () => {
    const { data, errors, state } = await answerOf((path) => (ofMetric(path) ? metric : { body: [] }));
    expect([errors, state]).toEqual([undefined, undefined]);
    expect(data[0].fields[0].values).toEqual([0, 7]);
    expect(data[0].meta.executedQueryString).toMatch(
      /^GET \/v2\/alerts\?expand=metrics\nGET \/v1\/ad\/metrics\/1\/cpu/
    );
  });

  it.each([500, 403, 404])('keeps its data, and has an error, if the alerts fail with %s', async (status) => {
    const { data, errors } = await answerOf((path) => (ofMetric(path) ? metric : { status, body: {} }));
    expect(data[0].fields[0].values).toEqual([null, 7]);
    expect(errors).toEqual([expect.objectContaining({ refId: 'A', message: expect.stringMatching(/\w+/) })]);
  });

  /** A list of alerts in Grafana's form. It contains no code for refreshes. */
  const runListing = runKnown((_query: DataQuery, { context }) => (reader) => {
    const data = whole(reader, alertList(context));
    const values = data?.rows.map(({ id }) => id) ?? [];
    const fields = [{ name: 'id', type: FieldType.string, config: {}, values }];
    return data ? () => ({ frames: [{ name: 'list', length: values.length, fields }], notices: [] }) : null;
  });

  it('keeps its rows when a refresh fails, with their time, until they are read again', async () => {
    let ids: string[] | null = ['a', 'b'];
    const service = () => (ids ? { body: ids.map((id) => ({ id })) } : { status: 500, body: {} });
    const { context } = fakeService(service, { now: NOW });
    jest.useFakeTimers({ now: NOW });
    const run = {
      runner: () => Promise.resolve(runListing),
      targets: [{ refId: 'A', queryType: 'alerts' }],
      modelOf: () => ({ fields: {} }),
      part: 'panel',
    } as unknown as Run;
    const look = async () => {
      const asked = lastValueFrom(answerRuns([run], fakeRequest([{}], RANGE), context));
      await jest.advanceTimersByTimeAsync(6000);
      const { data, errors } = await asked;
      const [field] = (data as DataFrame[]).flatMap(({ fields }) => fields);
      return [field?.values, errors?.map(({ message }) => /Showing data from /.test(message ?? ''))];
    };
    expect(await look()).toEqual([['a', 'b'], undefined]);
    ids = null;
    expect(await look()).toEqual([['a', 'b'], [true]]);
    ids = ['c'];
    expect(await look()).toEqual([['c'], undefined]);
    jest.useRealTimers();
  });
});
