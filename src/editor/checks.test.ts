import { checkSetting, checkUrl } from './checks';

describe('checkUrl', () => {
  it.each([
    'https://host',
    'http://localhost:9400/',
    'https://host/some/path/',
    'host:9400',
    'http://10.0.0.1/v1beta',
    'http://[::1]:9400',
  ])('accepts %s', (url) => {
    expect(checkUrl(url)).toBeUndefined();
  });

  it.each([
    ['', /Enter/],
    ['  ', /Enter/],
    ['ftp://host', /Not a valid URL/],
    ['https://', /Not a valid URL/],
    ['two words', /Not a valid URL/],
    ['https://host/?tenant=1', /Remove "\?tenant=1"/],
    ['https://host/#a', /Remove "#a"/],
    ['https://host/api/v2/', /Remove "\/v2\/"/],
    ['http://host//', /Remove "\/\/"/],
    ['http://host/api//', /Remove "\/\/"/],
  ])('explains what is wrong with "%s"', (url, sentence) => {
    expect(checkUrl(url)).toMatch(sentence);
  });
});

it('a window is from an hour to the limit of the service, including both', () => {
  const check = (text: string) => checkSetting('maxWindow', text);
  expect(['1h', '14d', '336h', ''].map(check)).toEqual([undefined, undefined, undefined, undefined]);
  for (const text of ['59m', '337h', 'soon']) {
    expect([text, check(text)]).toEqual([text, 'Not valid. Use 1h–14d.']);
  }
});
