import { type DataQueryResponse, LoadingState } from '@grafana/data';
import { merge, NEVER, share, takeUntil, tap } from 'rxjs';
import { DAY, HOUR, MINUTE } from '../../src/ground/spans';
import { startTestsAt } from '../support/clock';
import { annotationsOf, errorsOf, fieldOf, noticesOf, panelOf, requestOf, seriesOf, timesOf } from '../support/panel';

/** Requests for metric data: packets. */
const NOW = Date.UTC(2026, 10, 21, 12, 7, 30);
const SERIES = { nodeId: '12', metricId: 'cpu' };

startTestsAt(NOW);

const shown = (packet: DataQueryResponse) => new Set(seriesOf(packet).flatMap(timesOf));

describe('packets', () => {
  it('mark missing data until it is complete, even of comparisons', async () => {
    const { service, ask } = panelOf({ jsonData: { maxConcurrentRequests: 1 } });
    service.latency = ({ to }) => (to % DAY === NOW % DAY ? 20 : 500);
    const asked = ask({ ...SERIES, compare: '7d' }, { from: NOW - 30 * DAY, to: NOW });
    await asked.answer();
    const marks = asked.packets.map((packet) => annotationsOf(packet).flatMap(timesOf));
    expect(marks.slice(0, -1).filter((times) => times.length === 0)).toEqual([]);
    expect(marks.flat().every((time) => time >= NOW - 30 * DAY && time < NOW)).toBe(true);
    expect(marks[marks.length - 1]).toEqual([]);
  });

  it('arrive with the parts and contain all data so far, and only the last is Done', async () => {
    const { service, ask } = panelOf({ jsonData: { maxConcurrentRequests: 1 } });
    service.latency = () => 500;
    const asked = ask(SERIES, { from: NOW - 60 * DAY, to: NOW });
    await asked.answer();
    const { packets } = asked;
    expect(packets.length).toBeGreaterThan(3);
    expect(packets.map(({ state }) => state)).toEqual([
      ...packets.slice(1).map(() => LoadingState.Streaming),
      LoadingState.Done,
    ]);
    for (let i = 1; i < packets.length; i++) {
      const before = shown(packets[i - 1]);
      const after = shown(packets[i]);
      expect([...before].filter((time) => !after.has(time))).toEqual([]);
      expect(seriesOf(packets[i])[0].refId).toBe('A');
      expect(packets[i].key).toBe(packets[0].key);
    }
  });

  it.each([
    ['explore', LoadingState.Loading],
    ['dashboard', LoadingState.Streaming],
    ['panel-editor', LoadingState.Streaming],
  ])('in %s are %s before Done', async (app, state) => {
    const { ask } = panelOf();
    const asked = ask(SERIES, { from: NOW - 30 * DAY, to: NOW }, { app });
    await asked.answer();
    expect(asked.packets.length).toBeGreaterThan(1);
    expect(new Set(asked.packets.slice(0, -1).map((packet) => packet.state))).toEqual(new Set([state]));
    expect(asked.packets[asked.packets.length - 1].state).toBe(LoadingState.Done);
  });

  it('mark missing data with a region until Done', async () => {
    const { service, ask } = panelOf({ jsonData: { maxConcurrentRequests: 1 } });
    service.latency = () => 500;
    const range = { from: NOW - 30 * DAY, to: NOW };
    const asked = ask(SERIES, range);
    const last = await asked.answer();
    for (const packet of asked.packets.slice(0, -1)) {
      const [mark] = annotationsOf(packet);
      const oldest = Math.min(...shown(packet));
      expect(fieldOf(mark, 'time')?.values[0]).toBe(range.from);
      expect(fieldOf(mark, 'timeEnd')?.values[0]).toBeLessThanOrEqual(oldest);
      expect(fieldOf(mark, 'isRegion')?.values).toEqual([true]);
      expect(mark.refId).toBe('A');
    }
    expect(annotationsOf(last)).toEqual([]);
  });

  it('are one if progressive is off, even with queries of several families', async () => {
    const { service, ask } = panelOf({ jsonData: { progressive: false } });
    service.body = ({ segments }) => (segments.includes('metrics') ? undefined : []);
    const asked = ask([SERIES, { queryType: 'alerts' }], { from: NOW - 30 * DAY, to: NOW });
    const answer = await asked.answer();
    expect(asked.packets).toHaveLength(1);
    expect(answer.state).toBe(LoadingState.Done);
    expect(answer.data.map(({ refId }) => refId)).toEqual(['A', 'B']);
  });

  it('keep old points while they are read again', async () => {
    const { service, ask } = panelOf({ jsonData: { reuseFor: '1m', maxConcurrentRequests: 1 } });
    const first = await ask(SERIES, { from: NOW - 30 * DAY, to: NOW }).answer();
    await jest.advanceTimersByTimeAsync(5 * MINUTE);
    service.latency = () => 2000;
    const later = { from: NOW - 30 * DAY + 5 * MINUTE, to: NOW + 5 * MINUTE };
    const again = ask(SERIES, later);
    await again.answer();
    expect(again.packets.length).toBeGreaterThan(1);
    const before = [...shown(first)].filter((time) => time >= later.from);
    for (const packet of again.packets) {
      const now = shown(packet);
      expect(before.filter((time) => !now.has(time))).toEqual([]);
      // Earlier data is not marked as missing, however old it is.
      for (const mark of annotationsOf(packet)) {
        expect(Math.min(...(fieldOf(mark, 'time')?.values ?? []))).toBeGreaterThanOrEqual(NOW);
      }
    }
  });

  it('mark nothing beyond now', async () => {
    const { service, ask } = panelOf({ jsonData: { maxConcurrentRequests: 1 } });
    service.latency = () => 500;
    const asked = ask({ ...SERIES, granularity: '1h' }, { from: NOW - 30 * DAY, to: NOW + 20 * DAY });
    await asked.answer();
    const marks = asked.packets.flatMap(annotationsOf);
    expect(marks.length).toBeGreaterThan(0);
    for (const mark of marks) {
      expect(Math.max(...(fieldOf(mark, 'timeEnd')?.values ?? []))).toBeLessThanOrEqual(NOW + MINUTE);
    }
  });

  it('contain the frames in the order of the queries, without hidden and incomplete ones', async () => {
    const { service, ask } = panelOf();
    service.latency = ({ segments }) => (segments.includes('a') ? 300 : 20);
    const asked = ask(
      [
        { ...SERIES, metricId: 'a' },
        { ...SERIES, metricId: 'b', hide: true },
        { ...SERIES, metricId: '' },
        { ...SERIES, metricId: 'd' },
      ],
      { from: NOW - 6 * HOUR, to: NOW }
    );
    const answer = await asked.answer();
    expect(seriesOf(answer).map(({ refId }) => refId)).toEqual(['A', 'D']);
    expect(errorsOf(answer)).toEqual([]);
  });

  it('wait for the first answer if known points are outside the range', async () => {
    const { service, ask } = panelOf();
    const chosen = { ...SERIES, granularity: '15m' as const };
    await ask(chosen, { from: NOW - 9 * DAY, to: NOW - 8 * DAY }).answer();
    service.latency = () => 1000;
    const asked = ask(chosen, { from: NOW - 3 * DAY, to: NOW - 2 * DAY });
    await jest.advanceTimersByTimeAsync(500);
    expect(asked.packets).toEqual([]);
    expect(timesOf(seriesOf(await asked.answer())[0])).toHaveLength(96);
  });

  it('are made once if Grafana subscribes twice and all data is there', async () => {
    const { service, dataSource, ask } = panelOf();
    const range = { from: NOW - 3 * DAY, to: NOW - 2 * DAY };
    await ask(SERIES, range).answer();
    const made: DataQueryResponse[] = [];
    const answers = dataSource.query(requestOf([SERIES], range)).pipe(
      tap((packet) => made.push(packet)),
      share()
    );
    const packets: DataQueryResponse[] = [];
    merge(NEVER.pipe(takeUntil(answers)), answers).subscribe((packet) => packets.push(packet));
    await jest.advanceTimersByTimeAsync(10);
    expect(packets.map(({ state }) => state)).toEqual([LoadingState.Done]);
    expect(made).toHaveLength(1);
    expect(service.calls).toHaveLength(1);
  });

  it('without anything to run are one empty Done packet', async () => {
    const answer = await panelOf()
      .ask({ nodeId: '1' }, { from: NOW - HOUR, to: NOW })
      .answer();
    expect(answer).toMatchObject({ data: [], state: LoadingState.Done });
  });
});

