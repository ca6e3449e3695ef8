import { LoadingState } from '@grafana/data';
import { DAY, HOUR, MINUTE } from '../../src/ground/spans';
import { startTestsAt } from '../support/clock';
import { type Mishap } from '../support/metricService';
import { errorsOf, noticesOf, panelOf, seriesOf, timesOf } from '../support/panel';

/** Requests for metric data: failures, retries, and cancellation. */
const NOW = Date.UTC(2026, 10, 21, 12, 7, 30);
const SERIES = { nodeId: '12', metricId: 'cpu', granularity: '1h' };
const PART = { from: NOW - 10 * DAY, to: NOW };
const LONG = { from: NOW - 40 * DAY, to: NOW };
const PAGE = '<html><head><title>502 Bad Gateway</title></head></html>';

startTestsAt(NOW);

describe('a request that fails', () => {
  it.each<[string, Mishap, RegExp[], number]>([
    ['a refused token, as the proxy reports it', proxied401(), [/access token/, /"Anomalies"/], 1],
    ['401', { status: 401 }, [/access token/], 1],
    ['403', { status: 403, data: {} }, [/403/, /service/, /Grafana/, /v1\/ad\/metrics\/12\/cpu/], 1],
    ['404', { status: 404, data: PAGE }, [/404/, /\/v1\/ad\/metrics\/12\/cpu/, /URL/], 1],
    ['400', { status: 400, data: { error: { detail: 'bad node' } } }, [/400/, /says: bad node/], 2],
    ['422', { status: 422 }, [/422/, /\/v1\/ad\/metrics\/12\/cpu/], 1],
    ['429', { status: 429, data: { message: 'slow down' } }, [/429/, /later|shorter|Try again/, /says: slow down/], 4],
    ['502 with an empty body', { status: 502, data: '' }, [/502/, /URL/], 4],
    ['503 with a page', { status: 503, data: PAGE }, [/503/, /later|shorter|Try again/], 4],
    ['504 with an empty body', { status: 504, data: '' }, [/504/, /shorter|timeout/], 3],
    ['500', { status: 500, data: { errors: [{ message: 'boom' }] } }, [/500/, /says: boom/], 1],
    ['a lost connection', { message: 'Failed to fetch' }, [/connection/, /network|URL/], 4],
    ['a time-out', { message: 'timed out', name: 'TimeoutError' }, [/too long/, /shorter|timeout/], 3],
  ])('%s: the error explains what failed and what to do', async (_, mishap, words, tries) => {
    const { service, ask } = panelOf();
    service.mishap = () => mishap;
    const answer = await ask(SERIES, PART).answer();
    expect(answer.state).toBe(LoadingState.Error);
    const [message, ...others] = errorsOf(answer);
    expect(others).toEqual([]);
    words.forEach((word) => expect(message).toMatch(word));
    expect(message).not.toMatch(/<|undefined|null|\(\)/);
    expect(service.calls).toHaveLength(tries);
    expect(answer.errors?.[0]).toMatchObject({ refId: 'A' });
  });

  it('direct access is refused before anything is sent', async () => {
    const { service, ask } = panelOf({ access: 'direct' });
    const answer = await ask(SERIES, PART).answer();
    expect(answer.state).toBe(LoadingState.Error);
    expect(errorsOf(answer)[0]).toMatch(/Browser access.*"Anomalies".*proxy/);
    expect(service.calls).toEqual([]);
  });

  it.each([
    ['a page', PAGE],
    ['nothing', ''],
    ['a number', 7],
    ['no datapoints', { status: 'ok' }],
    ['datapoints that are no list', { data: { a: 1 } }],
  ])('%s instead of data points: the error has the answer and the URL', async (_, body) => {
    const { service, ask } = panelOf();
    service.body = () => body;
    const answer = await ask(SERIES, PART).answer();
    expect(errorsOf(answer)[0]).toMatch(/v1\/ad\/metrics\/12\/cpu.*URL/);
    expect(errorsOf(answer)[0]).not.toMatch(/</);
  });

  it('and succeeds on a retry leaves no trace', async () => {
    const { service, ask } = panelOf();
    service.mishap = () => (service.calls.length < 3 ? { message: 'Failed to fetch' } : undefined);
    const answer = await ask(SERIES, PART).answer();
    expect(errorsOf(answer)).toEqual([]);
    expect(noticesOf(answer)).toEqual([]);
    expect(timesOf(seriesOf(answer)[0])).toHaveLength(240);
  });

  it('occupies no slot while it waits for its retry', async () => {
    const { service, ask } = panelOf({ jsonData: { maxConcurrentRequests: 1 } });
    service.mishap = ({ segments }) => (segments.includes('ill') ? { status: 503 } : undefined);
    const ill = ask({ ...SERIES, metricId: 'ill' }, PART);
    await ask(SERIES, PART).answer();
    expect(ill.finished).toBe(false);
    ill.leave();
  });
});

