import { type AnnotationQuery } from '@grafana/data';
import { type AnomalyQuery } from '../ground/query';
import { annotationSupport } from './support';

const prepare = (stored: object) => annotationSupport.prepareAnnotation!(stored) as AnnotationQuery<AnomalyQuery>;

test('an annotation with a query is returned unchanged, so that Grafana does not store it repeatedly', () => {
  const stored = { name: 'a', target: { refId: 'Anno', queryType: 'annotations', source: 'anomalies' } };
  expect(prepare(stored)).toBe(stored);
});

test('a new one, and one of another data source, gets a query for alerts', () => {
  expect(prepare({ name: 'a' }).target).toEqual({ refId: 'Anno', queryType: 'annotations' });
  expect(prepare({ name: 'a', target: { refId: 'X', expr: 'up' } }).target).toMatchObject({
    refId: 'X',
    queryType: 'annotations',
  });
});

test('finds the query in a dashboard of schema v2', () => {
  const spec = { source: 'alertEvents', queryType: 'annotations' };
  expect(prepare({ name: 'a', query: { kind: 'x', spec } }).target).toMatchObject(spec);
});
