import { EDITED_TYPES } from '../../tests/support/queryTypes';
import { DESCRIPTORS, descriptorOf, isComplete, lineOf, listedTypes, queryTypeOf, withSettings } from './families';
import { defaultsOf } from '../../tests/support/variants';
import { type AnomalyQuery, complete } from '../ground/query';
import { readSettings } from '../ground/settings';

const query = (fields: Record<string, unknown>) => ({ refId: 'A', ...fields }) as AnomalyQuery;

describe('the record of query types', () => {
  it("has each descriptor under its queries' type", () => {
    const names = Object.values(DESCRIPTORS).map(({ model }) => model.queryType);
    expect(names).toEqual(Object.keys(DESCRIPTORS));
  });

  it('completes an empty query with the defaults of its type', () => {
    for (const descriptor of Object.values(DESCRIPTORS)) {
      const { queryType } = descriptor.model;
      expect(complete(query({}), descriptor.model)).toEqual({
        refId: 'A',
        queryType,
        ...defaultsOf(descriptor.model),
      });
    }
  });

  it('has the defaults of the contract', () => {
    expect(defaultsOf(DESCRIPTORS.metric.model)).toEqual({
      nodeId: '',
      metricId: '',
      series: '',
      aggregation: '',
      granularity: 'auto',
      bands: ['main', 'sup', 'inf'],
      outliers: true,
      deviation: false,
      forecast: false,
      overlay: 'none',
      compare: '',
      thin: true,
      legend: '',
      minDeviation: 0,
      minDeviationIn: 'widths',
      side: 'both',
      nodeName: '',
      metricName: '',
      systemName: '',
    });
    expect(defaultsOf(DESCRIPTORS.alertEvents.model)).toMatchObject({
      format: 'table',
      limit: 1000,
      changes: false,
      sequence: '',
    });
    expect(defaultsOf(DESCRIPTORS.alertSearch.model)).toMatchObject({ impact: [], limit: 1000 });
    expect(defaultsOf(DESCRIPTORS.alertCounts.model)).toMatchObject({ bucket: 'auto' });
    expect(defaultsOf(DESCRIPTORS.anomalies.model)).toMatchObject({
      scope: 'range',
      withMetrics: false,
      format: 'table',
    });
    expect(Object.keys(DESCRIPTORS.forecast.model.fields).sort()).toEqual(
      ['nodeId', 'metricId', 'series', 'bands', 'legend', 'nodeName', 'metricName', 'systemName'].sort()
    );
    expect(defaultsOf(DESCRIPTORS.deviations.model)).toMatchObject({ limit: 20 });
    expect(defaultsOf(DESCRIPTORS.annotations.model)).toMatchObject({
      source: 'alerts',
      impact: [],
      severity: [],
      limit: 200,
      shape: 'auto',
    });
  });

  it('lists the types for panels, each with a name and a line about its purpose', () => {
    const types = listedTypes();
    expect(types.map(({ queryType }) => queryType)).toEqual(
      Object.keys(DESCRIPTORS).filter((type) => !['annotations', 'variable'].includes(type))
    );
    expect(types.map(({ queryType }) => queryType)).toEqual(EDITED_TYPES);
    for (const { name, purpose } of types.map(({ about }) => about)) {
      expect(name()).not.toBe('');
      expect(purpose()).not.toBe('');
    }
    expect(new Set(types.map(({ about }) => about.name())).size).toBe(types.length);
  });

  it('reads an unknown type as a metric query', () => {
    expect(descriptorOf({ queryType: 'later' })).toBe(DESCRIPTORS.metric);
  });
});

describe('withSettings', () => {
  const settings = readSettings({ jsonData: { defaultNodeId: '101', defaultMetricId: 'cpu' } });

  it.each([{ queryType: 'metric' }, { queryType: 'forecast' }, {}])('adds the node and metric to %j', (fields) => {
    const named = { nodeId: '101', metricId: 'cpu' };
    expect(withSettings(query(fields), settings)).toEqual({ refId: 'A', ...fields, ...named });
    expect(withSettings(query({ ...fields, ...named }), settings)).toEqual({ refId: 'A', ...fields, ...named });
  });

  it('removes them if Grafana added them to a query of another type', () => {
    const stored = { refId: 'A', queryType: 'alertSearch' };
    expect(withSettings({ ...stored, nodeId: '101', metricId: 'cpu', series: '' }, settings)).toEqual(stored);
    expect(withSettings(stored, settings)).toEqual(stored);
  });
});

