import fc from 'fast-check';
import { pathOf } from './path';
import { ServiceFailure } from './failure';

describe('pathOf', () => {
  it('keeps every value within its own segment, and every pair within the query', () => {
    const value = fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => text !== '.' && text !== '..');
    fc.assert(
      fc.property(value, fc.string({ unit: 'grapheme' }), (id, text) => {
        const path = pathOf(['v2', { value: id }, 'events'], { q: text, none: undefined });
        expect(path).not.toContain(';');
        const { pathname, searchParams } = new URL(path, 'http://x/');
        expect(pathname.split('/').map(decodeURIComponent)).toEqual(['', 'v2', id, 'events']);
        expect([...searchParams]).toEqual(text === '' ? [] : [['q', text]]);
      })
    );
  });

  it.each(['', '.', '..', '\ud800'])('refuses %j', (value) => {
    expect(() => pathOf(['v1', { value }])).toThrow(new ServiceFailure('input', '', { identifier: value }));
  });

  it('sends false and 0, and omits empty values', () => {
    expect(pathOf(['a'], { page: 0, flag: false, q: '', at: undefined })).toBe('a?page=0&flag=false');
  });
});
