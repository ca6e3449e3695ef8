import { fetchError, parse } from './backend';

describe('a body, as Grafana returns it', () => {
  const json = { 'content-type': 'application/json' };

  it.each<[string, string, Record<string, string>, 'text' | 'json' | undefined, unknown]>([
    ['JSON', '{"a":1}', {}, undefined, { a: 1 }],
    ['text that is not JSON', '<html>', {}, undefined, '<html>'],
    [
      'text that is not JSON, declared with parameters',
      '[',
      { 'content-type': 'application/json; charset=utf-8' },
      undefined,
      '[',
    ],
    ['text that was asked for', '{"a":1}', json, 'text', '{"a":1}'],
    ['nothing, declared as JSON', '', { ...json, 'content-length': '0' }, undefined, {}],
  ])('%s', (_, body, headers, responseType, data) => {
    expect(parse(body, new Headers(headers), responseType)).toEqual(data);
  });

  it('that is declared as JSON and truncated fails', () => {
    expect(() => parse('{"a"', new Headers(json), undefined)).toThrow(SyntaxError);
  });
});

test.each([
  ['text', 'no', { message: 'no', error: 'Bad Gateway', response: 'no' }],
  ['nothing', '', { message: 'Bad Gateway', error: 'Bad Gateway', response: '' }],
  ['JSON without a message', { error: 'no' }, { error: 'no', message: 'no' }],
  ['null', null, { message: 'Unexpected error' }],
])('a failed answer with %s', (_, data, expected) => {
  expect(fetchError({ status: 502, statusText: 'Bad Gateway', data }, { url: '' })).toMatchObject({
    status: 502,
    data: expected,
  });
});
