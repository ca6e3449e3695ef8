import { resolveSelectors as libraryResolves, versionedComponents, versionedPages } from '@grafana/e2e-selectors';
import { resolveSelectors } from './selectors';

describe('resolveSelectors', () => {
  it('returns the same as the library', () => {
    for (const group of [versionedComponents, versionedPages]) {
      const expected: object = libraryResolves(group as never);
      expect(resolveSelectors(group as never)).toEqual(expected);
    }
  });

  it('uses the newest version by number, not by letter, in any order', () => {
    expect(resolveSelectors({ a: { b: { '9.5.0': 'old', '12.0.0': 'new', '10.4.9': 'between' } } })).toEqual({
      a: { b: 'new' },
    });
  });
});
