import { t } from '@grafana/i18n';
import { RAW } from '../loading/texts';
import { HOUR, parseSpan, type SecureSettings } from '../settings';
import { type Options } from './setting';

// Each gives a sentence on what is wrong with a setting; undefined where nothing is.

/** The service's base address. Grafana adds a scheme where it is missing and drops a query string. */
export function checkUrl(url: string): string | undefined {
  const text = url.trim();
  if (text === '') {
    return t('config.url-missing', 'Enter the URL of the service.');
  }
  const whole = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  const parsed = /\s/.test(text) ? undefined : parse(whole);
  if (!parsed || !/^https?:$/.test(parsed.protocol) || parsed.hostname === '') {
    return t('config.url-invalid', 'Not a valid URL. Use one such as https://monitoring.example.com/api.');
  }
  // Grafana does not send a query string, and the data source adds the version.
  const extra = parsed.search + parsed.hash || /\/v[12]\/*$/.exec(parsed.pathname)?.[0];
  return extra ? t('config.url-extra', 'Remove "{{extra}}" from the end.', { extra, ...RAW }) : undefined;
}

/** A span such as `14d`. With a `limit` (milliseconds) it is between an hour and that, as the interface wants windows. */
export function checkSpan(limit?: { milliseconds: number; text: string }): (text: string) => string | undefined {
  return (text) => {
    if (text.trim() === '') {
      return undefined;
    }
    const span = parseSpan(text);
    if (span === undefined) {
      return t('config.span-invalid', 'Not a duration. Use a number with s, m, h or d, such as 10m.');
    }
    if (limit && (span < HOUR || span > limit.milliseconds)) {
      return t('config.span-limits', 'Use 1h to {{limit}}, the maximum of the service.', {
        limit: limit.text,
      });
    }
    return undefined;
  };
}

/** A whole number from 1 on. */
export function checkCount(text: string): string | undefined {
  return text.trim() === '' || (Number.isInteger(Number(text)) && Number(text) >= 1)
    ? undefined
    : t('editor.number.from', 'Enter a whole number of {{min}} or more.', { min: 1 });
}

/** A typed count as it is stored: a number, and text that is none as it stands, since it is marked. */
export function countOf(text: string): number | string {
  return text.trim() === '' || checkCount(text) !== undefined ? text : Number(text);
}

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^]+-----END CERTIFICATE-----/;
const KEY = /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----[^]+-----END (?:[A-Z]+ )?PRIVATE KEY-----/;
const LOCKED_KEY = /-----BEGIN ENCRYPTED PRIVATE KEY-----|Proc-Type: 4,ENCRYPTED/;

/** A certificate in PEM form, typed or stored: Grafana refuses a wrong one without a word to the browser. */
export function checkCertificate(text: string, options: Options, name: keyof SecureSettings): string | undefined {
  if (text.trim() === '') {
    return missingSecret(options, name);
  }
  return CERTIFICATE.test(text) ? undefined : notPem('-----BEGIN CERTIFICATE-----');
}

/** The private key of the client certificate, in PEM form without a passphrase. */
export function checkKey(text: string, options: Options): string | undefined {
  if (text.trim() === '') {
    return missingSecret(options, 'tlsClientKey');
  }
  if (LOCKED_KEY.test(text)) {
    return t('config.tls-key-locked', 'The client key has a passphrase. Grafana accepts only keys without one.');
  }
  return KEY.test(text) ? undefined : notPem('-----BEGIN PRIVATE KEY-----');
}

function notPem(start: string): string {
  return t('config.tls-not-pem', 'Not in PEM format, which starts with {{start}}.', { start });
}

function missingSecret({ secureJsonFields }: Options, name: keyof SecureSettings): string | undefined {
  return secureJsonFields?.[name] ? undefined : t('config.tls-missing', 'Enter it, or turn off the switch above.');
}

/** A certificate is of no use without https. */
export function checkTls(isOn: boolean, { url }: Options): string | undefined {
  return isOn && !/^https:/i.test(url.trim())
    ? t('config.tls-http', 'TLS settings have no effect: the URL does not start with https.')
    : undefined;
}

export function checkTlsSkip({ jsonData }: Options): string | undefined {
  return jsonData.tlsSkipVerify
    ? t('config.tls-skip', "Unsafe: an impostor could read the token. Add the service's CA certificate instead.")
    : undefined;
}

function parse(url: string): URL | undefined {
  try {
    return new URL(url);
  } catch {
    return undefined;
  }
}