describe('a part that fails', () => {
  it('leaves the others on screen, with a notice about the span and the reason', async () => {
    const { service, ask } = panelOf();
    service.mishap = ({ to }) => (to === NOW ? undefined : to > NOW - 20 * DAY ? { status: 500 } : undefined);
    const answer = await ask(SERIES, LONG).answer();
    expect(answer.state).toBe(LoadingState.Done);
    expect(errorsOf(answer)).toEqual([]);
    const [frame] = seriesOf(answer);
    const hole = service.calls.find(({ to }) => to < NOW && to > NOW - 20 * DAY)!;
    const times = timesOf(frame);
    expect(times.some((time) => time > hole.to)).toBe(true);
    expect(times.some((time) => time < hole.from)).toBe(true);
    expect(times.filter((time) => time > hole.from && time < hole.to)).toEqual([]);
    const [text] = noticesOf(answer);
    expect(text).toMatch(/500/);
    expect(text).toContain(new Date(hole.from).toISOString().slice(0, 10));
    expect(text).toContain(new Date(hole.to).toISOString().slice(0, 10));
    expect(frame.meta?.notices?.[0].severity).toBe('warning');
  });

  it('and is next to others with the same failure is named with them as one span', async () => {
    const { service, ask } = panelOf();
    service.mishap = ({ to }) => (to < NOW - DAY ? { status: 500 } : undefined);
    const answer = await ask({ ...SERIES, granularity: '1m' }, { from: NOW - 21 * DAY, to: NOW }).answer();
    expect(noticesOf(answer)).toEqual([
      expect.stringMatching(/^Missing: 2026-10-31 12:07:30 – 2026-11-19 12:08:00\. [^–]*$/),
    ]);
  });

  it('is the only part that the next query reads again', async () => {
    const { service, ask } = panelOf();
    const range = { from: NOW - 40 * DAY, to: NOW - DAY };
    service.mishap = ({ to }) => (to < NOW - 20 * DAY ? { status: 500 } : undefined);
    await ask(SERIES, range).answer();
    const missing = service.calls.filter(({ to }) => to < NOW - 20 * DAY).map(({ from, to }) => ({ from, to }));
    service.mishap = () => undefined;
    service.calls.length = 0;
    const answer = await ask(SERIES, range).answer();
    expect(service.calls.map(({ from, to }) => ({ from, to }))).toEqual(missing);
    expect(timesOf(seriesOf(answer)[0])).toHaveLength(39 * 24);
  });

  it('with a 504 is retried once in halves', async () => {
    const { service, ask } = panelOf();
    service.mishap = ({ from, to }) => (to - from > 6 * DAY ? { status: 504, data: '' } : undefined);
    const answer = await ask(SERIES, PART).answer();
    expect(service.calls).toHaveLength(3);
    const [whole, ...halves] = service.calls;
    const [newer, older] = halves.sort((a, b) => b.to - a.to);
    expect([older.from, newer.to]).toEqual([whole.from, whole.to]);
    expect(older.to).toBe(newer.from);
    expect(older.to % HOUR).toBe(0);
    expect(noticesOf(answer)).toEqual([]);
    expect(timesOf(seriesOf(answer)[0])).toHaveLength(240);
    expect(seriesOf(answer)[0].meta?.executedQueryString?.split('\n')).toHaveLength(3);
  });

  it.each(['v1', 'v2'] as const)(
    'with a 504 is retried in halves even if refreshes are faster than answers (%s)',
    async (metricVersion) => {
      const { service, ask } = panelOf({ jsonData: { metricVersion } });
      service.latency = () => 6000;
      service.mishap = ({ from, to }) => (to - from > 8 * DAY ? { status: 504, data: '' } : undefined);
      const askNow = () => ask(SERIES, { from: Date.now() - 40 * DAY, to: Date.now() });
      let asked = askNow();
      for (let refresh = 0; refresh < 10 && !asked.finished; refresh++) {
        await jest.advanceTimersByTimeAsync(5000);
        if (!asked.finished) {
          asked.leave();
          asked = askNow();
        }
      }
      expect(asked.finished).toBe(true);
      const times = timesOf(seriesOf(await asked.answer())[0]);
      expect(noticesOf(await asked.answer()).filter((text) => text.includes('504'))).toEqual([]);
      expect(times.length).toBeGreaterThanOrEqual(40 * 24);
    }
  );

  it('with a 504 even for one half is reported as missing', async () => {
    const { service, ask } = panelOf();
    service.mishap = ({ from }) => (from < NOW - 6 * DAY ? { status: 504, data: '' } : undefined);
    const answer = await ask(SERIES, PART).answer();
    expect(errorsOf(answer)).toEqual([]);
    expect(noticesOf(answer)).toEqual([expect.stringContaining('504')]);
    expect(timesOf(seriesOf(answer)[0]).length).toBeGreaterThan(100);
  });

  it('like all others is an error', async () => {
    const { service, ask } = panelOf();
    service.mishap = () => ({ status: 504, data: '' });
    const answer = await ask(SERIES, LONG).answer();
    expect(answer).toMatchObject({ state: LoadingState.Error, data: [] });
    expect(errorsOf(answer)).toEqual([expect.stringContaining('504')]);
  });

  it('on a refresh keeps its old points, with a notice', async () => {
    const { service, ask } = panelOf();
    const first = await ask(SERIES, PART).answer();
    service.mishap = () => ({ status: 500 });
    await jest.advanceTimersByTimeAsync(MINUTE);
    const answer = await ask(SERIES, { from: PART.from + MINUTE, to: NOW + MINUTE }).answer();
    expect(timesOf(seriesOf(answer)[0])).toEqual(timesOf(seriesOf(first)[0]));
    expect(noticesOf(answer)).toEqual([
      expect.stringMatching(/^Couldn't refresh .* – 2026-11-21 12:07:30; .*500/),
      expect.stringMatching(/^Missing: 2026-11-21 12:07:30 – 2026-11-21 12:08:30\. .*500/),
    ]);
  });
});

it('a forecast that cannot be refreshed stays next to the new values, with an error that gives its time', async () => {
  const { service, ask } = panelOf();
  const isForecast = ({ segments }: { segments: string[] }) => segments.includes('forecast');
  const points = [{ timestamp: NOW + HOUR, corridors: { main: { up: 2, down: 1 } } }];
  service.body = (call) => (isForecast(call) ? points : undefined);
  const look = () => ask({ ...SERIES, forecast: true }, { from: Date.now() - DAY, to: Date.now() }).answer();
  await look();
  service.mishap = (call) => (isForecast(call) ? { status: 500 } : undefined);
  await jest.advanceTimersByTimeAsync(HOUR);
  const answer = await look();
  expect(seriesOf(answer).map(({ length }) => length > 0)).toEqual([true, true]);
  expect(errorsOf(answer)).toEqual([expect.stringMatching(/500.* Showing data from 12:07\.$/)]);
});

describe('the gate', () => {
  it('runs four requests at once, or as many as the settings allow', async () => {
    for (const [jsonData, most] of [
      [{}, 4],
      [{ maxConcurrentRequests: 2 }, 2],
    ] as const) {
      const { service, ask } = panelOf({ jsonData });
      await ask(
        [1, 2, 3, 4].map((nodeId) => ({ ...SERIES, nodeId: String(nodeId) })),
        LONG
      ).answer();
      expect(service.peak).toBe(most);
    }
  });

  it('sends the newest part of each query before any second part', async () => {
    const { service, ask } = panelOf({ jsonData: { maxConcurrentRequests: 2 } });
    service.latency = () => 200;
    const panels = ['a', 'b', 'c', 'd', 'e'].map((metricId) => ask({ ...SERIES, metricId }, LONG));
    await Promise.all(panels.map((panel) => panel.answer()));
    expect(service.calls.slice(0, 5).map(({ to }) => to)).toEqual([NOW, NOW, NOW, NOW, NOW]);
    expect(service.calls).toHaveLength(15);
  });
});

describe('unsubscribing', () => {
  it('stops every request, running or waiting', async () => {
    const { service, ask } = panelOf();
    // Then it is known that the service accepts long windows.
    await ask({ ...SERIES, metricId: 'disk' }, LONG).answer();
    service.latency = () => 1000;
    const asked = ask([SERIES, { ...SERIES, metricId: 'mem' }], LONG);
    await jest.advanceTimersByTimeAsync(100);
    const sent = service.calls.length;
    expect(service.active).toBe(4);
    asked.leave();
    await jest.advanceTimersByTimeAsync(60_000);
    expect(service.calls).toHaveLength(sent);
    expect(service.aborted).toBe(4);
    expect(service.active).toBe(0);
  });

  it('keeps requests that another query waits for', async () => {
    const { service, ask } = panelOf();
    service.latency = () => 1000;
    const one = ask(SERIES, LONG);
    const other = ask(SERIES, LONG);
    await jest.advanceTimersByTimeAsync(100);
    one.leave();
    const answer = await other.answer();
    expect(service.aborted).toBe(0);
    expect(service.calls).toHaveLength(3);
    expect(timesOf(seriesOf(answer)[0])).toHaveLength(960);
  });

  it('cancels waiting retries', async () => {
    const { service, ask } = panelOf();
    service.mishap = () => ({ status: 503 });
    const asked = ask(SERIES, PART);
    await jest.advanceTimersByTimeAsync(100);
    asked.leave();
    await jest.advanceTimersByTimeAsync(500);
    const calls = service.calls.length;
    await jest.advanceTimersByTimeAsync(60_000);
    expect(service.calls).toHaveLength(calls);
  });
});

function proxied401(): Mishap {
  return { status: 400, statusText: 'Bad Request', data: { message: 'Authentication to data source failed' } };
}
