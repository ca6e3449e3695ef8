import { type DataSourceSettings } from '@grafana/data';
import { type SecureSettings, type StoredSettings } from '../settings';
import { tlsProblems } from './tls';

const PEM = '-----BEGIN CERTIFICATE-----\nA\n-----END CERTIFICATE-----\n';
const KEY = '-----BEGIN RSA PRIVATE KEY-----\nA\n-----END RSA PRIVATE KEY-----\n';

interface Given {
  url?: string;
  secure?: SecureSettings;
  stored?: string[];
}

function problems(jsonData: StoredSettings, { url = 'https://s', secure = {}, stored = [] }: Given = {}) {
  const secureJsonFields = Object.fromEntries(stored.map((key) => [key, true]));
  return tlsProblems({ url, jsonData, secureJsonData: secure, secureJsonFields } as DataSourceSettings<
    StoredSettings,
    SecureSettings
  >);
}

it.each<[string, StoredSettings, Given]>([
  ['nothing is set', {}, { url: 'http://s' }],
  [
    'all is typed',
    { tlsAuthWithCACert: true, tlsAuth: true },
    {
      secure: { tlsCACert: PEM + PEM, tlsClientCert: PEM, tlsClientKey: KEY },
    },
  ],
  [
    'all is stored',
    { tlsAuthWithCACert: true, tlsAuth: true },
    {
      stored: ['tlsCACert', 'tlsClientCert', 'tlsClientKey'],
    },
  ],
])('says nothing where %s', (_, jsonData, given) => {
  expect(problems(jsonData, given)).toEqual([]);
});

it.each<[string, StoredSettings, Given, RegExp]>([
  ['no CA certificate', { tlsAuthWithCACert: true }, {}, /Enter the CA certificate/],
  ['a CA certificate in another form', { tlsAuthWithCACert: true }, { secure: { tlsCACert: 'MIIB' } }, /not in PEM/],
  ['no client certificate', { tlsAuth: true }, { secure: { tlsClientKey: KEY } }, /Enter the client certificate, or/],
  ['no client key', { tlsAuth: true }, { secure: { tlsClientCert: PEM } }, /private key as the client key/],
  [
    'the certificate as the key',
    { tlsAuth: true },
    { secure: { tlsClientCert: PEM, tlsClientKey: PEM } },
    /key is not/,
  ],
  [
    'a key with a passphrase',
    { tlsAuth: true },
    { secure: { tlsClientCert: PEM, tlsClientKey: '-----BEGIN ENCRYPTED PRIVATE KEY-----\nA' } },
    /passphrase/,
  ],
  ['an http URL', { tlsAuthWithCACert: true }, { url: 'http://s', stored: ['tlsCACert'] }, /does not begin with https/],
  ['no check at all', { tlsSkipVerify: true }, {}, /gets the access token/],
])('names %s, alone', (_, jsonData, given, sentence) => {
  expect(problems(jsonData, given)).toEqual([expect.stringMatching(sentence)]);
});
