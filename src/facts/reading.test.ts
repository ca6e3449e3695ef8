import { Observable } from 'rxjs';
import { type Granularity, ruleGranularity, STEP } from '../ground/granularity';
import { type MetricDataRequest, type Operations } from '../service/operations';
import { type FailureKind, ServiceFailure } from '../ground/failure';
import { DAY, HOUR, MINUTE, readSettings, type StoredSettings } from '../ground/settings';
import { type Snapshot } from './snapshot';
import { type SeriesRequest, Store } from './store';

const NOW = Date.UTC(2026, 10, 21, 12, 7, 30);
const CPU = { nodeId: '1', metricId: 'cpu', aggregation: '' };

/** A request that waits for its answer. */
interface Asked {
  request: MetricDataRequest;
  give: (metadata?: { granularity?: string; sourceGranularity?: string }) => void;
  fail: (kind: FailureKind, status: number) => void;
}

/** A service that answers on request, with one point per step except those in `lacks`. */
function scripted(jsonData: StoredSettings = {}, bound?: number) {
  const clock = { time: NOW };
  let asked: Asked[] = [];
  const dataOf = ({ from, to, granularity }: MetricDataRequest) => {
    const step = STEP[(granularity as Granularity | undefined) ?? '1h'];
    const first = Math.ceil(from / step);
    const times = Array.from({ length: Math.max(0, Math.floor(to / step) - first + 1) }, (_, i) => (first + i) * step);
    return times.filter((time) => time <= clock.time);
  };
  const door = (note: (call: string) => void = () => {}): Operations =>
    ({
      with: ({ note }: { note: (call: string) => void }) => door(note),
      getMetricData: (sent: MetricDataRequest) =>
        new Observable((subscriber) => {
          const chosen = sent.version === 'v1' ? ruleGranularity(sent.to - sent.from) : undefined;
          const request = { ...sent, granularity: sent.granularity ?? chosen };
          note(`GET ${request.granularity} ${request.from}`);
          asked.push({
            request,
            give: (metadata = {}) => {
              const stamp = (time: number) => (request.version === 'v2' ? new Date(time).toISOString() : time);
              const data = dataOf(request).map((time) => ({ timestamp: stamp(time), smoothened: 1 }));
              subscriber.next({ granularity: request.granularity, ...metadata, data });
              subscriber.complete();
            },
            fail: (kind, status) => subscriber.error(new ServiceFailure(kind, 'no', { status })),
          });
        }),
    }) as unknown as Operations;
  const store = Store.bounded(readSettings({ jsonData }), door(), () => clock.time, bound);
  const read = (request: Partial<SeriesRequest>) => {
    const seen: Snapshot[] = [];
    const whole = { ...CPU, granularity: 'auto' as const, from: clock.time - 6 * HOUR, to: clock.time, ...request };
    store.read(whole).subscribe((snapshot) => seen.push(snapshot));
    return { last: () => seen[seen.length - 1], seen };
  };
  /** The requests since the last call. */
  const requests = () => {
    const since = asked;
    asked = [];
    return since;
  };
  return { clock, store, read, requests };
}

/** A range that began ten days ago, on a full minute. */
const old = (days: number) => ({ from: NOW - 30_000 - 10 * DAY, to: NOW - 30_000 - (10 - days) * DAY });

describe('a store', () => {
  it('reads and learns everything again after `forget`', () => {
    const { store, read, requests } = scripted();
    read(old(0.2));
    requests()[0].give();
    read(old(0.2));
    expect(requests()).toHaveLength(0);
    store.forget();
    const { last } = read(old(0.2));
    const [again] = requests();
    expect(last().points).toBe(0);
    again.give();
    expect(last()).toMatchObject({ isFetching: false, points: 289 });
  });

  it('removes the least recently used series if there are too many points', () => {
    const { read, requests } = scripted({}, 500);
    for (const metricId of ['a', 'b']) {
      read({ ...old(0.2), metricId });
      requests()[0].give();
    }
    read({ ...old(0.2), metricId: 'b' });
    expect(requests()).toHaveLength(0);
    read({ ...old(0.2), metricId: 'a' });
    expect(requests()).toHaveLength(1);
  });

  it('shows the next one if there was nothing before, failing or not', () => {
    const { read, requests } = scripted();
    const { last } = read({});
    requests()[0].fail('invalid', 400);
    expect(last()).toMatchObject({ isFetching: true, points: 0, taken: '15m' });
    requests()[0].fail('server', 500);
    expect(last()).toMatchObject({
      isFetching: false,
      points: 0,
      taken: '15m',
      missing: [{ failure: { status: 500 } }],
    });
  });
});

describe('several parts of a series with unknown granularities', () => {
  const range = old(6);

  it('two refusals apply to all', () => {
    const { read, requests } = scripted();
    const { last } = read({ ...range, granularity: '1m' });
    requests()[0].fail('invalid', 400);
    const [second, ...more] = requests();
    expect(more).toHaveLength(0);
    second.fail('invalid', 400);
    expect(requests()).toHaveLength(0);
    expect(last()).toMatchObject({ isFetching: false, points: 0, refusal: { failure: { status: 400 } } });
    expect(last().calls).toHaveLength(2);
    const { missing } = last();
    expect(missing.every(({ failure }) => failure.status === 400)).toBe(true);
    expect(missing.reduce((sum, { from, to }) => sum + to - from, 0)).toBe(range.to - range.from);
  });

  it('one refusal only applies to its part', () => {
    const { read, requests } = scripted();
    const { last } = read({ ...range, granularity: '1m' });
    requests()[0].fail('invalid', 400);
    requests()[0].give();
    requests()[0].give();
    expect(requests()).toHaveLength(0);
    expect(last()).toMatchObject({ isFetching: false, refusal: null, missing: [{ to: range.to }] });
  });

  it.each<[FailureKind, number]>([
    ['server', 500],
    ['invalid', 422],
  ])('another failure does not affect the others (%s %d)', (kind, status) => {
    const { read, requests } = scripted();
    const { last } = read({ ...range, granularity: '1m' });
    requests()[0].fail(kind, status);
    const rest = requests();
    expect(rest).toHaveLength(2);
    rest.forEach(({ give }) => give());
    expect(last()).toMatchObject({ isFetching: false, refusal: null, missing: [{ failure: { status } }] });
  });

  it('on v2, which has no granularity, all are sent once the service accepted the window', () => {
    const { read, requests } = scripted({ metricVersion: 'v2', maxWindow: '3d' });
    read(old(7));
    const [first, ...others] = requests();
    expect(others).toEqual([]);
    first.give();
    expect(requests().length).toBeGreaterThan(1);
  });
});

it('points are as far apart as the coarser of the requested and the returned granularity', () => {
  for (const [metadata, step] of [
    [{}, MINUTE],
    [{ granularity: '15m' }, 15 * MINUTE],
    [{ sourceGranularity: '60m' }, HOUR],
    [{ granularity: '15m', sourceGranularity: '1m' }, 15 * MINUTE],
  ] as const) {
    const { read, requests } = scripted();
    const { last } = read({ granularity: '1m' });
    requests()[0].give(metadata);
    expect(last().step).toBe(step);
  }
});
