import { dateTimeFormat } from '@grafana/data';
import { t } from '@grafana/i18n';
import { identifierRefused } from './identifier';
import { reasonOf } from './errorBody';
import { type FailureKind, ServiceFailure } from './failure';
import { type Lack, type Problem, type RequestPlace } from './problem';
import { record } from './read';

const RAW = { interpolation: { escapeValue: false } };

/** What Grafana's data proxy makes of the service's 401: a 400 with this message. */
const PROXY_REFUSED = /authentication to data source failed/i;
/** What nginx (495, 496) and Cloudflare (525, 526) answer where a secure connection cannot be made. */
const CERTIFICATE_STATUS: ReadonlyArray<number | undefined> = [495, 496, 525, 526];
/** A 400 of Grafana on the certificates of the settings. */
const CERTIFICATE_UNREADABLE = /^unable to load tls certificate/i;
/** A 400 of nginx, which wants one: a page. */
const CERTIFICATE_WANTED = /^\s*<[^]*\bssl certificate\b/i;
/** What gateways pass on of Go's, OpenSSL's and Node's words. Grafana's own proxy passes nothing on: a bare 502. */
const CERTIFICATE_REFUSED =
  /\bx509:|\btls: |\btls (error|handshake)|\bssl routines|certificate[ _](verif|has expired|signed by)|(issuer|first) certificate/i;

/** The problem for the user: what failed and what to do, and the service's own word, if any. */
export function failureOf(problem: Problem, { dataSource, path }: RequestPlace): ServiceFailure {
  const { status, body, statusText } = problem.facts;
  const word = reasonOf(body);
  // Pages of gateways often have the status for a title.
  const serviceText = word?.replace(/^\d{3} /, '') === statusText ? undefined : word;
  const kind = kindOf(problem, serviceText ?? '');
  // Grafana's words on a refused token say less than ours.
  const reason = kind === 'refused' && status === 400 ? undefined : serviceText;
  const sentence = words({ kind, facts: problem.facts }, { dataSource, path, status, ...RAW });
  const message = reason
    ? t('failure.with-reason', '{{sentence}} The service says: {{reason}}', { sentence, reason, ...RAW })
    : sentence;
  return new ServiceFailure(kind, message, status, reason);
}

/** What the words of the answer tell beyond its status. */
function kindOf({ kind, facts: { status = 0, body } }: Problem, serviceText: string): FailureKind {
  if (status === 400 && PROXY_REFUSED.test(serviceText)) {
    return 'refused';
  }
  const ofCertificates =
    CERTIFICATE_STATUS.includes(status) ||
    (status === 400 && (CERTIFICATE_UNREADABLE.test(serviceText) || CERTIFICATE_WANTED.test(pageOf(body)))) ||
    (status >= 500 && CERTIFICATE_REFUSED.test(serviceText));
  return ofCertificates ? 'certificate' : kind;
}

/** The beginning of a body that is a page, as Grafana hands it over. */
function pageOf(body: unknown): string {
  const page = typeof body === 'string' ? body : record(body).response;
  return typeof page === 'string' ? page.slice(0, 1000) : '';
}

interface Values extends RequestPlace {
  [name: string]: unknown;
  status: number | undefined;
}

