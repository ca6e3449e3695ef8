import { type DataFrame, type DataQueryResponse } from '@grafana/data';
import {
  type BackendSrv,
  type BackendSrvRequest,
  getBackendSrv,
  setBackendSrv,
  setTemplateSrv,
} from '@grafana/runtime';
import { type Observable, switchMap, throwError, timer } from 'rxjs';
import { AnomalyDataSource } from '../../src/datasource';
import { DAY, HOUR, MINUTE } from '../../src/settings';
import { type Answer, type Call } from '../support/fakeContext';
import { Asked, instanceSettings, noticesOf, requestOf, seriesOf, templateService } from '../support/panel';
import { type MadeAlert, storyService } from '../support/storyService';

/** Frames: `compareAlert` adds a frame per series from the most similar alert. */
const NOW = Date.UTC(2026, 10, 21, 12, 7);
const SINCE = NOW - 2 * HOUR;
const BEFORE = SINCE - 29 * DAY - 3 * HOUR;
const RANGE = NOW - 4 * HOUR;
const QUERY = { queryType: 'metric', series: ['1:cpu', '1:io'], compareAlert: 'a' } as const;

function alertOf(id: string, from: number, to: number | null, metrics: string[], type?: string): MadeAlert {
  const joined = { nodeId: 1, joinedAt: from, severity: 'high', type };
  const outside = { from, to: from + HOUR, value: 130 };
  return { id, impact: 'high', from, to, metrics: metrics.map((metricId) => ({ ...joined, metricId, outside })) };
}

// The service has the values of the first alert with a metric.
const OLD = alertOf('old', BEFORE, BEFORE + HOUR, ['cpu', 'io']);
const PRESENT = alertOf('a', SINCE, null, ['cpu', 'io', 'mem']);
const LESS_ALIKE = alertOf('newer', SINCE - DAY, SINCE - DAY + HOUR, ['cpu']);

const valueOf = ({ fields }: DataFrame) => fields.find(({ name }) => name === 'smoothened')!;

async function answerOf(
  alerts: MadeAlert[],
  query: object = QUERY,
  fault: (call: Call) => Answer | undefined = () => undefined
) {
  const service = storyService(alerts, NOW, fault);
  const { packets, errors, notices } = await service.ask(query, RANGE);
  const frames = (packets[packets.length - 1].data as DataFrame[]).filter(({ meta }) => !meta?.dataTopic);
  const isOther = (frame: DataFrame) => valueOf(frame)?.labels?.compare !== undefined;
  return { ...service, frames, beside: frames.filter(isOther), errors, notices };
}

afterEach(() => {
  jest.useRealTimers();
});

