import fc from 'fast-check';
import { pairOf, readTyped } from './typed';

const ENTRIES = [
  { value: '101', text: 'db primary' },
  { value: '102', text: 'web' },
  { value: '103', text: 'web' },
  { value: 'a,b', text: 'Both' },
];

describe('readTyped', () => {
  it.each([
    ['101', ['101']],
    [' 4711 ', ['4711']],
    ['DB Primary', ['101']],
    ['', []],
    ['  ', []],
    ['101, 102', ['101', '102']],
    ['101 102;7', ['101', '102', '7']],
    ['101,101', ['101']],
    ['$node, 7', ['$node', '7']],
    ['${node:csv}', ['${node:csv}']],
    ['["101", 7]', ['101', '7']],
    ['101\n102\r\n', ['101', '102']],
    ['[[node]]', ['[[node]]']],
    ['[]', ['[]']],
    ['[1', ['[1']],
  ])('reads the node %j', (text, ids) => {
    expect(readTyped(text, ENTRIES, 'number')).toEqual(ids);
  });

  it.each([
    ['a,b', ['a,b']],
    ['cpu, load', ['cpu, load']],
    ['cpu load', ['cpu load']],
    ['Both, db primary', ['a,b', '101']],
    ['cpu, load\nmem', ['cpu, load', 'mem']],
  ])('does not cut a metric that may hold anything: %j', (text, ids) => {
    expect(readTyped(text, ENTRIES, 'any')).toEqual(ids);
  });

  it('takes a name that two entries have for a text', () => {
    expect(readTyped('web', ENTRIES, 'number')).toEqual(['web']);
  });

  it('cuts a list of alerts', () => {
    expect(readTyped('cf89-4e5d, 12ab', [], 'word')).toEqual(['cf89-4e5d', '12ab']);
    expect(readTyped('what is it, then?', [], 'word')).toEqual(['what is it, then?']);
  });

  it('gives back any list that was written as JSON, each id once', () => {
    const id = fc.string({ minLength: 1 }).filter((text) => text === text.trim());
    fc.assert(
      fc.property(fc.uniqueArray(id, { minLength: 2 }), (ids) => {
        expect(readTyped(JSON.stringify(ids), [], 'any')).toEqual(ids);
      })
    );
  });
});

describe('pairOf', () => {
  it.each([
    ['101:cpu', { nodeId: '101', metricId: 'cpu' }],
    [' 101 : http:500 ', { nodeId: '101', metricId: 'http:500' }],
    ['$node:$metric', { nodeId: '$node', metricId: '$metric' }],
    ['${node:csv}:cpu', { nodeId: '${node:csv}', metricId: 'cpu' }],
    ['${node:csv}', undefined],
    ['http:500', undefined],
    ['101:', undefined],
    [':cpu', undefined],
    ['101', undefined],
  ])('reads %j', (text, pair) => {
    expect(pairOf(text)).toEqual(pair);
  });
});
