import { type DataSourceInstanceSettings, type DataSourceJsonData, rangeUtil } from '@grafana/data';
import { mapValues } from 'lodash';
import { type StoredLink } from './linkSettings';
import { DAY, HOUR, MINUTE } from './spans';

/** A path family of the interface. */
export type Version = 'v1' | 'v2';

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
  /** The rest is Grafana's own, for its data proxy (headers too): its timeout in seconds. */
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

/**
 * Grafana's proxy itself gives up on a request after half a minute, or after `timeout`. A request without an answer long
 * after that hangs between the browser and Grafana.
 */
const PATIENCE = 2 * MINUTE;
const PROXY_MARGIN = 10_000;
/** A timer of a browser runs for at most 24 days. It would end a longer one at once. */
const LONGEST_PATIENCE = DAY;

/** How each of the plugin's own settings is read, its default, and valid values for people, as they are written. */
export const SETTINGS = {
  metricVersion: { read: readVersion, standard: 'v1' },
  alertsVersion: { read: readVersion, standard: 'v2' },
  maxConcurrentRequests: { read: readCount, standard: 4, examples: '1, 4, 12' },
  // The interface's own limits: no setting goes beyond them.
  maxWindow: { read: (stored: unknown) => readWindow(stored, 14 * DAY, 'd'), standard: '14d', examples: '1h–14d' },
  maxFineWindow: { read: (stored: unknown) => readWindow(stored, 2 * DAY), standard: '48h', examples: '1h–48h' },
  refreshOverlap: { read: (stored: unknown) => readSpan(stored), standard: '10m', examples: '10m, 1h' },
  reuseData: { read: readFlag, standard: true },
  reuseFor: { read: (stored: unknown) => readSpan(stored), standard: '1h', examples: '10m, 1h' },
  progressive: { read: readFlag, standard: true },
  /** A cache in front of the service serves all viewers, who send the same requests. */
  sharedCache: { read: readFlag, standard: false },
  defaultNodeId: { read: readText, standard: '' },
  defaultMetricId: { read: readText, standard: '' },
};

/** Whole seconds. */
const readTimeout = (stored: unknown) => (/^[1-9]\d*$/.test(readText(stored) ?? '') ? Number(stored) : undefined);
const readBoolean = (stored: unknown) => (typeof stored === 'boolean' ? stored : undefined);

/** How Grafana's data proxy reads its own settings. It silently ignores other forms. */
const PROXY_SETTINGS = {
  timeout: { read: readTimeout },
  tlsAuth: { read: readBoolean },
  tlsAuthWithCACert: { read: readBoolean },
  tlsSkipVerify: { read: readBoolean },
  enableSecureSocksProxy: { read: readBoolean },
};

/** How a setting is read, and valid values for people, if its form is restricted. */
export interface Reading {
  read: (stored: unknown) => unknown;
  examples?: string;
}

type OwnSettings = {
  [Name in keyof typeof SETTINGS]: NonNullable<ReturnType<(typeof SETTINGS)[Name]['read']>>;
};

/** The settings with their defaults. Spans are milliseconds. */
export interface Settings extends OwnSettings {
  /** The longest wait for one answer. */
  patience: number;
  /** As they are stored: for links (see `readLinks`), and to find invalid ones. */
  stored: StoredSettings;
}

/** The names of settings with invalid values, whose defaults apply. */
export function invalidSettings(jsonData: object): string[] {
  const stored = new Map<string, unknown>(Object.entries(jsonData));
  return Object.entries<Reading>({ ...SETTINGS, ...PROXY_SETTINGS }).flatMap(([name, { read }]) => {
    const value = stored.get(name);
    const isSet = value !== undefined && value !== null && value !== '';
    return isSet && read(value) === undefined ? [name] : [];
  });
}

/** With HTTP/2 or 3, a browser tab sends all its requests over one connection. With HTTP/1, it has five for all its panels. */
const MULTIPLEXED_CONCURRENCY = 12;

/** The number of simultaneous requests if the settings do not have it. */
export function defaultConcurrency(): number {
  return isMultiplexed() ? MULTIPLEXED_CONCURRENCY : SETTINGS.maxConcurrentRequests.standard;
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

export function readSettings({ jsonData }: Pick<DataSourceInstanceSettings<StoredSettings>, 'jsonData'>): Settings {
  const stored = jsonData ?? {};
  // Every default can be read.
  const read = mapValues(SETTINGS, ({ read, standard }, name) => {
    return read(stored[name as keyof typeof SETTINGS]) ?? read(standard);
  }) as OwnSettings;
  return {
    ...read,
    maxConcurrentRequests: readCount(stored.maxConcurrentRequests) ?? defaultConcurrency(),
    maxFineWindow: Math.min(read.maxWindow, read.maxFineWindow),
    patience: Math.min(LONGEST_PATIENCE, Math.max(PATIENCE, (readTimeout(stored.timeout) ?? 0) * 1000 + PROXY_MARGIN)),
    stored,
  };
}

/* Provisioning files may have settings in other forms: text for a flag, other capitals, a number for a duration. Each
   reader returns undefined if the meaning is not clear. */

/** `true`, `"False"`, `1`, `"no"`. */
export function readFlag(stored: unknown): boolean | undefined {
  const word = wordOf(stored);
  if (/^(true|yes|on|1)$/.test(word)) {
    return true;
  }
  return /^(false|no|off|0)$/.test(word) ? false : undefined;
}

/** `v1`, `"V2"`, `2`. */
export function readVersion(stored: unknown): Version | undefined {
  const [, digit] = /^v?([12])$/.exec(wordOf(stored)) ?? [];
  if (digit === undefined) {
    return undefined;
  }
  return digit === '1' ? 'v1' : 'v2';
}

/** A number of 1 or more, without its fraction. */
function readCount(stored: unknown): number | undefined {
  const word = wordOf(stored);
  const number = /^\d+(\.\d+)?$/.test(word) ? Math.floor(Number(word)) : 0;
  return number >= 1 && Number.isSafeInteger(number) ? number : undefined;
}

/**
 * A duration in milliseconds. 0 needs no unit. Other numbers do, unless the setting has one (`unit`, such as `d`). Not in
 * months or years: no setting is that long, and `10M` could mean minutes.
 */
function readSpan(stored: unknown, unit?: string): number | undefined {
  const word = wordOf(stored);
  const isBare = /^\d+(\.\d+)?$/.test(word);
  if (isBare && Number(word) === 0) {
    return 0;
  }
  const text = isBare && unit ? `${word}${unit}` : stored;
  return typeof text === 'string' && /[My]\s*$/.test(text) ? undefined : parseSpan(text);
}

export function readText(stored: unknown): string | undefined {
  return typeof stored === 'string' || typeof stored === 'number' ? String(stored) : undefined;
}

/** The texts of a list, or a single one. */
export function readTexts(stored: unknown): string[] {
  return [stored].flat().flatMap((one) => readText(one)?.trim() || []);
}

/** A span such as `14d`, `48h`, or `90s` in milliseconds, or undefined if the text is invalid. */
export function parseSpan(text: unknown): number | undefined {
  const [, count, unit] = (typeof text === 'string' && /^\s*(\d+(?:\.\d+)?)\s*(ms|[smhdwMy])\s*$/.exec(text)) || [];
  // Grafana's own parser of spans doesn't support fractions.
  return unit === undefined ? undefined : Math.round(Number(count) * rangeUtil.intervalToMs(`1${unit}`));
}

function wordOf(stored: unknown): string {
  return ['string', 'number', 'boolean'].includes(typeof stored) ? String(stored).trim().toLowerCase() : '';
}
