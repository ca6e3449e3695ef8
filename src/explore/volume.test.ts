import { type DataFrame, SupplementaryQueryType } from '@grafana/data';
import { lastValueFrom, map } from 'rxjs';
import { fakeRequest, fakeService } from '../../tests/support/fakeContext';
import { dressed } from './dress';
import { volumeQuery, volumeRequest } from './volume';
import { runAny } from '../../tests/support/run';

const HOUR = 3600_000;
const T0 = Date.UTC(2026, 0, 31, 12);
const range = { from: T0, to: T0 + 6 * HOUR };
const iso = (hours: number) => new Date(T0 + hours * HOUR).toISOString();
const type = SupplementaryQueryType.LogsVolume;
const logs = { refId: 'A', queryType: 'alertEvents', format: 'logs' };

function volume(answer: Parameters<typeof fakeService>[0], query: object) {
  const fake = fakeService(answer);
  const request = fakeRequest([{ ...logs, ...query }], range);
  const asked = volumeRequest(type, request) ?? request;
  const response = runAny(asked.targets, asked, fake.context).pipe(
    map((packet) => dressed(packet, asked, request, 'Anomalies'))
  );
  return { calls: fake.calls, answer: lastValueFrom(response) };
}
const byLevel = (frames: DataFrame[]) =>
  Object.fromEntries(frames.map(({ fields }) => [fields[1].labels?.level ?? '', fields[1].values]));

describe('the log volume', () => {
  it('is there for log lines only', () => {
    expect(volumeQuery({ type }, { ...logs, format: 'table' })).toBeUndefined();
    expect(volumeQuery({ type }, { refId: 'A', queryType: 'alerts' })).toBeUndefined();
    expect(volumeQuery({ type: SupplementaryQueryType.LogsSample }, logs)).toBeUndefined();
    expect(volumeRequest(type, fakeRequest([{ queryType: 'metric' }], range))).toBeUndefined();
    expect(volumeRequest(type, fakeRequest([logs, { queryType: 'metric' }], range))?.targets).toMatchObject([
      { refId: 'log-volume-A', queryType: 'alertCounts' },
    ]);
  });

  it('of all alerts counts those that were active, and is titled so', async () => {
    const body = { buckets: [{ start: iso(1), active: 3, impacts: { low: 1, medium: 0, high: 0, severe: 2 } }] };
    const { answer, calls } = volume(() => ({ body }), { q: 'x', nodeId: '7' });
    const frames: DataFrame[] = (await answer).data;
    expect(calls[0].query).toMatchObject({ q: 'x', nodeId: '7' });
    expect(frames.map(({ fields }) => fields[1].labels)).toEqual(
      ['critical', 'error', 'warning', 'info'].map((level) => ({ level }))
    );
    const row = frames[0].fields[0].values.indexOf(T0 + HOUR);
    expect(byLevel(frames).critical[row]).toBe(2);
    expect(byLevel(frames).info[row]).toBe(1);
    expect(frames[0].meta?.custom).toMatchObject({
      logsVolumeType: 'FullRange',
      absoluteRange: range,
      datasourceName: 'Anomalies: active alerts by impact',
      sourceQuery: { refId: 'A' },
    });
    expect(frames.every(({ refId }) => refId === 'log-volume-A')).toBe(true);
  });

  it('of one alert counts its events in the range, all of them', async () => {
    const impacts = ['low', 'severe', 'severe', 'cosmic'];
    const items = [-1, 1, 1.01, 2, 9].map((hours, i) => ({
      id: 'a',
      sequence: i,
      eventOccurred: iso(hours),
      impact: impacts[i % 4],
    }));
    const { answer } = volume(() => ({ body: { page: 1, limit: 100, total: 5, items } }), { alertId: 'a', limit: 1 });
    const frames: DataFrame[] = (await answer).data;
    const sums = Object.entries(byLevel(frames)).map(([level, values]) => [
      level,
      values.reduce((sum: number, value: number) => sum + value, 0),
    ]);
    expect(Object.fromEntries(sums)).toEqual({ critical: 2, unknown: 1 });
    expect(frames[0].meta?.custom).toMatchObject({ datasourceName: 'Anomalies: events by impact' });
  });

  it('keeps the filters on the impact', async () => {
    const body = { buckets: [{ start: iso(1), active: 3, impacts: { low: 1, severe: 2 } }] };
    const filters = [{ key: 'impact', operator: '!=', value: 'low' }];
    const frames: DataFrame[] = (await volume(() => ({ body }), { filters }).answer).data;
    expect(Object.keys(byLevel(frames))).toEqual(['critical', 'error', 'warning']);
  });
});
