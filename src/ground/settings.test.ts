import { invalidSettings, parseSpan, readSettings, type StoredSettings } from './settings';
import { DAY, HOUR, MINUTE } from './spans';

/** The settings, and the names of the invalid ones. */
const read = (jsonData: unknown) => {
  const { stored, ...settings } = readSettings({ jsonData: jsonData as StoredSettings });
  return { ...settings, unread: invalidSettings(stored) };
};

describe('readSettings', () => {
  it('has the contract’s defaults, even if nothing is stored', () => {
    const defaults = {
      metricVersion: 'v1',
      alertsVersion: 'v2',
      maxConcurrentRequests: 4,
      maxWindow: 14 * DAY,
      maxFineWindow: 48 * HOUR,
      refreshOverlap: 10 * MINUTE,
      reuseData: true,
      reuseFor: HOUR,
      progressive: true,
      sharedCache: false,
      defaultNodeId: '',
      defaultMetricId: '',
      patience: 120_000,
      unread: [],
    };
    expect(read({})).toEqual(defaults);
    expect(read(undefined)).toEqual(defaults);
    const nonsense = {
      metricVersion: 'v3',
      alertsVersion: 3,
      maxConcurrentRequests: 'many',
      maxWindow: 'long',
      maxFineWindow: -3,
      refreshOverlap: null,
      reuseData: null,
      reuseFor: {},
      progressive: 'perhaps',
      defaultNodeId: null,
    };
    expect(read(nonsense)).toMatchObject({ ...defaults, unread: expect.any(Array) });
  });

  it.each([
    [undefined, 120_000],
    [20, 120_000],
    ['300', 310_000],
    // A timer ends at once if it is longer than 2 ** 31 milliseconds.
    [9_999_999, DAY],
    ['Infinity', 120_000],
    ['long', 120_000],
  ])('waits for an answer longer than Grafana does with a timeout of %p s', (timeout, patience) => {
    expect(read({ timeout }).patience).toBe(patience);
  });

  describe('simultaneous requests', () => {
    const origin = globalThis.location.origin;
    const page = (nextHopProtocol: string) => ({ name: `${origin}/d/x`, nextHopProtocol });
    const script = (nextHopProtocol: string) => ({ name: `${origin}/public/build/app.js`, nextHopProtocol });
    const elsewhere = { name: 'https://cdn.example.com/app.js', nextHopProtocol: 'h2' };
    const ofPage = (entries: Record<string, object[]>, stored: object = {}) => {
      const original = Object.getOwnPropertyDescriptor(globalThis.performance, 'getEntriesByType');
      const getEntriesByType = (type: string) => entries[type] ?? [];
      Object.defineProperty(globalThis.performance, 'getEntriesByType', {
        value: getEntriesByType,
        configurable: true,
      });
      try {
        return read(stored).maxConcurrentRequests;
      } finally {
        Reflect.deleteProperty(globalThis.performance, 'getEntriesByType');
        if (original) {
          Object.defineProperty(globalThis.performance, 'getEntriesByType', original);
        }
      }
    };

    it.each([
      ['12 if the page was loaded over HTTP/2', { navigation: [page('h2')] }, 12],
      ['12 if it was loaded over HTTP/3', { navigation: [page('h3')] }, 12],
      ['12 if only a script of Grafana shows it', { navigation: [page('')], resource: [script('h2')] }, 12],
      ['4 over HTTP/1', { navigation: [page('http/1.1')], resource: [script('http/1.1')] }, 4],
      ['4 where only files of other servers came over HTTP/2', { navigation: [page('')], resource: [elsewhere] }, 4],
    ])('are %s', (_, entries, expected) => {
      expect(ofPage(entries)).toBe(expected);
    });

    it('follow the settings, over HTTP/1 and HTTP/2', () => {
      expect(ofPage({ navigation: [page('h2')] }, { maxConcurrentRequests: 3 })).toBe(3);
    });
  });

  it('accepts text and numbers', () => {
    expect(
      read({
        metricVersion: 'v2',
        alertsVersion: 'v1',
        maxConcurrentRequests: '8',
        reuseData: false,
        defaultNodeId: 12,
      })
    ).toMatchObject({
      metricVersion: 'v2',
      alertsVersion: 'v1',
      maxConcurrentRequests: 8,
      reuseData: false,
      defaultNodeId: '12',
    });
  });

  it('keeps all settings within the interface’s limits, and the fine window within the window', () => {
    expect(read({ maxWindow: '90d', maxFineWindow: '90d' })).toMatchObject({
      maxWindow: 14 * DAY,
      maxFineWindow: 2 * DAY,
    });
    expect(read({ maxWindow: '1d', maxFineWindow: '2d' })).toMatchObject({ maxWindow: DAY, maxFineWindow: DAY });
  });

  it('allows at least one request', () => {
    expect([0, -1, NaN].map((maxConcurrentRequests) => read({ maxConcurrentRequests }).maxConcurrentRequests)).toEqual([
      4, 4, 4,
    ]);
    expect(read({ maxConcurrentRequests: 2.9 }).maxConcurrentRequests).toBe(2);
  });
});

