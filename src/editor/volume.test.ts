import { type DataFrame, SupplementaryQueryType } from '@grafana/data';
import { lastValueFrom, map } from 'rxjs';
import { HOUR } from '../ground/settings';
import { fakeRequest, fakeService } from '../../tests/support/fakeContext';
import { volumeAnswer } from './volumeAnswer';
import { volumeQuery, volumeRequest } from './queries';
import { runAny } from '../../tests/support/run';
import { hoursFrom } from '../../tests/support/times';

const T0 = Date.UTC(2026, 0, 31, 12);
const range = { from: T0, to: T0 + 6 * HOUR };
const iso = hoursFrom(T0);
const type = SupplementaryQueryType.LogsVolume;
const logs = { refId: 'A', queryType: 'alertEvents', format: 'logs' };

function volume(answer: Parameters<typeof fakeService>[0], query: object) {
  const fake = fakeService(answer);
  const request = fakeRequest([{ ...logs, ...query }], range);
  const asked = volumeRequest(type, request) ?? request;
  const response = runAny(asked.targets, asked, fake.context).pipe(
    map((packet) => volumeAnswer(packet, request, 'Anomalies'))
  );
  return { calls: fake.calls, answer: lastValueFrom(response) };
}
const byLevel = (frames: DataFrame[]) =>
  Object.fromEntries(frames.map(({ fields }) => [fields[1].labels?.level ?? '', fields[1].values]));
const sumsOf = (frames: DataFrame[]) =>
  Object.fromEntries(
    Object.entries(byLevel(frames)).map(([level, values]) => [
      level,
      values.reduce((sum: number, value: number) => sum + value, 0),
    ])
  );

describe('the log volume', () => {
  it('only exists for log lines', () => {
    expect(volumeQuery({ type }, { ...logs, format: 'table' })).toBeUndefined();
    expect(volumeQuery({ type }, { refId: 'A', queryType: 'alerts' })).toBeUndefined();
    expect(volumeQuery({ type: SupplementaryQueryType.LogsSample }, logs)).toBeUndefined();
    expect(volumeRequest(type, fakeRequest([{ queryType: 'metric' }], range))).toBeUndefined();
    expect(volumeRequest(type, fakeRequest([logs, { queryType: 'metric' }], range))?.targets).toMatchObject([
      { refId: 'log-volume-A', queryType: 'alertEvents', volume: true },
    ]);
  });

  it('counts the events of all alerts in the range, and has a matching title', async () => {
    const impacts = ['low', 'severe', 'severe', 'low', 'high'];
    const times = [-1, 1, 1.01, 2, 7];
    const alerts = ['a', 'b'].map((id) => ({
      id,
      active: true,
      impact: 'high',
      firstSeenAt: iso(-2),
      lastSeenAt: iso(6),
    }));
    const { answer, calls } = volume(
      ({ segments }) => {
        if (segments[3] === 'events') {
          const items = times.map((hours, i) => ({ sequence: i, eventOccurred: iso(hours), impact: impacts[i] }));
          return { body: { page: 1, limit: 100, total: items.length, items } };
        }
        return { body: segments[2] === 'explore' ? { page: 1, limit: 200, total: 2, items: alerts } : [] };
      },
      { q: 'x', nodeId: '7', limit: 1 }
    );
    const frames: DataFrame[] = (await answer).data;
    // Two alerts with three events each in the range, however many bars that needs.
    expect(sumsOf(frames)).toEqual({ critical: 4, info: 2 });
    expect(calls.find(({ segments }) => segments[2] === 'explore')?.query).toMatchObject({ q: 'x', nodeId: '7' });
    expect(calls.some(({ path }) => path.endsWith('timeseries'))).toBe(false);
    expect(frames[0].meta?.custom).toMatchObject({
      logsVolumeType: 'FullRange',
      absoluteRange: range,
      datasourceName: 'Anomalies: events by impact',
      sourceQuery: { refId: 'A' },
    });
    expect(frames.every(({ refId }) => refId === 'log-volume-A')).toBe(true);
  });

  it('belongs to its own query among several', () => {
    const request = fakeRequest([logs, { ...logs, refId: 'B' }], range);
    const data = ['A', 'B'].map((refId) => ({ refId: `log-volume-${refId}`, length: 0, fields: [] }));
    const sources = volumeAnswer({ data }, request, 'Anomalies').data.map(({ meta }) => meta.custom.sourceQuery.refId);
    expect(sources).toEqual(['A', 'B']);
  });

  it('counts all events of one alert in the range', async () => {
    const impacts = ['low', 'severe', 'severe', 'cosmic'];
    const items = [-1, 1, 1.01, 2, 9].map((hours, i) => ({
      id: 'a',
      sequence: i,
      eventOccurred: iso(hours),
      impact: impacts[i % 4],
    }));
    const { answer } = volume(() => ({ body: { page: 1, limit: 100, total: 5, items } }), { alertId: 'a', limit: 1 });
    const frames: DataFrame[] = (await answer).data;
    expect(sumsOf(frames)).toEqual({ critical: 2, unknown: 1 });
    expect(frames[0].meta?.custom).toMatchObject({ datasourceName: 'Anomalies: events by impact' });
  });

  it('reports missing data, even if there is nothing to count', async () => {
    const item = { sequence: 1, eventOccurred: iso(1), impact: 'severe' };
    for (const items of [[item], []]) {
      const { answer } = volume(
        ({ query }) => ({ body: { page: 1, limit: 100, total: 9, items: query.page === '1' ? items : [] } }),
        {
          alertId: 'a',
        }
      );
      const { data, errors } = await answer;
      const notices = (data as DataFrame[]).flatMap(({ meta }) => meta?.notices ?? []);
      const said = [...notices.map(({ text }) => text), ...(errors ?? []).map(({ message }) => message)];
      expect(said).toContainEqual(expect.stringMatching(/\b9\b/));
      expect((data[0] as DataFrame).meta?.custom?.datasourceName).toBe('Anomalies: events by impact (incomplete)');
    }
  });

  it('keeps the filters on the impact', async () => {
    const items = ['low', 'severe'].map((impact, sequence) => ({ sequence, eventOccurred: iso(1), impact }));
    const filters = [{ key: 'impact', operator: '!=', value: 'low' }];
    const { answer } = volume(() => ({ body: { page: 1, limit: 100, total: 2, items } }), { alertId: 'a', filters });
    expect(sumsOf((await answer).data)).toEqual({ critical: 1 });
  });

  it('keeps the bars of one alert next to an unknown one', async () => {
    const items = [{ sequence: 1, eventOccurred: iso(1), impact: 'severe' }];
    const { answer } = volume(
      ({ path }) => (path.includes('gone') ? { status: 404 } : { body: { page: 1, limit: 100, total: 1, items } }),
      { alertId: ['gone', 'b'] }
    );
    const { data, errors } = await answer;
    expect(sumsOf(data)).toEqual({ critical: 1 });
    expect(errors).toBeUndefined();
  });
});