function words({ kind, facts }: Pick<Problem, 'kind' | 'facts'>, values: Values): string {
  switch (kind) {
    case 'unreachable':
      return values.status === undefined
        ? t(
            'failure.unreachable',
            'The connection was lost while reading {{path}}. Check the network, the URL of the data source "{{dataSource}}", and that the service is running.',
            values
          )
        : t(
            'failure.bad-gateway',
            'Grafana could not reach the service to read {{path}} ({{status}}). Check the URL of the data source "{{dataSource}}", that the service is running, and with https its certificate: why is told in Grafana\'s server log alone.',
            values
          );
    case 'certificate':
      return t(
        'failure.certificate',
        'No secure connection could be made to read {{path}} ({{status}}): a certificate was not accepted. Check the TLS settings of the data source "{{dataSource}}" (CA certificate, client certificate, server name), and when the certificates expire.',
        values
      );
    case 'refused':
      // Grafana's proxy makes a 400 of the service's 401; a 401 that comes through can also be Grafana's own.
      return values.status === 401
        ? t(
            'failure.refused-plain',
            'The access token was refused (401). Set a valid access token with read permission in the settings of the data source "{{dataSource}}". If Grafana asks you to log in, your session has ended: log in again.',
            values
          )
        : t(
            'failure.refused',
            'The service refused the access token (401). Set a valid access token with read permission in the settings of the data source "{{dataSource}}".',
            values
          );
    case 'forbidden':
      return t(
        'failure.forbidden',
        'Access was forbidden (403): either the service does not permit the access token of the data source "{{dataSource}}" to read {{path}}, or Grafana does not permit you to query this data source. Ask whoever issues the token, or an administrator of Grafana.',
        values
      );
    case 'invalid':
      return t(
        'failure.invalid',
        'The service did not accept the request {{path}} ({{status}}). Check the fields of the query.',
        values
      );
    case 'notFound':
      return t(
        'failure.not-found',
        'The service has nothing at {{path}} (404). Check the identifiers, and that the URL of the data source "{{dataSource}}" is the base address of the service.',
        values
      );
    case 'overloaded':
      return facts.retryAt === undefined
        ? t(
            'failure.overloaded',
            'The service is overloaded or unavailable ({{status}}) and stayed so after several tries of {{path}}. Try again later, or ask for a shorter range.',
            values
          )
        : t(
            'failure.overloaded-until',
            'The service is overloaded or unavailable ({{status}}) and stayed so after several tries of {{path}}. It is asked again from {{time}} on. Try again later, or ask for a shorter range.',
            { ...values, time: dateTimeFormat(facts.retryAt, { format: 'HH:mm:ss' }) }
          );
    case 'timeout':
      return values.status === undefined
        ? t(
            'failure.timeout-here',
            'The answer to {{path}} took too long. Ask for a shorter range, or raise the timeout of the data source "{{dataSource}}".',
            values
          )
        : t(
            'failure.timeout',
            'The service took too long to answer {{path}} ({{status}}). Ask for a shorter range, or raise the timeout of the data source "{{dataSource}}".',
            values
          );
    case 'server':
      return t(
        'failure.server',
        'The service failed on {{path}} ({{status}}). The fault lies with the service: try again, and tell its operators if it stays.',
        values
      );
    case 'unreadable':
      return t(
        'failure.unreadable',
        'The answer to {{path}} is not one of the anomaly service: {{lack}}. Check that the URL of the data source "{{dataSource}}" is the base address of the service.',
        { ...values, lack: lackText(facts.lack) }
      );
    case 'input':
      return inputText(facts, values);
    case 'cancelled':
      return t('failure.cancelled', 'The request {{path}} was cancelled.', values);
  }
}

function lackText(lack: Lack = []): string {
  if (lack === 'json') {
    return t('failure.lack-json', 'it is no JSON, or was cut off');
  }
  if (lack === 'list') {
    return t('failure.lack-list', 'it is no list');
  }
  return lack.length === 0
    ? t('failure.lack-something', 'it has another shape')
    : t('failure.lack-fields', 'it has no {{fields}}', { fields: lack.map((name) => `"${name}"`).join(' / '), ...RAW });
}

/** What was refused here, before anything was sent. */
function inputText({ identifier, direct }: Problem['facts'], values: Values): string {
  if (direct) {
    return t(
      'failure.direct',
      'The access of the data source "{{dataSource}}" is set to "direct", so that the browser would ask the service itself, without a token. Set it to "proxy" in its settings.',
      values
    );
  }
  return identifier === undefined
    ? t('failure.input', 'The request {{path}} cannot be sent.', values)
    : identifierRefused(identifier).message;
}
