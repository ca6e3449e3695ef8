import { type DataSourcePluginOptionsEditorProps } from '@grafana/data';
import { t } from '@grafana/i18n';
import { config } from '@grafana/runtime';
import { type SecureSettings, type StoredSettings, defaultConcurrency, SETTINGS } from '../ground/settings';

export type ConfigProps = DataSourcePluginOptionsEditorProps<StoredSettings, SecureSettings>;
export type Options = ConfigProps['options'];

interface Common {
  label: string;
  tooltip?: string;
  placeholder?: string;
  required?: boolean;
  /** Without it, the setting is always shown. */
  shownWhen?: (options: Options) => boolean;
}

/** The fields of `jsonData` with this type of value. */
type NamesOf<T> = {
  [Name in keyof StoredSettings]-?: NonNullable<StoredSettings[Name]> extends T ? Name : never;
}[keyof StoredSettings];

/** A setting as data, by its kind of input. `SettingInput` draws all of them. */
export type Setting = Common &
  (
    | { input: 'url' }
    | { input: 'text'; name: NamesOf<string> }
    | { input: 'count'; name: NamesOf<number> }
    | { input: 'switch'; name: NamesOf<boolean>; isOnByDefault?: boolean }
    | { input: 'version'; name: 'metricVersion' | 'alertsVersion' }
    | { input: 'names'; name: NamesOf<string[]> }
    /** One line, or the lines of a certificate. Stored secrets are never returned. */
    | { input: 'secret'; name: keyof SecureSettings; hasLines?: boolean }
  );

/** Settings of one subject. */
export interface Section {
  title: string;
  /** Folded if none of its settings is set. */
  isFolded?: boolean;
  hasHeaders?: boolean;
  hasLinks?: boolean;
  /** Settings that are only shown if they were set when the page was opened. */
  isForFiles?: boolean;
  settings: Setting[];
}

/** The options with this setting. A cleared setting is not stored, so that its default applies. */
export function withSetting(options: Options, name: string, value: unknown): Options {
  const { [name]: _, ...others } = options.jsonData as Record<string, unknown>;
  const isEmpty = value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
  return { ...options, jsonData: isEmpty ? others : { ...others, [name]: value } };
}

/** The options with a typed secret. '' shows the empty input again. */
export function withSecret(options: Options, name: string, value: string): Options {
  return {
    ...options,
    secureJsonData: { ...options.secureJsonData, [name]: value },
    secureJsonFields: { ...options.secureJsonFields, [name]: false },
  };
}

/** The stored value of a setting. */
export function settingOf({ jsonData }: Options, name: string): unknown {
  return Object.entries(jsonData).find(([key]) => key === name)?.[1];
}

/** The form of an address, in any language. */
const EXAMPLE = 'https://monitoring.example.com';

/** Grafana's default, in seconds. */
const PROXY_TIMEOUT = 30;

/** The settings page as data, in display order. */
export function sections(): Section[] {
  return [connection(), tls(), http(), defaults(), links(), reading(), rarelyNeeded()];
}

function connection(): Section {
  return {
    title: t('config.connection', 'Connection'),
    settings: [
      {
        input: 'url',
        label: t('config.url', 'URL'),
        tooltip: t('config.url-for', "The service's base address, without v1 or v2."),
        placeholder: EXAMPLE,
        required: true,
      },
      {
        input: 'secret',
        name: 'accessToken',
        label: t('config.token', 'Access token'),
        tooltip: t(
          'config.token-for',
          'A read token. It decides which environment you see. Grafana keeps it encrypted, away from browsers.'
        ),
        placeholder: t('config.token', 'Access token'),
        required: true,
      },
    ],
  };
}

/** Names and switches are Grafana's own, for its data proxy. */
function tls(): Section {
  const hasCa = ({ jsonData }: Options) => Boolean(jsonData.tlsAuthWithCACert);
  const hasClient = ({ jsonData }: Options) => Boolean(jsonData.tlsAuth);
  return {
    title: t('config.tls', 'TLS settings'),
    settings: [
      { input: 'switch', name: 'tlsAuthWithCACert', label: t('config.tls-ca-add', 'Add self-signed certificate') },
      {
        input: 'secret',
        name: 'tlsCACert',
        hasLines: true,
        label: t('config.tls-ca', 'CA Certificate'),
        required: true,
        shownWhen: hasCa,
      },
      { input: 'switch', name: 'tlsAuth', label: t('config.tls-client', 'TLS Client Authentication') },
      {
        input: 'secret',
        name: 'tlsClientCert',
        hasLines: true,
        label: t('config.tls-client-cert', 'Client Certificate'),
        required: true,
        shownWhen: hasClient,
      },
      {
        input: 'secret',
        name: 'tlsClientKey',
        hasLines: true,
        label: t('config.tls-client-key', 'Client Key'),
        required: true,
        shownWhen: hasClient,
      },
      {
        input: 'text',
        name: 'serverName',
        label: t('config.server-name', 'Server name'),
        tooltip: t('config.server-name-for', "The name on the service's certificate, if it is not the URL's host."),
      },
      {
        input: 'switch',
        name: 'tlsSkipVerify',
        label: t('config.tls-skip-verify', 'Skip TLS certificate validation'),
        tooltip: t(
          'config.tls-skip',
          "Unsafe: an impostor could read the token. Add the service's CA certificate instead."
        ),
      },
    ],
  };
}

