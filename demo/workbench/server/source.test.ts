import { forInstance, forSettingsPage, update } from './source';

const stored = () => ({
  uid: 'a',
  name: 'A',
  type: 't',
  url: 'http://service',
  jsonData: { timeout: 30 },
  secureJsonData: { accessToken: 'secret' },
});

describe('the data source', () => {
  it('shows that a secret is set, never the secret', () => {
    const source = stored();
    expect(forSettingsPage(source).secureJsonFields).toEqual({ accessToken: true });
    expect(JSON.stringify([forSettingsPage(source), forInstance(source)])).not.toContain('secret"');
  });

  it("returns the proxy's address for instances", () => {
    expect(forInstance(stored()).url).toBe('/api/datasources/proxy/uid/a');
  });

  it('keeps a missing secret, replaces a new one, removes an empty one', () => {
    const source = stored();
    update(source, { url: 'http://other', jsonData: {} });
    expect(source).toMatchObject({ url: 'http://other', jsonData: {}, secureJsonData: { accessToken: 'secret' } });
    update(source, { secureJsonData: { accessToken: 'new' } });
    expect(source.secureJsonData).toEqual({ accessToken: 'new' });
    update(source, { secureJsonData: { accessToken: '' } });
    expect(source.secureJsonData).toEqual({});
  });
});