describe('lineOf', () => {
  it.each([
    [{}, 'metric'],
    [{ queryType: 'metrics', nodeId: 101 }, 'metrics nodeId=101'],
    [{ nodeId: 101, metricId: 'cpu' }, 'metric nodeId=101 metricId=cpu'],
    [
      {
        queryType: 'metric',
        nodeId: '101',
        nodeName: 'db primary',
        metricId: 'cpu',
        metricName: 'CPU load',
        legend: 'x',
      },
      'metric CPU load · db primary legend=x',
    ],
    [
      { nodeId: ['1', '2'], metricId: 'cpu', metricName: 'CPU load', outliers: false },
      'metric CPU load · 1,2 outliers=false',
    ],
    [{ queryType: 'explain', nodeId: '1', nodeName: 'web', systemName: 'Shop', metricId: 'cpu' }, 'explain cpu · web'],
    [{ series: '1:cpu', nodeId: '2', nodeName: 'web', systemName: 'Shop' }, 'metric nodeId=2 series=1:cpu'],
    [
      { nodeId: '$node', metricId: 'cpu', granularity: '60m', outliers: false },
      'metric nodeId=$node metricId=cpu granularity=60m outliers=false',
    ],
    [
      { nodeId: '1', metricId: 'cpu', bands: ['main', 'sup'], deviation: true },
      'metric nodeId=1 metricId=cpu bands=main,sup deviation',
    ],
    [{ queryType: 'forecast', nodeId: '1', metricId: 'cpu' }, 'forecast nodeId=1 metricId=cpu'],
    [{ nodeId: ['1', '2'], metricId: 'cpu' }, 'metric nodeId=1,2 metricId=cpu'],
    [{ series: '1:cpu' }, 'metric series=1:cpu'],
    [{ queryType: 'alerts' }, 'alerts'],
    [{ queryType: 'alerts', alertId: 'a1', at: 'now-6h', metrics: true }, 'alerts alertId=a1 at=now-6h metrics'],
    [
      { queryType: 'alertEvents', alertId: 'a1', format: 'logs', limit: 5 },
      'alertEvents alertId=a1 format=logs limit=5',
    ],
    [{ queryType: 'alertSearch', q: 'slow db', impact: 'high' }, 'alertSearch q="slow db" impact=high'],
    [{ queryType: 'alertCounts', bucket: '1h' }, 'alertCounts bucket=1h'],
    [{ queryType: 'anomalies', scope: 'unread', withMetrics: true }, 'anomalies scope=unread withMetrics'],
    [{ queryType: 'deviations', systemId: '3' }, 'deviations systemId=3'],
  ])('writes %p as "%s"', (query, text) => {
    expect(lineOf({ refId: 'A', ...query })).toBe(text);
  });
});

it.each([
  [{}, 'metric'],
  [{ queryType: '' }, 'metric'],
  [{ queryType: 'toString' }, 'metric'],
  [{ queryType: 'alerts' }, 'alerts'],
])('the type of %j is %s', (fields, expected) => {
  expect(queryTypeOf(fields)).toBe(expected);
});

it.each([
  [{ nodeId: '1', metricId: 'cpu' }, true],
  [{ nodeId: 1, metricId: 2 }, true],
  [{ nodeId: '$none', metricId: 'cpu' }, true],
  [{ nodeId: ' ', metricId: 'cpu' }, false],
  [{ nodeId: '1' }, false],
  [{ series: '1:cpu' }, true],
  [{ nodeId: ['1', '2'], metricId: ['cpu'] }, true],
  [{ nodeId: [], metricId: 'cpu' }, false],
  [{ queryType: 'forecast', series: ['1:cpu'] }, true],
  [{ queryType: 'forecast', metricId: 'cpu' }, false],
  [{ queryType: 'alerts' }, true],
  [{ queryType: 'alertEvents' }, true],
  [{ queryType: 'anomalies' }, true],
  [{ queryType: 'anomalies', scope: 'alert' }, false],
  [{ queryType: 'anomalies', scope: 'alert', alertId: '1' }, true],
  [{ queryType: 'anomalies', scope: 'update', alertId: '1' }, false],
  [{ queryType: 'anomalies', scope: 'update', alertId: '1', updateId: '2' }, true],
])('%j is complete: %s', (fields, expected) => {
  expect(isComplete(query(fields))).toBe(expected);
});