/** How Grafana's data proxy sends requests. All names are Grafana's own. */
function http(): Section {
  return {
    title: t('config.http', 'Advanced HTTP settings'),
    isFolded: true,
    hasHeaders: true,
    settings: [
      {
        input: 'count',
        name: 'timeout',
        label: t('config.timeout', 'Timeout in seconds'),
        placeholder: String(PROXY_TIMEOUT),
      },
      {
        input: 'names',
        name: 'keepCookies',
        label: t('config.cookies', 'Allowed cookies'),
        tooltip: t('config.cookies-for', 'Browser cookies that Grafana passes on to the service.'),
      },
      {
        input: 'switch',
        name: 'enableSecureSocksProxy',
        label: t('config.socks', 'Secure Socks Proxy'),
        shownWhen: () => config.secureSocksDSProxyEnabled,
      },
    ],
  };
}

function defaults(): Section {
  return {
    title: t('config.defaults', 'Defaults for new queries'),
    settings: [
      { input: 'text', name: 'defaultNodeId', label: t('label.node', 'Node'), placeholder: t('option.none', 'none') },
      {
        input: 'text',
        name: 'defaultMetricId',
        label: t('label.metric', 'Metric'),
        placeholder: t('option.none', 'none'),
      },
    ],
  };
}

function links(): Section {
  return { title: t('config.links', 'Links to other tools'), isFolded: true, hasLinks: true, settings: [] };
}

function reading(): Section {
  return {
    title: t('config.reading', 'Reading data'),
    isFolded: true,
    settings: [
      {
        input: 'version',
        name: 'metricVersion',
        label: t('config.metric-version', 'Metric data API'),
        tooltip: t('config.metric-version-for', 'v1 supports granularity; v2 does not.'),
      },
      {
        input: 'version',
        name: 'alertsVersion',
        label: t('config.alerts-version', 'Alerts API'),
        tooltip: t('config.alerts-version-for', 'Alert search, counts, anomalies, and forecasts always come from v2.'),
      },
      {
        input: 'count',
        name: 'maxConcurrentRequests',
        label: t('config.max-requests', 'Concurrent requests'),
        tooltip: t(
          'config.max-requests-for',
          'For each browser tab. Over HTTP/1, all panels share about five connections.'
        ),
        placeholder: String(defaultConcurrency()),
      },
      {
        input: 'switch',
        name: 'sharedCache',
        label: t('config.shared-cache', 'Shared cache'),
        tooltip: t(
          'config.shared-cache-for',
          'Only for a caching proxy in front of the service: viewers share requests, and data is up to 10 s old.'
        ),
      },
    ],
  };
}

/** For a service with tighter limits, and for measurements. Only provisioning files set them. */
function rarelyNeeded(): Section {
  return {
    title: t('config.rare', 'Fine-tuning'),
    isFolded: true,
    isForFiles: true,
    settings: [
      {
        input: 'text',
        name: 'maxWindow',
        label: t('config.max-window', 'Maximum range per request'),
        tooltip: t('config.max-window-for', 'For one metric request. A limit of 48 h is found automatically.'),
        placeholder: SETTINGS.maxWindow.standard,
      },
      {
        input: 'switch',
        name: 'reuseData',
        isOnByDefault: SETTINGS.reuseData.standard,
        label: t('config.reuse-data', 'Reuse loaded data'),
      },
      {
        input: 'text',
        name: 'maxFineWindow',
        label: t('config.max-fine-window', 'Maximum range at 1m'),
        placeholder: SETTINGS.maxFineWindow.standard,
      },
      {
        input: 'switch',
        name: 'progressive',
        isOnByDefault: SETTINGS.progressive.standard,
        label: t('config.progressive', 'Show partial results'),
      },
      {
        input: 'text',
        name: 'reuseFor',
        label: t('config.reuse-for', 'Reuse for'),
        placeholder: SETTINGS.reuseFor.standard,
      },
      {
        input: 'text',
        name: 'refreshOverlap',
        label: t('config.overlap', 'Overlap on refresh'),
        tooltip: t('config.overlap-for', 'How much of the newest data may still change. At least two points.'),
        placeholder: SETTINGS.refreshOverlap.standard,
      },
    ],
  };
}
