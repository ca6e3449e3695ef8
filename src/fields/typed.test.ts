import { readTyped } from './typed';

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
    ['101,101', ['101']],
    ['$node, 7', ['$node', '7']],
    ['${node:csv}', ['${node:csv}']],
    ['[[node]]', ['[[node]]']],
  ])('reads the node %j', (text, ids) => {
    expect(readTyped(text, ENTRIES, /^\d+$/)).toEqual(ids);
  });

  it.each([
    ['a,b', ['a,b']],
    ['cpu, load', ['cpu, load']],
    ['cpu load', ['cpu load']],
    ['Both, db primary', ['a,b', '101']],
  ])('does not cut a metric that may hold anything: %j', (text, ids) => {
    expect(readTyped(text, ENTRIES)).toEqual(ids);
  });

  it('takes a name that two entries have for a text', () => {
    expect(readTyped('web', ENTRIES, /^\d+$/)).toEqual(['web']);
  });

  it('cuts a list of alerts', () => {
    expect(readTyped('cf89-4e5d, 12ab', [], /^[\w-]+$/)).toEqual(['cf89-4e5d', '12ab']);
    expect(readTyped('what is it, then?', [], /^[\w-]+$/)).toEqual(['what is it, then?']);
  });
});