describe('compareAlert', () => {
  it('draws the value from the most similar alert as a dashed line, moved to the alert’s start', async () => {
    const { frames, beside, notices, errors } = await answerOf([OLD, LESS_ALIKE, PRESENT]);
    expect([notices, errors]).toEqual([[], []]);
    expect(frames.map(({ name }) => name)).toEqual([
      'cpu · 1',
      'cpu · 1 2026-10-23 07:07',
      'io · 1',
      'io · 1 2026-10-23 07:07',
    ]);
    const [{ fields }] = beside;
    expect(fields.map(({ name }) => name)).toEqual(['time', 'smoothened']);
    const [time, value] = fields;
    expect(value.labels).toMatchObject({ node_id: '1', metric_id: 'cpu', compare: '2026-10-23 07:07' });
    expect(value.config.displayNameFromDS).toBe('cpu · 1 2026-10-23 07:07');
    expect(value.config.custom).toMatchObject({ lineStyle: { fill: 'dash' } });
    const outside = time.values.filter((_: number, row: number) => value.values[row] === 130);
    expect([Math.min(...outside), Math.max(...outside)]).toEqual([SINCE, SINCE + HOUR - MINUTE]);
    expect([time.values[0], time.values.at(-1)]).toEqual([RANGE, NOW]);
  });

  it('is drawn together with another comparison', async () => {
    const { frames } = await answerOf([OLD, PRESENT], { ...QUERY, series: '1:cpu', compare: '1d' });
    expect(frames.map(({ name }) => name)).toEqual(['cpu · 1', 'cpu · 1 1d before', 'cpu · 1 2026-10-23 07:07']);
  });

  it('sends the same searches as the story', async () => {
    const searchesOf = (calls: Call[]) => calls.filter(({ query }) => query.statTypeId).map(({ raw }) => raw);
    const { calls, ask } = await answerOf([OLD, PRESENT]);
    const own = searchesOf(calls);
    expect(own).toHaveLength(3);
    calls.length = 0;
    await ask({ queryType: 'story', alertId: 'a', format: 'summary' }, RANGE);
    expect(searchesOf(calls)).toEqual([]);
  });

  it.each<[string, MadeAlert[], RegExp]>([
    ['no similar alert', [PRESENT], /no similar alert in the 90 days before Nov 21, 10:07/],
    ['one that shares too little', [LESS_ALIKE, PRESENT], /no similar alert/],
    [
      'one about missing data',
      [alertOf('m', BEFORE, BEFORE + HOUR, ['cpu', 'io'], 'missing_data'), PRESENT],
      /no similar/,
    ],
    ['an alert with unknown metrics', [OLD, alertOf('a', SINCE, null, [])], /metrics of the alert are unknown/],
    ['no such alert', [OLD], /Not found.*Alert a/],
  ])('%s keeps the values, with a notice', async (_, alerts, notice) => {
    const { frames, beside, notices, errors } = await answerOf(alerts);
    expect([frames.length - beside.length, beside, errors]).toEqual([2, [], []]);
    expect(notices).toEqual([expect.stringMatching(notice)]);
  });

  it('without one, the notice has the year of an alert of long ago', async () => {
    const began = SINCE - 310 * DAY;
    const { notices } = await answerOf([alertOf('a', began, began + HOUR, ['cpu'])], { ...QUERY, series: '1:cpu' });
    expect(notices).toEqual([expect.stringMatching(/no similar alert in the 90 days before Jan 15, 2026, 10:07/)]);
  });

  it.each<[string, (call: Call) => boolean]>([
    ['a search', ({ query }) => query.statTypeId === 'io'],
    ['the events', ({ path }) => path.endsWith('a/events')],
  ])('%s that fails is not mistaken for no results', async (_, fails) => {
    const fault = (call: Call) => (fails(call) ? { status: 500 } : undefined);
    const { beside, frames, notices, errors } = await answerOf([OLD, PRESENT], QUERY, fault);
    expect([frames.length, beside, errors]).toEqual([2, [], []]);
    expect(notices).toEqual([expect.stringMatching(/^Couldn't read Similar alerts: .*500/)]);
  });

  /** A panel whose requests a test can delay, or let fail. Returns the packets of an answer. */
  function panelWith(requests: (url: string) => Observable<unknown>) {
    jest.useFakeTimers({ now: NOW });
    const { calls } = storyService([OLD, PRESENT], NOW);
    const { fetch } = getBackendSrv();
    setBackendSrv({
      fetch: (request: BackendSrvRequest) => requests(request.url).pipe(switchMap(() => fetch(request))),
    } as BackendSrv);
    setTemplateSrv(templateService({}));
    const dataSource = new AnomalyDataSource({ ...instanceSettings(), url: '/api/datasources/proxy/uid/uid' });
    const look = async (panelId = 1) => {
      const range = { from: Date.now() - 4 * HOUR, to: Date.now() };
      const asked = new Asked(dataSource, requestOf([{ ...QUERY, series: ['1:cpu'] }], range, { panelId }));
      await asked.answer();
      return asked.packets;
    };
    return { calls, look };
  }
  const namesIn = (packets: DataQueryResponse[]) => packets.map((packet) => seriesOf(packet).map(({ name }) => name));

  it('keeps its line during a refresh, even if the search takes longer than the values', async () => {
    const { calls, look } = panelWith((url) => timer(/explore/.test(url) ? 3000 : 0));
    await look();
    await jest.advanceTimersByTimeAsync(61 * MINUTE);
    calls.length = 0;
    const packets = namesIn(await look());
    expect(calls.some(({ path }) => path.endsWith('explore'))).toBe(true);
    expect(packets).toEqual(packets.map(() => ['cpu · 1', 'cpu · 1 2026-10-23 07:07']));
  });

  it.each([/explore/, /events/])(
    'keeps its line if a refresh cannot read %s, with a notice that has the time',
    async (failing) => {
      let isFailing = false;
      const { look } = panelWith((url) =>
        isFailing && failing.test(url) ? throwError(() => ({ status: 500, data: '' })) : timer(0)
      );
      await look();
      await jest.advanceTimersByTimeAsync(61 * MINUTE);
      isFailing = true;
      const packets = await look();
      expect(namesIn(packets)).toEqual(packets.map(() => ['cpu · 1', 'cpu · 1 2026-10-23 07:07']));
      expect(noticesOf(packets[packets.length - 1])).toEqual([
        expect.stringMatching(/^Couldn't read Similar alerts: .*500.* Showing data from 12:07\.$/),
      ]);
      // Another panel shows nothing that it has not read itself.
      expect(namesIn(await look(2)).at(-1)).toEqual(['cpu · 1']);
    }
  );

  it('with something other than an alert is an error, and sends nothing', async () => {
    for (const [compareAlert, message] of [
      ['..', /".." is not/],
      ['$gone', /\$gone/],
    ] as const) {
      const { calls, errors } = await answerOf([OLD, PRESENT], { ...QUERY, compareAlert });
      expect(errors.map(({ message }) => message)).toEqual([expect.stringMatching(message)]);
      expect(calls).toEqual([]);
    }
  });
});
