import { type DataSourceInstanceSettings, type DataSourceJsonData } from '@grafana/data';
import { type StoredLink } from './linkSettings';
import { readCount, readFlag, readSpan, readText, readVersion, type Version } from './settingForms';

/** The administrator's settings, as stored. Every field may be missing. Part of the public contract. */
export interface StoredSettings extends DataSourceJsonData {
  metricVersion?: Version;
  alertsVersion?: Version;
  maxConcurrentRequests?: number;
  maxWindow?: string;
  maxFineWindow?: string;
  refreshOverlap?: string;
  reuseData?: boolean;
  reuseFor?: string;
  progressive?: boolean;
  sharedCache?: boolean;
  defaultNodeId?: string;
  defaultMetricId?: string;
  links?: StoredLink[];
  /** The rest is Grafana's own, for its data proxy (headers too, see `HeadersInput`): its timeout in seconds. */
  timeout?: number;
  keepCookies?: string[];
  enableSecureSocksProxy?: boolean;
  tlsAuth?: boolean;
  tlsAuthWithCACert?: boolean;
  tlsSkipVerify?: boolean;
  serverName?: string;
}

export interface SecureSettings {
  accessToken?: string;
  tlsCACert?: string;
  tlsClientCert?: string;
  tlsClientKey?: string;
}

export { type Version };

/** The settings with their defaults. Spans are milliseconds. */
export interface Settings {
  metricVersion: Version;
  alertsVersion: Version;
  maxConcurrentRequests: number;
  maxWindow: number;
  maxFineWindow: number;
  refreshOverlap: number;
  reuseData: boolean;
  reuseFor: number;
  progressive: boolean;
  /** A cache in front of the service serves all viewers, who send the same requests. */
  sharedCache: boolean;
  defaultNodeId: string;
  defaultMetricId: string;
  /** The longest wait for one answer. */
  patience: number;
  /** As they are stored: for links (see `readLinks`), and to find invalid ones (see `config/health`). */
  stored: StoredSettings;
}

export const DAY = 24 * 3600_000;
export const HOUR = 3600_000;
export const MINUTE = 60_000;

/** The interface's own limits: no setting goes beyond them. */
export const WINDOW_LIMIT = 14 * DAY;
export const FINE_WINDOW_LIMIT = 2 * DAY;

/**
 * Grafana's proxy itself gives up on a request after half a minute, or after `timeout`. A request without an answer long
 * after that hangs between the browser and Grafana.
 */
const PATIENCE = 2 * MINUTE;
const PROXY_MARGIN = 10_000;
/** A timer of a browser runs for at most 24 days. It would end a longer one at once. */
const LONGEST_PATIENCE = DAY;

export const SETTING_DEFAULTS = {
  metricVersion: 'v1',
  alertsVersion: 'v2',
  maxConcurrentRequests: 4,
  maxWindow: '14d',
  maxFineWindow: '48h',
  refreshOverlap: '10m',
  reuseData: true,
  reuseFor: '1h',
  progressive: true,
  sharedCache: false,
  defaultNodeId: '',
  defaultMetricId: '',
} as const;

/** With HTTP/2 or 3, a browser tab sends all its requests over one connection. With HTTP/1, it has five for all its panels. */
const MULTIPLEXED_CONCURRENCY = 12;

/** The number of simultaneous requests if the settings do not have it. */
export function defaultConcurrency(): number {
  return isMultiplexed() ? MULTIPLEXED_CONCURRENCY : SETTING_DEFAULTS.maxConcurrentRequests;
}

/** Whether Grafana's page, or a file of it, was loaded over HTTP/2 or 3. */
function isMultiplexed(): boolean {
  const entries = ['navigation', 'resource'].flatMap((type) => globalThis.performance?.getEntriesByType?.(type) ?? []);
  return entries.some(
    (entry) =>
      entry.name.startsWith(`${globalThis.location?.origin}/`) &&
      'nextHopProtocol' in entry &&
      (entry.nextHopProtocol === 'h2' || entry.nextHopProtocol === 'h3')
  );
}

/**
 * A window of metric data. Below an hour, it would split a day at 1h into empty parts. Above the limit, the service refuses
 * it.
 */
function readWindow(stored: unknown, limit: number, unit?: string): number | undefined {
  const span = readSpan(stored, unit);
  return span !== undefined && span >= HOUR && span <= limit ? span : undefined;
}

/** How each of the plugin's own settings is read. */
export const READERS = {
  metricVersion: readVersion,
  alertsVersion: readVersion,
  maxConcurrentRequests: readCount,
  maxWindow: (stored: unknown) => readWindow(stored, WINDOW_LIMIT, 'd'),
  maxFineWindow: (stored: unknown) => readWindow(stored, FINE_WINDOW_LIMIT),
  refreshOverlap: (stored: unknown) => readSpan(stored),
  reuseData: readFlag,
  reuseFor: (stored: unknown) => readSpan(stored),
  progressive: readFlag,
  sharedCache: readFlag,
  defaultNodeId: readText,
  defaultMetricId: readText,
} satisfies { [Name in keyof Settings]?: (stored: unknown) => Settings[Name] | undefined };

export function readSettings({ jsonData }: Pick<DataSourceInstanceSettings<StoredSettings>, 'jsonData'>): Settings {
  const stored = jsonData ?? {};
  const maxWindow = READERS.maxWindow(stored.maxWindow) ?? WINDOW_LIMIT;
  return {
    metricVersion: READERS.metricVersion(stored.metricVersion) ?? SETTING_DEFAULTS.metricVersion,
    alertsVersion: READERS.alertsVersion(stored.alertsVersion) ?? SETTING_DEFAULTS.alertsVersion,
    maxConcurrentRequests: READERS.maxConcurrentRequests(stored.maxConcurrentRequests) ?? defaultConcurrency(),
    maxWindow,
    maxFineWindow: Math.min(maxWindow, READERS.maxFineWindow(stored.maxFineWindow) ?? FINE_WINDOW_LIMIT),
    refreshOverlap: READERS.refreshOverlap(stored.refreshOverlap) ?? 10 * MINUTE,
    reuseData: READERS.reuseData(stored.reuseData) ?? SETTING_DEFAULTS.reuseData,
    reuseFor: READERS.reuseFor(stored.reuseFor) ?? HOUR,
    progressive: READERS.progressive(stored.progressive) ?? SETTING_DEFAULTS.progressive,
    sharedCache: READERS.sharedCache(stored.sharedCache) ?? SETTING_DEFAULTS.sharedCache,
    defaultNodeId: READERS.defaultNodeId(stored.defaultNodeId) ?? SETTING_DEFAULTS.defaultNodeId,
    defaultMetricId: READERS.defaultMetricId(stored.defaultMetricId) ?? SETTING_DEFAULTS.defaultMetricId,
    patience: Math.min(LONGEST_PATIENCE, Math.max(PATIENCE, (Number(stored.timeout) || 0) * 1000 + PROXY_MARGIN)),
    stored,
  };
}
