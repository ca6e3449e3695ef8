import { isFilled, mentionsVariable } from './shapes';

it.each(['$node', 'a-$node', '${node}', '${node:csv}', '${Node.text}', '[[node]]', '[[node:csv]]'])(
  '%p mentions a variable',
  (text) => {
    expect(mentionsVariable(text)).toBe(true);
  }
);

it.each(['', 'node', '$', '$ node', '${}', '${', '[node]', '[[]]', '5 %'])('%p mentions none', (text) => {
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
