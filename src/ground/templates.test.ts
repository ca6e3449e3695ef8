import { type TemplateSrv } from '@grafana/runtime';
import { Templates } from './templates';

/** Grafana's own replacement, as far as it matters here: `${name:format}` has its own format, and a function gets the value. */
function templates(variables: Record<string, { value: unknown; text?: unknown; options?: unknown[] }>): Templates {
  const pattern = /\$(\w+)|\$\{(\w+)(?::(\w+))?\}|\[\[(\w+)\]\]/g;
  const service = {
    getVariables: () =>
      Object.entries(variables).map(([name, { value, text, options }]) => ({
        name,
        type: 'query',
        current: { value, text },
        options,
      })),
    containsTemplate: (text: string) => text.search(pattern) >= 0,
    replace: (
      text: string,
      scoped: Record<string, { value: unknown }> | undefined,
      format: (value: unknown) => string
    ) =>
      text.replace(pattern, (whole, bare, braced, own, square) => {
        const name = bare ?? braced ?? square;
        const value = scoped?.[name]?.value ?? variables[name]?.value;
        return value === undefined ? whole : own ? [value].flat().join(',') : format(value);
      }),
  };
  return new Templates(() => service as unknown as TemplateSrv);
}

describe('all', () => {
  const some = templates({
    a: { value: ['1', '2'] },
    b: { value: ['x', 'y'] },
    one: { value: 'o' },
    none: { value: [] },
    empty: { value: '' },
  });

  it.each([
    ['plain', ['plain']],
    ['$one', ['o']],
    ['$a', ['1', '2']],
    ['${a}', ['1', '2']],
    ['[[a]]', ['1', '2']],
    ['pre-${a}-post', ['pre-1-post', 'pre-2-post']],
    ['$a/$b', ['1/x', '1/y', '2/x', '2/y']],
    ['${a:csv}', ['1,2']],
    ['$none', []],
    ['x$none', []],
    ['$empty', []],
    ['x$empty', ['x']],
    ['', []],
    ['$unknown', ['$unknown']],
  ])('for %s is %j', (text, expected) => {
    expect(some.all(text)).toEqual(expected);
  });

  it('keeps commas in values, returns each once, and numbers as text', () => {
    expect(templates({ a: { value: ['a,b', 'c', 'a,b', 7] } }).all('$a')).toEqual(['a,b', 'c', '7']);
  });

  it('prefers the scoped value', () => {
    expect(some.all('$a', { a: { value: '9', text: 'nine' } })).toEqual(['9']);
  });
});

it('one joins several values by commas', () => {
  const some = templates({ a: { value: ['1', '2'] }, b: { value: null } });
  expect(some.one('n $a')).toBe('n 1,2');
  expect(some.one('n$b')).toBe('n');
});

describe('texts', () => {
  const some = templates({
    a: { value: ['1', '2'], text: ['db', '2'], options: [{ value: '3', text: 'web' }] },
    all: { value: ['$__all'], text: ['All'] },
  });

  it("are the variable's labels for its values", () => {
    expect([...some.texts('$a')]).toEqual([
      ['1', 'db'],
      ['3', 'web'],
    ]);
    expect([...some.texts('${a}')]).toHaveLength(2);
    expect([...some.texts('$a', { a: { value: '8', text: 'eight' } })]).toEqual([['8', 'eight']]);
  });

  it('are empty for a text that is more than a variable', () => {
    expect(some.texts('x$a').size).toBe(0);
    expect(some.texts('plain').size).toBe(0);
    expect(some.texts('$unknown').size).toBe(0);
  });
});