describe('frames of an answer', () => {
  it('never repeat a point, are in time order, and are complete', async () => {
    const { service, ask } = panelOf();
    const range = { from: NOW - 40 * DAY - 1234, to: NOW };
    const answer = await ask({ ...SERIES, thin: false }, range).answer();
    const times = timesOf(seriesOf(answer)[0]);
    expect(times).toEqual(service.direct('12', 'cpu', range.from, range.to, HOUR).map(({ timestamp }) => timestamp));
  });

  it('do so even if they are empty, with the notice about baselines', async () => {
    const { service, ask } = panelOf();
    service.has = () => false;
    const answer = await ask(SERIES, { from: NOW - HOUR, to: NOW }).answer();
    const [frame] = seriesOf(answer);
    expect(frame).toMatchObject({ length: 0, refId: 'A' });
    expect(frame.fields.map(({ name }) => name)).toEqual(['time', 'smoothened']);
    expect(frame.meta?.custom).toMatchObject({ granularity: '1m', sourceGranularity: '1m', aggregation: 'avg' });
    expect(frame.meta?.executedQueryString).toMatch(/^GET \/v1\/ad\/metrics\/12\/cpu\?/);
    expect(noticesOf(answer).join()).toMatch(/within 7 days/);
    expect(answer.state).toBe(LoadingState.Done);
  });
});
