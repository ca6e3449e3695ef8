import { forInstance, forSettingsPage, Sources } from './sources';

const stored = () => ({
  id: 1,
  uid: 'a',
  name: 'A',
  type: 't',
  isDefault: true,
  version: 1,
  url: 'http://service',
  jsonData: { timeout: 30 },
  secureJsonData: { accessToken: 'secret' },
});

describe('Sources', () => {
  it('shows that a secret is set, never the secret', () => {
    const source = stored();
    expect(forSettingsPage(source).secureJsonFields).toEqual({ accessToken: true });
    expect(JSON.stringify([forSettingsPage(source), forInstance(source)])).not.toContain('secret"');
  });

  it('gives instances the address of the proxy', () => {
    expect(forInstance(stored()).url).toBe('/api/datasources/proxy/uid/a');
  });

  it('keeps a secret that is not sent, replaces one that is, takes an empty one away', () => {
    const source = stored();
    const sources = new Sources([source]);
    sources.update(source, { url: 'http://other', jsonData: {} });
    expect(source).toMatchObject({ url: 'http://other', jsonData: {}, secureJsonData: { accessToken: 'secret' } });
    sources.update(source, { secureJsonData: { accessToken: 'new' } });
    expect(source.secureJsonData).toEqual({ accessToken: 'new' });
    sources.update(source, { secureJsonData: { accessToken: '' } });
    expect(source.secureJsonData).toEqual({});
  });
});
