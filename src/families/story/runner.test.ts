import { type DataFrame, type EventBus, LoadingState } from '@grafana/data';
import * as runtime from '@grafana/runtime';
import { type MadeAlert, storyService } from '../../../tests/support/storyService';
import { DAY, HOUR, MINUTE } from '../../ground/spans';
import { rowsOf } from '../../../tests/support/rowsOf';

const NOW = Date.UTC(2026, 10, 21, 12);

const alertOf = (id: string, from: number, to: number | null, nodes = [1]): MadeAlert => ({
  id,
  impact: 'high',
  from,
  to,
  metrics: nodes.map((nodeId) => ({
    nodeId,
    metricId: 'cpu',
    joinedAt: from,
    severity: 'red',
    outside: { from: from - 10 * MINUTE, to: (to ?? Infinity) - 10 * MINUTE, value: 150 },
  })),
});

describe('a story', () => {
  it('of an unknown alert is an empty table with a notice', async () => {
    const { ask } = storyService([], NOW);
    for (const format of ['timeline', 'summary']) {
      const { frame, notices, errors, packets } = await ask({ alertId: 'gone', format });
      expect([frame?.length, errors, packets.length]).toEqual([0, [], 1]);
      expect(notices).toEqual(['Not found at Nov 21, 12:00: Alert gone.']);
      expect(frame?.fields.length).toBeGreaterThan(10);
    }
  });

  it("of an ended alert, which the service doesn't find, comes from its events", async () => {
    const { ask } = storyService([alertOf('a', NOW - 3 * HOUR, NOW - HOUR)], NOW);
    const { rows, notices, errors } = await ask({ alertId: 'a', format: 'summary' });
    expect([notices, errors]).toEqual([[], []]);
    expect(rows).toMatchObject([
      { state: 'ended', until: NOW - HOUR, duration: 2 * HOUR, outside: 0, lag: 10 * MINUTE },
    ]);
  });

  it('has no detection lag if a metric was outside before its data begins', async () => {
    const alert = alertOf('a', NOW - 3 * HOUR, null, [1, 2]);
    const lagOf = async () => (await storyService([alert], NOW).ask({ alertId: 'a', format: 'summary' })).rows[0].lag;
    expect(await lagOf()).toBe(10 * MINUTE);
    alert.metrics[1].outside = { from: NOW - 24 * HOUR, to: Infinity, value: 150 };
    expect(await lagOf()).toBeNull();
  });

  it('of an alert that is too long names the time without data', async () => {
    const data = { node: 1, metric: 'cpu', aggregation: 'avg', granularity: '1h', sourceGranularity: '1h', data: [] };
    const { ask } = storyService([alertOf('a', NOW - 500 * DAY, null)], NOW, ({ path }) =>
      path.startsWith('v1/ad/metrics/') ? { body: data } : undefined
    );
    const { notices } = await ask({ alertId: 'a' });
    expect(notices.filter((text) => text.startsWith('Not loaded'))).toEqual([
      expect.stringMatching(/^Not loaded: 2025-07-09 .*\. More than 200 requests/),
    ]);
  });

  it('of an alert shows how its first metric ended, with one request more', async () => {
    const { ask, calls } = storyService([alertOf('a', NOW - 6 * HOUR, NOW - 3 * HOUR, [1, 2])], NOW);
    await ask({ alertId: 'a' });
    const before = calls.length;
    const [{ endedBy }] = (await ask({ alertId: 'a', format: 'summary' })).rows;
    const read = calls.slice(before).filter(({ path }) => path.startsWith('v1/ad'));
    expect([endedBy, read.map(({ path }) => path)]).toEqual(['recovered', ['v1/ad/metrics/1/cpu']]);
  });

  it('of an alert whose row cannot be read is that of its events: active, with an error', async () => {
    const { ask } = storyService([alertOf('a', NOW - HOUR, null)], NOW, ({ path }) =>
      path === 'v2/alerts/a' ? { status: 400 } : undefined
    );
    const { rows, errors } = await ask({ alertId: 'a', format: 'summary' });
    expect([rows, errors.length]).toMatchObject([[{ state: 'active' }], 1]);
  });

  it('hides redundant columns', async () => {
    const { ask } = storyService([alertOf('a', NOW - HOUR, null)], NOW);
    const { frame } = await ask({ alertId: 'a', format: 'timeline' });
    const drawn = frame?.fields.flatMap(({ name, config }) => (config.custom?.hideFrom?.viz ? [] : [name]));
    expect(drawn).toEqual([
      ...['joinedAt', 'metric', 'node', 'system', 'leftAt', 'state', 'trend', 'value', 'expectedFrom', 'expectedTo'],
      ...['worst', 'severity', 'distance'],
    ]);
  });

  it('fails if the events cannot be read', async () => {
    const { ask } = storyService([alertOf('a', NOW - HOUR, null)], NOW, ({ path }) =>
      path.endsWith('/events') ? { status: 400 } : undefined
    );
    const { frame, errors } = await ask({ alertId: 'a' });
    expect(frame).toBeUndefined();
    expect(errors).toHaveLength(1);
  });

  it('shows its rows before any metric data, and searches last', async () => {
    const { ask, calls } = storyService([alertOf('a', NOW - HOUR, null, [1, 2])], NOW);
    const { packets } = await ask({ alertId: 'a', format: 'timeline' });
    const states = packets.map(({ data }) => rowsOf(data[0] as DataFrame).map(({ state }) => state));
    // What is still to come is not unknown.
    expect(states[0]).toEqual([null, null]);
    expect(states.at(-1)).toEqual(['outside', 'outside']);
    expect(packets.map(({ state }) => state)).toEqual([
      ...packets.slice(1).map(() => LoadingState.Streaming),
      undefined,
    ]);
    expect(calls.some(({ path }) => path.includes('explore'))).toBe(false);
  });

  it('requests the same data as another one a moment later', async () => {
    const requestsAt = async (now: number) => {
      const { ask, calls } = storyService([alertOf('a', NOW - HOUR, null, [1, 2])], now);
      await ask({ alertId: 'a' });
      return calls.flatMap(({ path, query }) => (path.startsWith('v1/ad') ? [[path, query]] : []));
    };
    const requests = await requestsAt(NOW + 4);
    expect(requests.length).toBeGreaterThan(0);
    expect(await requestsAt(NOW + 40)).toEqual(requests);
  });

  it('names the metrics whose data could not be read', async () => {
    const { ask } = storyService([alertOf('a', NOW - HOUR, null, [1, 2])], NOW, ({ path }) =>
      path.endsWith('metrics/2/cpu') ? { status: 400 } : undefined
    );
    const { rows, notices } = await ask({ alertId: 'a' });
    expect(rows).toMatchObject([{ state: 'outside' }, { state: 'unknown', value: null, worst: null, leftAt: null }]);
    expect(notices).toEqual([expect.stringMatching(/^Couldn't read cpu · node-2: /)]);
  });

  it('has a notice without an alert, or with several', async () => {
    const { ask } = storyService([alertOf('a', NOW - HOUR, null), alertOf('b', NOW - HOUR, null)], NOW);
    const several = await ask({ alertId: ['a', 'b'] });
    expect(several.rows).toHaveLength(1);
    expect(several.notices).toEqual(['Showing the first 1 of 2. Narrow the filters.']);
  });
});

it('says that an alert has no start, not that its metrics were not checked', async () => {
  const changes = [{ type: 'added', nodeId: 1, statTypeId: 'cpu', values: { severity: 'red' } }];
  const items = [{ id: 'a', sequence: 0, eventType: 'created', active: true, changes }];
  const answer = ({ path }: { path: string }) => {
    if (path === 'v2/alerts/a') {
      return { body: { id: 'a', active: true, impact: 'high', metrics: [] } };
    }
    return path.endsWith('/events') ? { body: { page: 1, limit: 100, total: 1, items } } : undefined;
  };
  const { rows, notices } = await storyService([], NOW, answer).ask({ alertId: 'a' });
  expect(rows).toMatchObject([{ metricId: 'cpu', state: 'unknown' }]);
  expect(notices).toEqual([expect.stringMatching(/^1 alert has no valid start/)]);
});

describe('a click on the title', () => {
  const published: unknown[] = [];
  beforeEach(() => {
    published.length = 0;
    const events = { publish: (event: unknown) => published.push(event) } as unknown as EventBus;
    jest.spyOn(runtime, 'getAppEvents').mockReturnValue(events);
  });
  afterEach(() => {
    jest.restoreAllMocks();
    Reflect.deleteProperty(navigator, 'clipboard');
  });

  async function click() {
    const { ask } = storyService([alertOf('a', NOW - HOUR, null)], NOW);
    const { frame, rows } = await ask({ alertId: 'a', format: 'summary' });
    const [copy] = frame?.fields.find(({ name }) => name === 'copy')?.config.links ?? [];
    expect(copy.title).toBe('Copy for a ticket');
    copy.onClick?.({
      e: {},
      origin: {},
      replaceVariables: (text) => text.replace('${__data.fields.text:raw}', String(rows[0].text)),
    });
    await Promise.resolve();
    return String(rows[0].text);
  }

  it('copies the text', async () => {
    const copied: string[] = [];
    const writeText = (text: string) => Promise.resolve(void copied.push(text));
    Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
    expect(copied).toEqual([await click()]);
    expect(published).toEqual([{ type: 'alert-success', payload: ['Copied'] }]);
  });

  it('shows the text if there is no clipboard', async () => {
    expect(published).toEqual([{ type: 'alert-info', payload: ['Copy for a ticket', await click()] }]);
  });
});

it.each([
  ['active', ['a0', 'a1']],
  ['ended', ['a3', 'a2']],
] as const)('a search for alerts that are %s selects them before its limit', async (state, ids) => {
  const alerts = [0, 1, 2, 3].map((i) => alertOf(`a${i}`, NOW - HOUR * (9 - i), i < 2 ? null : NOW - HOUR * (5 - i)));
  const { rows } = await storyService(alerts, NOW).ask({ queryType: 'alertSearch', state, limit: 2 }, NOW - DAY);
  expect(rows.map(({ id }) => id)).toEqual(ids);
});

it('a search looks back from the end of its range, even without an alert to compare with', async () => {
  const alerts = [alertOf('old', NOW - 40 * DAY, NOW - 39 * DAY), alertOf('new', NOW - HOUR, null)];
  const idsOf = async (lookBack: string) => {
    const { rows } = await storyService(alerts, NOW).ask({ queryType: 'alertSearch', lookBack }, NOW - HOUR);
    return rows.map(({ id }) => id).sort();
  };
  expect([await idsOf(''), await idsOf('90d'), await idsOf('30m')]).toEqual([['new'], ['new', 'old'], ['new']]);
});