describe('settings in another form', () => {
  it.each([
    [{ sharedCache: 'true' }, { sharedCache: true }],
    [
      { sharedCache: 1, progressive: 'No' },
      { sharedCache: true, progressive: false },
    ],
    [
      { reuseData: 'false', progressive: ' FALSE ' },
      { reuseData: false, progressive: false },
    ],
    [
      { metricVersion: 'V2', alertsVersion: 'v1 ' },
      { metricVersion: 'v2', alertsVersion: 'v1' },
    ],
    [
      { metricVersion: 2, alertsVersion: '1' },
      { metricVersion: 'v2', alertsVersion: 'v1' },
    ],
    [{ maxWindow: 7 }, { maxWindow: 7 * DAY }],
    [{ maxWindow: '7' }, { maxWindow: 7 * DAY }],
    [
      { reuseFor: '0', refreshOverlap: 0 },
      { reuseFor: 0, refreshOverlap: 0 },
    ],
    [{ maxConcurrentRequests: ' 8 ' }, { maxConcurrentRequests: 8 }],
    [{ defaultNodeId: 12 }, { defaultNodeId: '12' }],
    [
      { reuseFor: null, maxWindow: '', sharedCache: undefined },
      { reuseFor: HOUR, maxWindow: 14 * DAY },
    ],
  ])('%j is read', (stored, expected) => {
    expect(read(stored)).toMatchObject(expected);
    expect(read(stored).unread).toEqual([]);
  });

  it.each([
    { sharedCache: 'perhaps' },
    { reuseData: {} },
    { metricVersion: 'v3' },
    { alertsVersion: ['v1'] },
    { maxConcurrentRequests: '1,000' },
    { maxConcurrentRequests: 0 },
    { maxWindow: '0' },
    { maxFineWindow: 7 },
    { refreshOverlap: '10' },
    { refreshOverlap: '10M' },
    { reuseFor: '1y' },
    { maxWindow: '30d' },
    { maxWindow: 15 },
    { maxWindow: '59m' },
    { maxFineWindow: '49h' },
    { maxFineWindow: '59m' },
    { reuseFor: 'an hour' },
    { progressive: 2 },
    { defaultMetricId: true },
    { timeout: 'long' },
    { timeout: '4.5' },
    { tlsSkipVerify: 'true' },
  ])('%j is replaced by the default, and reported', (stored) => {
    expect(read(stored)).toEqual({ ...read({}), unread: Object.keys(stored) });
  });
});

it.each([
  ['90s', 90_000],
  [' 1.5h ', 1.5 * HOUR],
  ['2 w', 14 * DAY],
  ['0s', 0],
  ['10', undefined],
  ['ten minutes', undefined],
  ['-5m', undefined],
  [600, undefined],
])('parseSpan %j is %j', (text, expected) => {
  expect(parseSpan(text)).toBe(expected);
});
