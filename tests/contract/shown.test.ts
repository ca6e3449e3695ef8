import { type DataFrame, type DataQueryResponse, dateTime, LoadingState } from '@grafana/data';
import { descriptorOf } from '../../src/families';
import { ended, wholePanel } from '../support/faultMatrix';
import { type Asked, errorsOf, noticesOf } from '../support/panel';
import { STORY } from '../support/trueAnswers';
import { allVariants } from '../support/variants';

/** What a query last showed stays on screen while the service fails or hangs, however its time range is written. */

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const START = STORY + 30 * SECOND;
const SPAN = 6 * 60 * MINUTE;

beforeEach(() => {
  jest.useFakeTimers({ now: START });
});
afterEach(() => {
  jest.clearAllTimers();
  jest.useRealTimers();
});

/** Query types in each of their formats. Metric data is shown from the store, availability is about the failure. */
const QUERIES = [
  ...new Map(
    allVariants()
      .map(({ query }) => query)
      .filter(({ queryType = '' }) => queryType !== 'availability' && !descriptorOf({ queryType }).model.ofSeries)
      .map(
        (query) => [`${query.queryType} ${String(query.format ?? query.source ?? query.list ?? '')}`, query] as const
      )
  ).entries(),
];

const RAW: Record<string, (from: number, to: number) => unknown> = {
  texts: () => ({ from: 'now-6h', to: 'now' }),
  moments: (from, to) => ({ from: dateTime(from), to: dateTime(to) }),
  dates: (from, to) => ({ from: new Date(from), to: new Date(to) }),
};

function rowsOf({ data }: DataQueryResponse) {
  return (data as DataFrame[]).reduce((sum, { length }) => sum + length, 0);
}

function panel() {
  const { service, panel } = wholePanel({ variables: { none: { value: [] } } });
  const look = (query: object, raw = RAW.texts): Asked => {
    const [from, to] = [Date.now() - SPAN, Date.now()];
    const asked = panel.ask(query, { from, to });
    Object.assign(asked.request.range, { raw: raw(from, to) });
    return asked;
  };
  return { service, look };
}

describe.each(Object.entries(RAW))('a range of %s', (_form, raw) => {
  it.each(QUERIES)('%s keeps its rows when a refresh fails', async (_name, query) => {
    const { service, look } = panel();
    const before = look(query, raw);
    await ended(before);
    service.fault = () => ({ status: 500 });
    jest.setSystemTime(START + 10 * MINUTE);
    const after = look(query, raw);
    await ended(after);
    const [first, last] = [before, after].map(({ packets }) => packets[packets.length - 1]);
    expect(rowsOf(last)).toBe(rowsOf(first));
    expect(errorsOf(last).join()).toMatch(/Showing data from 12:0/);
  });
});

it.each(QUERIES)('%s keeps rows that came before Done when the next refresh hangs', async (_name, query) => {
  const { service, look } = panel();
  const first = look(query);
  // Until the first rows, and no longer.
  for (let i = 0; i < 200 && !first.packets.some((packet) => rowsOf(packet) > 0); i++) {
    await jest.advanceTimersByTimeAsync(5);
  }
  const shown = Math.max(0, ...first.packets.map(rowsOf));
  first.leave();
  service.fault = () => 'hang';
  await jest.advanceTimersByTimeAsync(10 * SECOND);
  const next = look(query);
  await jest.advanceTimersByTimeAsync(20 * SECOND);
  const last = next.packets[next.packets.length - 1];
  expect(shown === 0 || last !== undefined).toBe(true);
  if (last && shown > 0) {
    expect(rowsOf(last)).toBeGreaterThanOrEqual(shown);
    expect(last.state).not.toBe(LoadingState.Error);
    expect(noticesOf(last).join()).toMatch(/No response from the service for 15 s/);
  }
  next.leave();
});

it('a pan is another query', async () => {
  const { service, look } = panel();
  await ended(look({ queryType: 'alerts' }, RAW.moments));
  service.fault = () => ({ status: 500 });
  jest.setSystemTime(START + 20 * SECOND);
  const past = look({ queryType: 'alerts' }, (from, to) => ({ from: dateTime(from), to: dateTime(to) }));
  past.leave();
  const moved = look({ queryType: 'alerts' }, RAW.moments);
  Object.assign(moved.request.range, {
    from: dateTime(Date.now() - 2 * SPAN),
    to: dateTime(Date.now() - SPAN),
  });
  await ended(moved);
  expect(rowsOf(moved.packets[moved.packets.length - 1])).toBe(0);
});

it.each([
  { queryType: 'metric', nodeId: '$none', metricId: 'cpu' },
  { queryType: 'forecast', nodeId: '$none', metricId: 'cpu' },
  { queryType: 'explain', nodeId: '$none', metricId: 'cpu' },
  { queryType: 'alerts', alertId: '$none' },
  { queryType: 'alertEvents', alertId: '$none' },
  { queryType: 'alertSearch', nodeId: '$none' },
  { queryType: 'alertCounts', nodeId: '$none' },
  { queryType: 'alertReport', nodeId: '$none' },
  { queryType: 'story', alertId: '$none' },
  { queryType: 'anomalies', scope: 'alert', alertId: '$none' },
  { queryType: 'deviations', nodeId: '$none' },
])('%j, stopped by an empty variable, gives the last failure as well, until the service answers', async (query) => {
  const { service, look } = panel();
  service.fault = () => ({ status: 403 });
  await ended(look({ queryType: 'alerts' }));
  const stopped = async () => {
    const asked = look(query);
    await ended(asked);
    return noticesOf(asked.packets[asked.packets.length - 1]).join();
  };
  expect(await stopped()).toMatch(/is empty.*403/);
  service.fault = () => undefined;
  await ended(look({ queryType: 'alerts', at: '2026-11-21T11:00:00Z' }));
  expect(await stopped()).not.toMatch(/403/);
});
