import { cleanPath, matchRoute, renderHeader } from './route';

const V1 = { path: 'v1', method: 'GET' };
const V2 = { path: 'v2', method: 'GET' };

describe('matchRoute', () => {
  it('matches by prefix of the cleaned path, without a segment boundary', () => {
    expect(matchRoute([V1, V2], 'GET', 'v2/alerts')).toBe(V2);
    expect(matchRoute([V1, V2], 'GET', 'v10/alerts')).toBe(V1);
    expect(matchRoute([V1, V2], 'GET', '/x/../v1/alerts')).toBe(V1);
    expect(matchRoute([V1, V2], 'GET', 'v1/../demo')).toBeUndefined();
  });

  it('matches the method that the route names', () => {
    expect(matchRoute([V1], 'POST', 'v1/alerts')).toBeUndefined();
    expect(matchRoute([{ path: 'v1' }], 'POST', 'v1/alerts')).toEqual({ path: 'v1' });
  });
});

describe('cleanPath', () => {
  it.each([
    ['/v1//alerts/', 'v1/alerts'],
    ['./v1/./a', 'v1/a'],
    ['../../v1', 'v1'],
    ['v1/a%2F..%2Fb', 'v1/a%2F..%2Fb'],
  ])('%s is %s', (path, cleaned) => {
    expect(cleanPath(path)).toBe(cleaned);
  });
});

describe('renderHeader', () => {
  const content = '{{ if .SecureJsonData.accessToken }}Bearer {{ .SecureJsonData.accessToken }}{{ end }}';

  it('fills in a secret, and leaves out what depends on a missing one', () => {
    const data = { URL: 'http://x', JsonData: {}, SecureJsonData: { accessToken: 'secret' } };
    expect(renderHeader(content, data)).toBe('Bearer secret');
    expect(renderHeader(content, { ...data, SecureJsonData: {} })).toBe('');
  });

  it('writes <no value> for a missing key, as Go does', () => {
    expect(renderHeader('Bearer {{ .SecureJsonData.none }}', { URL: '', JsonData: {}, SecureJsonData: {} })).toBe(
      'Bearer <no value>'
    );
  });
});
