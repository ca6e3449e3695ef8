import { t } from '@grafana/i18n';
import { type ConfigProps } from './props';

type Options = Pick<ConfigProps['options'], 'url' | 'jsonData' | 'secureJsonData' | 'secureJsonFields'>;

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^]+-----END CERTIFICATE-----/;
const KEY = /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----[^]+-----END (?:[A-Z]+ )?PRIVATE KEY-----/;
const LOCKED_KEY = /-----BEGIN ENCRYPTED PRIVATE KEY-----|Proc-Type: 4,ENCRYPTED/;

/** Sentences on what is wrong with the TLS settings, before Grafana refuses them without a word to the browser. */
export function tlsProblems({ url, jsonData, secureJsonData = {}, secureJsonFields }: Options): string[] {
  const { tlsAuthWithCACert, tlsAuth, tlsSkipVerify } = jsonData;
  const text = (field: 'tlsCACert' | 'tlsClientCert' | 'tlsClientKey') => secureJsonData[field]?.trim() ?? '';
  const missing = (field: Parameters<typeof text>[0]) => text(field) === '' && !secureJsonFields?.[field];
  const wrong = (field: Parameters<typeof text>[0], form: RegExp) => text(field) !== '' && !form.test(text(field));
  const problems: Array<[boolean | undefined, string]> = [
    [
      tlsAuthWithCACert && missing('tlsCACert'),
      t('config.tls-ca-missing', 'Enter the CA certificate, or switch "Add self-signed certificate" off.'),
    ],
    [
      tlsAuthWithCACert && wrong('tlsCACert', CERTIFICATE),
      t(
        'config.tls-ca-wrong',
        'The CA certificate is not in PEM form: it begins with -----BEGIN CERTIFICATE----- and ends with -----END CERTIFICATE-----.'
      ),
    ],
    [
      tlsAuth && missing('tlsClientCert'),
      t('config.tls-client-missing', 'Enter the client certificate, or switch "TLS Client Authentication" off.'),
    ],
    [
      tlsAuth && wrong('tlsClientCert', CERTIFICATE),
      t(
        'config.tls-client-wrong',
        'The client certificate is not in PEM form: it begins with -----BEGIN CERTIFICATE----- and ends with -----END CERTIFICATE-----.'
      ),
    ],
    [
      tlsAuth && missing('tlsClientKey'),
      t('config.tls-key-missing', "Enter the client certificate's private key as the client key."),
    ],
    [
      tlsAuth && LOCKED_KEY.test(text('tlsClientKey')),
      t('config.tls-key-locked', 'The client key has a passphrase: Grafana takes only a key without one.'),
    ],
    [
      tlsAuth && wrong('tlsClientKey', KEY) && !LOCKED_KEY.test(text('tlsClientKey')),
      t(
        'config.tls-key-wrong',
        'The client key is not in PEM form: it begins with -----BEGIN PRIVATE KEY----- or -----BEGIN RSA PRIVATE KEY-----.'
      ),
    ],
    [
      (tlsAuthWithCACert || tlsAuth) && !/^https:/i.test(url.trim()),
      t('config.tls-http', 'The URL does not begin with https: the TLS settings have no effect.'),
    ],
    [
      tlsSkipVerify,
      t(
        'config.tls-skip',
        'The service\'s certificate is not checked: whoever answers in its place gets the access token. Add its CA certificate instead, or its name under "Server name".'
      ),
    ],
  ];
  return problems.flatMap(([holds, sentence]) => (holds ? [sentence] : []));
}
