import { t } from '@grafana/i18n';
import { config } from '@grafana/runtime';
import { defaultConcurrency, FINE_WINDOW_LIMIT, SETTING_DEFAULTS as DEFAULTS, WINDOW_LIMIT } from '../settings';
import { checkCertificate, checkCount, checkKey, checkSpan, checkTls, checkTlsSkip, checkUrl } from './checks';
import { type Options, type Section } from './setting';

/** The form of an address, in any language. */
const EXAMPLE = 'https://monitoring.example.com';

/** Grafana's own, in seconds. */
const PROXY_TIMEOUT = 30;

/** The settings page as data, in its order. */
export function sections(): Section[] {
  return [connection(), tls(), http(), defaults(), reading(), rarelyNeeded()];
}

function connection(): Section {
  return {
    title: t('config.connection', 'Connection'),
    settings: [
      {
        input: 'url',
        label: t('config.url', 'URL'),
        tooltip: t('config.url-for', "The service's base address, with its path if it has one, without v1 or v2."),
        placeholder: EXAMPLE,
        required: true,
        check: checkUrl,
      },
      {
        input: 'secret',
        name: 'accessToken',
        label: t('config.token', 'Access token'),
        tooltip: t(
          'config.token-for',
          'A read token of the service. Grafana keeps it encrypted and adds it to each request; it never reaches a browser. It also decides which environment is read.'
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
      {
        input: 'switch',
        name: 'tlsAuthWithCACert',
        label: t('config.tls-ca-add', 'Add self-signed certificate'),
        check: (_, options) => checkTls(hasCa(options), options),
      },
      {
        input: 'secret',
        name: 'tlsCACert',
        hasLines: true,
        label: t('config.tls-ca', 'CA Certificate'),
        required: true,
        shownWhen: hasCa,
        check: (text, options) => checkCertificate(text, options, 'tlsCACert'),
      },
      {
        input: 'switch',
        name: 'tlsAuth',
        label: t('config.tls-client', 'TLS Client Authentication'),
        check: (_, options) => checkTls(hasClient(options), options),
      },
      {
        input: 'secret',
        name: 'tlsClientCert',
        hasLines: true,
        label: t('config.tls-client-cert', 'Client Certificate'),
        required: true,
        shownWhen: hasClient,
        check: (text, options) => checkCertificate(text, options, 'tlsClientCert'),
      },
      {
        input: 'secret',
        name: 'tlsClientKey',
        hasLines: true,
        label: t('config.tls-client-key', 'Client Key'),
        required: true,
        shownWhen: hasClient,
        check: checkKey,
      },
      {
        input: 'text',
        name: 'serverName',
        label: t('config.server-name', 'Server name'),
        tooltip: t(
          'config.server-name-for',
          "The name that the service's certificate is for, where it is not the URL's host."
        ),
        placeholder: t('config.server-name-default', "the URL's host"),
      },
      {
        input: 'switch',
        name: 'tlsSkipVerify',
        label: t('config.tls-skip-verify', 'Skip TLS certificate validation'),
        check: (_, options) => checkTlsSkip(options),
      },
    ],
  };
}

/** How Grafana's data proxy sends requests; all names are Grafana's own. */
function http(): Section {
  return {
    title: t('config.http', 'Advanced HTTP settings'),
    isFolded: true,
    hasHeaders: true,
    settings: [
      {
        input: 'count',
        name: 'timeout',
        label: t('config.timeout', 'Timeout'),
        tooltip: t('config.timeout-for', 'Seconds after which Grafana gives a request up.'),
        placeholder: String(PROXY_TIMEOUT),
        check: checkCount,
      },
      {
        input: 'names',
        name: 'keepCookies',
        label: t('config.cookies', 'Allowed cookies'),
        tooltip: t(
          'config.cookies-for',
          "Names of the browser's cookies that Grafana passes on to the service; it drops all others."
        ),
        placeholder: t('config.cookies-placeholder', 'A name, then Enter'),
      },
      {
        input: 'switch',
        name: 'enableSecureSocksProxy',
        label: t('config.socks', 'Secure Socks Proxy'),
        tooltip: t('config.socks-for', "Sends requests through the Grafana server's SOCKS proxy."),
        shownWhen: () => config.secureSocksDSProxyEnabled,
      },
    ],
  };
}

function defaults(): Section {
  return {
    title: t('config.defaults', 'New queries'),
    description: t('config.defaults-for', 'Optional: the metric that a new query starts with.'),
    settings: [
      {
        input: 'text',
        name: 'defaultNodeId',
        label: t('label.node', 'Node'),
        tooltip: t('config.default-node-for', "The node's id, as the service writes it."),
        placeholder: t('option.none', 'none'),
      },
      {
        input: 'text',
        name: 'defaultMetricId',
        label: t('label.metric', 'Metric'),
        tooltip: t('config.default-metric-for', "The metric's id, as the service writes it."),
        placeholder: t('option.none', 'none'),
      },
    ],
  };
}

function reading(): Section {
  return {
    title: t('config.reading', 'Reading data'),
    description: t('config.reading-for', 'The defaults suit most services. Placeholders show them.'),
    isFolded: true,
    settings: [
      {
        input: 'version',
        name: 'metricVersion',
        label: t('config.metric-version', 'Metric data from'),
        tooltip: t('config.metric-version-for', 'v1 lets a query choose the granularity; v2 knows none.'),
      },
      {
        input: 'version',
        name: 'alertsVersion',
        label: t('config.alerts-version', 'Alerts from'),
        tooltip: t('config.alerts-version-for', 'Alert search, counts, anomalies and forecasts always come from v2.'),
      },
      {
        input: 'count',
        name: 'maxConcurrentRequests',
        label: t('config.max-requests', 'Requests at once'),
        tooltip: t(
          'config.max-requests-for',
          'How many requests of this data source a browser tab has under way at once. Over HTTP/1, Grafana has five for all its panels.'
        ),
        placeholder: String(defaultConcurrency()),
        check: checkCount,
      },
      {
        input: 'text',
        name: 'maxWindow',
        label: t('config.max-window', 'Longest span'),
        tooltip: t(
          'config.max-window-for',
          'The longest span of one metric data request; longer ranges are read in several. Lower it for a service with a tighter limit.'
        ),
        placeholder: DEFAULTS.maxWindow,
        check: checkSpan({ milliseconds: WINDOW_LIMIT, text: DEFAULTS.maxWindow }),
      },
      {
        input: 'switch',
        name: 'reuseData',
        isOnByDefault: DEFAULTS.reuseData,
        label: t('config.reuse-data', 'Reuse what was read'),
        tooltip: t('config.reuse-data-for', 'Refresh, zoom, and other panels reuse loaded metric data.'),
      },
      {
        input: 'switch',
        name: 'sharedCache',
        label: t('config.shared-cache', 'A cache is shared'),
        tooltip: t(
          'config.shared-cache-for',
          'For a caching proxy in front of the service that keeps answers by URL and token: all viewers then send the same requests, up to 10 seconds late. Without such a proxy leave it off.'
        ),
      },
    ],
  };
}

function rarelyNeeded(): Section {
  const reuses = ({ jsonData }: Options) => jsonData.reuseData !== false;
  return {
    title: t('config.rare', 'Rarely needed'),
    isFolded: true,
    settings: [
      {
        input: 'text',
        name: 'maxFineWindow',
        label: t('config.max-fine-window', 'Longest span at 1m'),
        tooltip: t('config.max-fine-window-for', 'The longest span of one request for a point a minute.'),
        placeholder: DEFAULTS.maxFineWindow,
        check: checkSpan({ milliseconds: FINE_WINDOW_LIMIT, text: DEFAULTS.maxFineWindow }),
      },
      {
        input: 'switch',
        name: 'progressive',
        isOnByDefault: DEFAULTS.progressive,
        label: t('config.progressive', 'Show parts as they come'),
        tooltip: t('config.progressive-for', 'Long ranges are drawn part by part, the newest first.'),
      },
      {
        input: 'text',
        name: 'reuseFor',
        label: t('config.reuse-for', 'Reuse for'),
        tooltip: t('config.reuse-for-for', 'How long it serves, counted from its last reading.'),
        placeholder: DEFAULTS.reuseFor,
        shownWhen: reuses,
        check: checkSpan(),
      },
      {
        input: 'text',
        name: 'refreshOverlap',
        label: t('config.overlap', 'Read again on refresh'),
        tooltip: t(
          'config.overlap-for',
          'How much of the newest data a refresh reads again, since it may still change. Never less than two points.'
        ),
        placeholder: DEFAULTS.refreshOverlap,
        shownWhen: reuses,
        check: checkSpan(),
      },
    ],
  };
}
