import { type AnomalyQuery, complete } from '../ground/query';
import { METRIC } from '../families/metric/models';
import { switchType, toStored } from './QueryEditor';

describe('toStored', () => {
  it('stores what was set and the type, without untouched defaults', () => {
    const before: AnomalyQuery = { refId: 'A' };
    const edited = { ...complete(before, METRIC), nodeId: '101', outliers: false };
    expect(toStored(before, edited, METRIC)).toEqual({
      refId: 'A',
      queryType: 'metric',
      nodeId: '101',
      outliers: false,
    });
  });

  it('keeps what was stored, even unknown fields', () => {
    const before: AnomalyQuery = { refId: 'A', queryType: 'metric', nodeId: '101', legend: 'x', ours: { deep: 1 } };
    const edited = { ...complete(before, METRIC), nodeId: '102' };
    expect(toStored(before, edited, METRIC)).toEqual({ ...before, nodeId: '102' });
  });

  it('stores a default that replaces another value', () => {
    const before: AnomalyQuery = { refId: 'A', queryType: 'metric', bands: ['main'] };
    const edited = complete({ ...before, bands: ['main', 'sup', 'inf'] }, METRIC);
    expect(toStored(before, edited, METRIC).bands).toEqual(['main', 'sup', 'inf']);
  });

  it('does not change its arguments', () => {
    const before: AnomalyQuery = Object.freeze({ refId: 'A', granularity: '60m' });
    expect(toStored(before, { ...complete(before, METRIC), nodeId: '1' }, METRIC).granularity).toBe('60m');
  });
});

describe('switchType', () => {
  it('only keeps the subject of the query, if the new type has the field', () => {
    const about = { refId: 'A', datasource: { uid: 'u' }, hide: true, key: 'k', nodeId: '101', metricId: 'cpu' };
    const before = { ...about, queryType: 'metric', legend: 'x', nodeName: 'db', overlay: 'alerts', ours: 'kept' };
    const filters = [{ key: 'node', operator: '=', value: 'db' }];
    expect(switchType({ ...before, filters }, 'alertSearch')).toEqual({
      ...about,
      queryType: 'alertSearch',
      ours: 'kept',
    });
  });

  it.each([
    ['alertSearch', { limit: 500, impact: 'severe' }, 'alertEvents'],
    ['alertEvents', { format: 'logs' }, 'anomalies'],
    ['alertSearch', { besides: 'a' }, 'deviations'],
    ['alerts', { metrics: true }, 'metric'],
  ])('keeps nothing of %s %j for %s', (queryType, fields, to) => {
    expect(switchType({ refId: 'A', queryType, ...fields }, to)).toEqual({ refId: 'A', queryType: to });
  });

  it('keeps the alert between types about alerts', () => {
    expect(switchType({ refId: 'A', queryType: 'alerts', alertId: 'a' }, 'alertEvents').alertId).toBe('a');
  });
});
