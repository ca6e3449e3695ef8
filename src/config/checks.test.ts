import { checkUrl } from './checks';

describe('checkUrl', () => {
  it.each([
    'https://host',
    'http://localhost:9400/',
    'https://host/some/path/',
    'host:9400',
    'http://10.0.0.1/v1beta',
    'http://[::1]:9400',
  ])('takes %s', (url) => {
    expect(checkUrl(url)).toBeUndefined();
  });

  it.each([
    ['', /Enter/],
    ['  ', /Enter/],
    ['ftp://host', /Not a web address/],
    ['https://', /Not a web address/],
    ['two words', /Not a web address/],
    ['https://host/?tenant=1', /Leave out what follows/],
    ['https://host/#a', /Leave out what follows/],
    ['https://host/api/v2/', /Leave out the version/],
  ])('says what is wrong with "%s"', (url, sentence) => {
    expect(checkUrl(url)).toMatch(sentence);
  });
});
