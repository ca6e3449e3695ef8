import fc from 'fast-check';
import {
  choice,
  isReadable,
  someOf,
  flag,
  list,
  number,
  type Shape,
  shaped,
  text,
  texts,
  mentionsVariable,
  lookUp,
  isFilled,
  word,
} from './shapes';
import { asWritten } from './fields';

describe('shaped', () => {
  it.each<[string, Shape, unknown, unknown]>([
    ['a missing text', word('auto', { options: asWritten('auto') }), undefined, 'auto'],
    ['a number as text', text(), 12, '12'],
    ['an object where text is meant', text(), {}, ''],
    ['no number', text(), NaN, ''],
    ['one identifier', texts(), 101, '101'],
    ['a list of identifiers', texts(), ['1', 2, null, '$node'], ['1', '2', '$node']],
    ['an empty list', texts(), [], []],
    ['no identifier', texts(), { id: 1 }, ''],
    ['several words', list(), ['inf', 1, null], ['inf', '1']],
    ['any of several words', list(), 'any', []],
    ['a list of nothing but null', texts(), [null], ['']],
    ['a list of one for a text', text(), [12], '12'],
    ['a list of one for a number', number(20), ['5'], 5],
    ['one of some words', someOf(['main', 'sup']), 'sup', ['sup']],
    ['none of some words', someOf(['main', 'sup']), 'inf', ['main', 'sup']],
    ['a number', number(20), 5, 5],
    ['a number written as text', number(20), ' 5 ', 5],
    ['a variable for a number', number(20), '$limit', '$limit'],
    ['no number of that name', number(20), 'many', 20],
    ['an empty number', number(20), '', 20],
    ['a blank number', number(20), '  ', 20],
    ['a flag', flag(true), false, false],
    ['no flag', flag(true), 'no', true],
    ['a flag as text', flag(true), 'false', false],
    ['a flag’s variable', flag(true), '$flag', '$flag'],
    ['a word', choice(asWritten('table', 'logs')), 'logs', 'logs'],
    ['another word', choice(asWritten('table', 'logs')), 'states', 'table'],
  ])('reads %s', (_, shape, value, expected) => {
    expect(shaped(value, shape)).toEqual(expected);
  });

  it.each<[string, Shape, unknown]>([
    ['two texts for one', text(), ['a', 'b']],
    ['an object', texts(), { id: 1 }],
    ['a list within a list', texts(), ['1', ['2']]],
    ['an unknown word', choice(asWritten('table', 'logs')), 'states'],
    ['an unknown corridor', someOf(['main']), ['main', 'outer']],
    ['a number with a comma', number(20), '1,000'],
    ['a hexadecimal number', number(20), '0x10'],
    ['a flag in other words', flag(true), 'no'],
    ['a list of flags', flag(true), [true, false]],
  ])('refuses %s', (_, shape, value) => {
    expect(isReadable(value, shape)).toBe(false);
    expect(shaped(value, shape)).toBe(shape.fallback);
  });

  it('returns a value of the shape for anything', () => {
    const isText = (value: unknown) => typeof value === 'string';
    const isTexts = (value: unknown) => Array.isArray(value) && value.every(isText);
    fc.assert(
      fc.property(fc.anything(), (value) => {
        expect(isText(shaped(value, text()))).toBe(true);
        const ids = shaped(value, texts());
        expect(isText(ids) || isTexts(ids)).toBe(true);
        expect(isTexts(shaped(value, list()))).toBe(true);
        const read = shaped(value, number(1));
        expect(typeof read === 'string' ? mentionsVariable(read) : Number.isFinite(read)).toBe(true);
        const turned = shaped(value, flag(true));
        expect(typeof turned === 'string' ? mentionsVariable(turned) : typeof turned === 'boolean').toBe(true);
        expect(['a', 'b']).toContain(shaped(value, choice(asWritten('a', 'b'))));
      })
    );
  });
});

describe('lookUp', () => {
  it('finds entries of the table', () => {
    expect(lookUp({ low: 'blue' }, 'low')).toBe('blue');
  });

  it.each(['constructor', '__proto__', 'toString', 'hasOwnProperty', 'high', '', null, undefined])(
    'finds nothing under %p',
    (name) => {
      expect(lookUp({ low: 'blue' }, name)).toBeUndefined();
    }
  );
});

it.each(['$node', 'a-$node', '${node}', '${node:csv}', '${Node.text}', '[[node]]', '[[node:csv]]'])(
  '%p mentions a variable',
  (text) => {
    expect(mentionsVariable(text)).toBe(true);
  }
);

it.each(['', 'node', '$', '$ node', '${}', '${', '[node]', '[[]]', '5 %'])('%p mentions no variable', (text) => {
  expect(mentionsVariable(text)).toBe(false);
});

it.each([
  ['', false],
  ['  ', false],
  ['a', true],
  [[], false],
  [[''], true],
])('%j is filled: %p', (field, expected) => {
  expect(isFilled(field)).toBe(expected);
});
