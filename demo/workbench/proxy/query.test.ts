import fc from 'fast-check';
import { rewriteQuery } from './query';

describe('rewriteQuery', () => {
  it('sorts keys, keeps the order of one key, loses pairs with a semicolon or a broken escape', () => {
    expect(rewriteQuery('b=2&a=1&b=1')).toBe('a=1&b=2&b=1');
    expect(rewriteQuery('a=1;x=2&b=3')).toBe('b=3');
    expect(rewriteQuery('a=%zz&b=3')).toBe('b=3');
    expect(rewriteQuery('&a&b=')).toBe('a=&b=');
  });

  it('writes a space as +, and escapes what Go escapes', () => {
    expect(rewriteQuery("q=a%20b+c&r=('*!~)")).toBe('q=a+b+c&r=%28%27%2A%21~%29');
  });

  it('keeps every pair that has no semicolon, whatever it holds', () => {
    const pair = fc.tuple(fc.string({ minLength: 1, unit: 'grapheme' }), fc.string({ unit: 'grapheme' }));
    fc.assert(
      fc.property(fc.array(pair), (pairs) => {
        const sent = pairs.map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`).join('&');
        const got = [...new URLSearchParams(rewriteQuery(sent))];
        const byKey = (list: string[][]) => [...list].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
        expect(got).toEqual(byKey(pairs));
      })
    );
  });
});
