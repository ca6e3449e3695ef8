import { type ProxiedSource } from '../proxy/forward';

/** A data source as the server keeps it, in memory. */
export interface StoredSource extends ProxiedSource {
  id: number;
  uid: string;
  name: string;
  type: string;
  isDefault: boolean;
  version: number;
}

/** What a settings page sends: only the secrets that were typed in. */
export interface SourceUpdate {
  name?: string;
  url?: string;
  jsonData?: Record<string, unknown>;
  secureJsonData?: Record<string, string | undefined>;
  secureJsonFields?: Record<string, boolean>;
}

/** The workbench's data sources, with Grafana's rules for secrets: they go in, and only that they are set comes out. */
export class Sources {
  private readonly list: StoredSource[];

  constructor(list: StoredSource[]) {
    this.list = list;
  }

  get all(): StoredSource[] {
    return this.list;
  }

  get(uid: string): StoredSource | undefined {
    return this.list.find((source) => source.uid === uid);
  }

  /** A secret that is sent replaces; one that is not stays; an empty one is taken away. */
  update(source: StoredSource, { name, url, jsonData, secureJsonData = {} }: SourceUpdate) {
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
    source.version++;
  }
}

/** What a settings page sees. */
export function forSettingsPage(source: StoredSource) {
  const { secureJsonData, ...shown } = source;
  return {
    ...shown,
    orgId: 1,
    typeName: source.name,
    typeLogoUrl: `public/plugins/${source.type}/img/logo.svg`,
    access: 'proxy',
    user: '',
    database: '',
    basicAuth: false,
    basicAuthUser: '',
    withCredentials: false,
    secureJsonFields: Object.fromEntries(Object.keys(secureJsonData).map((key) => [key, true])),
    readOnly: false,
    apiVersion: '',
  };
}

/** What the plugin's instances see: the proxy's address in place of the service's, no secrets at all. */
export function forInstance({ id, uid, name, type, jsonData, isDefault }: StoredSource, prefix = '') {
  return {
    id,
    uid,
    name,
    type,
    jsonData,
    isDefault,
    access: 'proxy',
    readOnly: false,
    url: `${prefix}/api/datasources/proxy/uid/${uid}`,
  };
}
