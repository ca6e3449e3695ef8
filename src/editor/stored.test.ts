import { type AnomalyQuery, complete } from '../query/query';
import { METRIC } from '../metric/models';
import { switchType, toStored } from './QueryEditor';

describe('toStored', () => {
  it('writes down what was set, the type and the version, and leaves untouched defaults out', () => {
    const before: AnomalyQuery = { refId: 'A' };
    const edited = { ...complete(before, METRIC), nodeId: '101', outliers: false };
    expect(toStored(before, edited, METRIC)).toEqual({
      refId: 'A',
      queryType: 'metric',
      version: 1,
      nodeId: '101',
      outliers: false,
    });
  });

  it('keeps what was stored, fields that no type knows included', () => {
    const before: AnomalyQuery = { refId: 'A', queryType: 'metric', nodeId: '101', legend: 'x', ours: { deep: 1 } };
    const edited = { ...complete(before, METRIC), nodeId: '102' };
    expect(toStored(before, edited, METRIC)).toEqual({ ...before, version: 1, nodeId: '102' });
  });

  it('writes a default down that replaces another value', () => {
    const before: AnomalyQuery = { refId: 'A', queryType: 'metric', bands: ['main'] };
    const edited = complete({ ...before, bands: ['main', 'sup', 'inf'] }, METRIC);
    expect(toStored(before, edited, METRIC).bands).toEqual(['main', 'sup', 'inf']);
  });

  it('keeps the version of a newer plugin', () => {
    const before: AnomalyQuery = { refId: 'A', queryType: 'metric', version: 7 };
    expect(toStored(before, { ...complete(before, METRIC), nodeId: '1' }, METRIC).version).toBe(7);
  });

  it('changes nothing in its arguments', () => {
    const before: AnomalyQuery = Object.freeze({ refId: 'A', granularity: '60m' });
    expect(toStored(before, { ...complete(before, METRIC), nodeId: '1' }, METRIC).granularity).toBe('1h');
  });
});

describe('switchType', () => {
  it('keeps what the query is about where the new type knows it, and nothing else of the old type', () => {
    const about = { refId: 'A', datasource: { uid: 'u' }, hide: true, key: 'k', nodeId: '101', metricId: 'cpu' };
    const before = { ...about, queryType: 'metric', legend: 'x', nodeName: 'db', overlay: 'alerts', ours: 'kept' };
    const filters = [{ key: 'node', operator: '=', value: 'db' }];
    expect(switchType({ ...before, filters }, 'alertSearch')).toEqual({
      ...about,
      queryType: 'alertSearch',
      ours: 'kept',
      version: 1,
    });
  });

  it.each([
    ['alertSearch', { limit: 500, impact: 'severe' }, 'alertEvents'],
    ['alertEvents', { format: 'logs' }, 'anomalies'],
    ['alertSearch', { besides: 'a' }, 'deviations'],
    ['alerts', { metrics: true }, 'metric'],
  ])('takes nothing of %s %j for %s', (queryType, fields, to) => {
    expect(switchType({ refId: 'A', queryType, ...fields }, to)).toEqual({ refId: 'A', queryType: to, version: 1 });
  });

  it('keeps an alert between types of alerts', () => {
    expect(switchType({ refId: 'A', queryType: 'alerts', alertId: 'a' }, 'alertEvents').alertId).toBe('a');
  });
});
