import { type ProxiedSource } from '../proxy/forward';

/** The workbench's data source on the server, in memory. */
export interface StoredSource extends ProxiedSource {
  uid: string;
  name: string;
  type: string;
}

/** What a settings page sends: only secrets that were typed in. */
export interface SourceUpdate extends Partial<Pick<StoredSource, 'name' | 'url' | 'jsonData'>> {
  secureJsonData?: Record<string, string | undefined>;
}

/** A secret that is sent replaces the previous one. Missing secrets stay, and empty ones are removed. */
export function update(source: StoredSource, { name, url, jsonData, secureJsonData = {} }: SourceUpdate) {
  source.name = name ?? source.name;
  source.url = url ?? source.url;
  source.jsonData = jsonData ?? source.jsonData;
  for (const [key, value] of Object.entries(secureJsonData)) {
    if (value) {
      source.secureJsonData[key] = value;
    } else {
      delete source.secureJsonData[key];
    }
  }
}

const SAME = { id: 1, orgId: 1, isDefault: true, access: 'proxy', readOnly: false };

/** What a settings page sees: that a secret is set, but never the secret. */
export function forSettingsPage({ secureJsonData, ...shown }: StoredSource) {
  const secureJsonFields = Object.fromEntries(Object.keys(secureJsonData).map((key) => [key, true]));
  return { ...SAME, ...shown, typeName: shown.name, basicAuth: false, withCredentials: false, secureJsonFields };
}

/** What the plugin's instances see: the proxy's address instead of the service's, and no secrets at all. */
export function forInstance({ uid, name, type, jsonData }: StoredSource, prefix = '') {
  return { ...SAME, uid, name, type, jsonData, url: `${prefix}/api/datasources/proxy/uid/${uid}` };
}
