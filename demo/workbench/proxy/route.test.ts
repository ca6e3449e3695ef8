import { matchRoute, renderHeader, rewriteQuery } from './route';

const V1 = { path: 'v1', method: 'GET' };
const V2 = { path: 'v2', method: 'GET' };

describe('matchRoute', () => {
  it('matches by prefix of the cleaned path, without a segment boundary', () => {
    expect(matchRoute([V1, V2], 'GET', 'v2/alerts')).toBe(V2);
    expect(matchRoute([V1, V2], 'GET', 'v10/alerts')).toBe(V1);
    expect(matchRoute([V1, V2], 'GET', '/x/../v1/alerts')).toBe(V1);
    expect(matchRoute([V1, V2], 'GET', 'v1/../demo')).toBeUndefined();
  });

  it("matches the route's method", () => {
    expect(matchRoute([V1], 'POST', 'v1/alerts')).toBeUndefined();
    expect(matchRoute([{ path: 'v1' }], 'POST', 'v1/alerts')).toEqual({ path: 'v1' });
  });
});

describe('rewriteQuery', () => {
  it('sorts keys, keeps the order within a key, drops pairs with a semicolon, writes a space as +', () => {
    expect(rewriteQuery('b=2&a=1&b=1')).toBe('a=1&b=2&b=1');
    expect(rewriteQuery('a=1;x=2&b=3')).toBe('b=3');
    expect(rewriteQuery("q=a%20b+c&r=('!")).toBe('q=a+b+c&r=%28%27%21');
  });
});

describe('renderHeader', () => {
  const content = '{{ if .SecureJsonData.accessToken }}Bearer {{ .SecureJsonData.accessToken }}{{ end }}';

  it('fills in a secret, and omits what depends on a missing one', () => {
    expect(renderHeader(content, { SecureJsonData: { accessToken: 'secret' } })).toBe('Bearer secret');
    expect(renderHeader(content, { SecureJsonData: {} })).toBe('');
  });

  it('writes <no value> for a missing key, as Go does', () => {
    expect(renderHeader('Bearer {{ .SecureJsonData.none }}', { SecureJsonData: {} })).toBe('Bearer <no value>');
  });
});
