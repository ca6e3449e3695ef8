import { namesSeries } from './fields';
import { parseSeries } from './series';

it.each([
  ['12:cpu', { nodeId: '12', metricId: 'cpu' }],
  ['12:disk:used', { nodeId: '12', metricId: 'disk:used' }],
  [' 12 : cpu load ', { nodeId: '12', metricId: 'cpu load' }],
  ['cpu', null],
  [':cpu', null],
  [' :cpu', null],
  ['12:', null],
  ['12: ', null],
  ['', null],
])('the text %p is the series %p', (text, expected) => {
  expect(parseSeries(text)).toEqual(expected);
});

it.each([
  [{ series: '12:cpu' }, true],
  [{ nodeId: '12', metricId: 'cpu' }, true],
  [{ nodeId: ['$node'], metricId: ['cpu', 'mem'] }, true],
  [{ nodeId: '12' }, false],
  [{ metricId: 'cpu' }, false],
  [{ series: ' ', nodeId: ' ', metricId: 'cpu' }, false],
  [{ series: [], nodeId: [], metricId: 'cpu' }, false],
])('%j has a series: %p', (fields, expected) => {
  const none = { nodeId: '', metricId: '', series: '', nodeName: '', metricName: '', systemName: '' };
  expect(namesSeries({ ...none, ...fields })).toBe(expected);
});
