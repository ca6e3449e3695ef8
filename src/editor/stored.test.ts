import { type AnomalyQuery, complete } from '../query/query';
import { METRIC } from '../metric/models';
import { switchType, toStored } from './stored';

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
  it('keeps what both types know, and what only the old one knows', () => {
    const before: AnomalyQuery = { refId: 'A', queryType: 'metric', nodeId: '101', metricId: 'cpu', legend: 'x' };
    expect(switchType(before, 'metric', 'alertSearch')).toEqual({ ...before, queryType: 'alertSearch', version: 1 });
  });

  it('keeps the limit between lists of alerts and events, not for the number of deviations', () => {
    const before: AnomalyQuery = { refId: 'A', queryType: 'alertSearch', limit: 500 };
    expect(switchType(before, 'alertSearch', 'alertEvents').limit).toBe(500);
    expect(switchType(before, 'alertSearch', 'deviations').limit).toBeUndefined();
  });

  it('does not take the format of events for that of anomalies', () => {
    const before: AnomalyQuery = { refId: 'A', queryType: 'alertEvents', format: 'logs' };
    expect(switchType(before, 'alertEvents', 'anomalies')).not.toHaveProperty('format');
    expect(switchType(before, 'alertEvents', 'metric').format).toBe('logs');
    expect(switchType({ ...before, queryType: 'metric' }, 'metric', 'anomalies')).not.toHaveProperty('format');
  });
});
