import fc from 'fast-check';
import { type AnomalyQuery, complete, defaultsOf, isComplete, queryTypeOf } from './query';

const query = (fields: Record<string, unknown>) => ({ refId: 'A', ...fields }) as AnomalyQuery;

describe('complete', () => {
  it('gives every missing field its default', () => {
    for (const type of [
      'metric',
      'forecast',
      'alerts',
      'alertEvents',
      'alertSearch',
      'alertCounts',
      'anomalies',
      'deviations',
      'annotations',
      'variable',
    ] as const) {
      expect(complete(query({}), type)).toEqual({ refId: 'A', queryType: type, ...defaultsOf(type) });
    }
  });

  it('has the defaults of the contract', () => {
    expect(defaultsOf('metric')).toEqual({
      nodeId: '',
      metricId: '',
      aggregation: '',
      granularity: 'auto',
      bands: ['main', 'sup', 'inf'],
      outliers: true,
      deviation: false,
      forecast: false,
      overlay: 'none',
      thin: true,
      legend: '',
      nodeName: '',
      metricName: '',
      systemName: '',
    });
    expect(defaultsOf('alertEvents')).toMatchObject({ format: 'table', limit: 1000, changes: false, sequence: '' });
    expect(defaultsOf('alertSearch')).toMatchObject({ impact: 'any', limit: 1000 });
    expect(defaultsOf('alertCounts')).toMatchObject({ bucket: 'auto' });
    expect(defaultsOf('anomalies')).toMatchObject({ scope: 'range', withMetrics: false, format: 'table' });
    expect(defaultsOf('deviations')).toMatchObject({ limit: 20 });
    expect(defaultsOf('annotations')).toMatchObject({
      source: 'alerts',
      impact: [],
      severity: [],
      limit: 200,
      shape: 'auto',
    });
  });

  it('keeps what it does not know, and changes nothing in place', () => {
    const stored = query({ nodeId: 12, future: { a: 1 }, hide: true, granularity: '60m', bands: 'main' });
    const copy = structuredClone(stored);
    expect(complete(stored, 'metric')).toMatchObject({
      nodeId: '12',
      future: { a: 1 },
      hide: true,
      granularity: '1h',
      bands: ['main', 'sup', 'inf'],
    });
    expect(stored).toEqual(copy);
  });

  it('makes the shape of the type out of anything', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...Object.keys(defaultsOf('metric'))), fc.anything()), (fields) => {
        const result = complete(query(fields), 'metric') as unknown as Record<string, unknown>;
        for (const [field, fallback] of Object.entries(defaultsOf('metric'))) {
          expect(typeof result[field]).toBe(typeof fallback);
          expect(Array.isArray(result[field])).toBe(Array.isArray(fallback));
        }
      })
    );
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
