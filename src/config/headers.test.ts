import { type DataSourceSettings } from '@grafana/data';
import { type SecureSettings, type StoredSettings } from '../settings';
import { headersOf, withHeaders } from './headers';

type Options = DataSourceSettings<StoredSettings, SecureSettings>;

function options(jsonData: object, stored: string[] = []): Options {
  const secureJsonFields = Object.fromEntries(stored.map((key) => [key, true]));
  return { jsonData, secureJsonFields, secureJsonData: { accessToken: 't' } } as unknown as Options;
}

const two = options({ maxWindow: '7d', httpHeaderName1: 'X-One', httpHeaderName2: 'X-Two' }, [
  'accessToken',
  'httpHeaderValue1',
  'httpHeaderValue2',
]);

it('lists the headers in the order of their numbers, ten after nine', () => {
  const stored = options({ httpHeaderName10: 'J', httpHeaderName9: 'I', httpHeaderNameX: 'none' }, [
    'httpHeaderValue9',
  ]);
  expect(headersOf(stored)).toEqual([
    { name: 'I', configured: true },
    { name: 'J', configured: false },
  ]);
});

it('adds a header under a number of its own', () => {
  const rows = [
    ...headersOf(two).map((row) => ({ ...row, value: '' })),
    { name: 'X-3', value: 'c', configured: false },
  ];
  expect(withHeaders(two, rows)).toEqual({
    jsonData: { maxWindow: '7d', httpHeaderName1: 'X-One', httpHeaderName2: 'X-Two', httpHeaderName3: 'X-3' },
    secureJsonFields: { accessToken: true, httpHeaderValue1: true, httpHeaderValue2: true },
    secureJsonData: { accessToken: 't', httpHeaderValue3: 'c' },
  });
});

it('keeps the number, and so the stored value, of the header that is left when another is taken away', () => {
  const left = withHeaders(two, [{ name: 'X-Two', value: '', configured: true }]);
  expect(left.jsonData).toEqual({ maxWindow: '7d', httpHeaderName2: 'X-Two' });
  expect(left.secureJsonFields).toEqual({ accessToken: true, httpHeaderValue2: true });
});

it('keeps the stored value of a header that is renamed', () => {
  const renamed = withHeaders(two, [
    { name: 'X-One', value: '', configured: true },
    { name: 'X-Other', value: '', configured: true },
  ]);
  expect(renamed.jsonData).toEqual({ maxWindow: '7d', httpHeaderName1: 'X-One', httpHeaderName2: 'X-Other' });
  expect(renamed.secureJsonFields).toEqual({ accessToken: true, httpHeaderValue1: true, httpHeaderValue2: true });
});

it('stores the new value of a header that was reset', () => {
  const reset = withHeaders(two, [
    { name: 'X-One', value: 'new', configured: false },
    { name: 'X-Two', value: '', configured: true },
  ]);
  expect(reset.secureJsonData).toEqual({ accessToken: 't', httpHeaderValue1: 'new' });
  expect(reset.secureJsonFields).toEqual({ accessToken: true, httpHeaderValue2: true });
});
