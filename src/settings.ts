import { type DataSourceInstanceSettings, type DataSourceJsonData, rangeUtil } from '@grafana/data';

/** What an administrator sets, as stored; every field may be missing. Part of the public contract. */
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
  /** The rest is Grafana's own, for its data proxy (headers too, see `config/headers`): seconds after which it gives up. */
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

/** A path family of the interface (Versioning). */
export type Version = 'v1' | 'v2';

/** The settings with their defaults; spans are milliseconds. */
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
  /** A cache in front of the service serves all viewers: they make the same requests. */
  sharedCache: boolean;
  defaultNodeId: string;
  defaultMetricId: string;
  /** How long one answer is waited for. */
  patience: number;
}

export const DAY = 24 * 3600_000;
export const HOUR = 3600_000;
export const MINUTE = 60_000;

/** The interface's own limits (Limits): no setting goes beyond them. */
export const WINDOW_LIMIT = 14 * DAY;
export const FINE_WINDOW_LIMIT = 2 * DAY;

/**
 * Grafana's proxy gives a request up by itself, after half a minute or after `timeout`: what has not come long after that
 * hangs between the browser and Grafana.
 */
const PATIENCE = 2 * MINUTE;
const PROXY_MARGIN = 10_000;

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

/** With HTTP/2 or 3 a browser tab sends all its requests over one connection; with HTTP/1 it has five for all its panels. */
const MULTIPLEXED_CONCURRENCY = 12;

/** How many requests are in progress at once where the settings do not say. */
export function defaultConcurrency(): number {
  return isMultiplexed() ? MULTIPLEXED_CONCURRENCY : SETTING_DEFAULTS.maxConcurrentRequests;
}

/** Whether Grafana's page, or a file that came with it, came over HTTP/2 or 3. */
function isMultiplexed(): boolean {
  const entries = ['navigation', 'resource'].flatMap((type) => globalThis.performance?.getEntriesByType?.(type) ?? []);
  return entries.some(
    (entry) =>
      entry.name.startsWith(`${globalThis.location?.origin}/`) &&
      'nextHopProtocol' in entry &&
      (entry.nextHopProtocol === 'h2' || entry.nextHopProtocol === 'h3')
  );
}

/** A span such as `14d`, `48h` or `90s` in milliseconds, or undefined where the text is none. */
export function parseSpan(text: unknown): number | undefined {
  const [, count, unit] = (typeof text === 'string' && /^\s*(\d+(?:\.\d+)?)\s*(ms|[smhdwMy])\s*$/.exec(text)) || [];
  // Grafana's own reading of spans knows no fractions.
  return unit === undefined ? undefined : Math.round(Number(count) * rangeUtil.intervalToMs(`1${unit}`));
}

export function readSettings(instance: Pick<DataSourceInstanceSettings<StoredSettings>, 'jsonData'>): Settings {
  const stored = instance.jsonData ?? {};
  const maxWindow = window(stored.maxWindow, WINDOW_LIMIT);
  return {
    metricVersion: stored.metricVersion === 'v2' ? 'v2' : 'v1',
    alertsVersion: stored.alertsVersion === 'v1' ? 'v1' : 'v2',
    maxConcurrentRequests: count(stored.maxConcurrentRequests, defaultConcurrency()),
    maxWindow,
    maxFineWindow: Math.min(maxWindow, window(stored.maxFineWindow, FINE_WINDOW_LIMIT)),
    refreshOverlap: parseSpan(stored.refreshOverlap) ?? 10 * MINUTE,
    reuseData: stored.reuseData !== false,
    reuseFor: parseSpan(stored.reuseFor) ?? HOUR,
    progressive: stored.progressive !== false,
    sharedCache: stored.sharedCache === true,
    defaultNodeId: text(stored.defaultNodeId),
    defaultMetricId: text(stored.defaultMetricId),
    patience: Math.max(PATIENCE, (Number(stored.timeout) || 0) * 1000 + PROXY_MARGIN),
  };
}

/** A window below an hour would cut a day at 1h into parts of nothing; above the limit the service refuses it. */
function window(stored: unknown, limit: number): number {
  const span = parseSpan(stored);
  return span === undefined || span <= 0 ? limit : Math.min(Math.max(span, HOUR), limit);
}

function count(stored: unknown, fallback: number): number {
  const number = Math.floor(Number(stored ?? fallback));
  return number >= 1 ? number : fallback;
}

function text(stored: unknown): string {
  return typeof stored === 'string' || typeof stored === 'number' ? String(stored) : '';
}
