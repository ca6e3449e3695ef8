import { baseOf, joinPath } from './target';

describe('baseOf', () => {
  it('takes http where no scheme is named, and drops the query string', () => {
    expect(baseOf('service:9400/api?x=1').href).toBe('http://service:9400/api');
    expect(baseOf('https://service/').href).toBe('https://service/');
  });

  it('throws where there is no URL', () => {
    expect(() => baseOf('')).toThrow();
  });
});

describe('joinPath', () => {
  it.each([
    ['/', 'v1/alerts', '/v1/alerts'],
    ['/base', '/v1/alerts', '/base/v1/alerts'],
    ['/base/', 'v1/a%2Fb%20c', '/base/v1/a%2Fb%20c'],
    ['/base', '', '/base'],
  ])('%s and %s make %s', (base, path, joined) => {
    expect(joinPath(base, path)).toBe(joined);
  });

  it('makes nothing of a broken escape', () => {
    expect(joinPath('/', 'v1/%zz')).toBeUndefined();
  });
});
