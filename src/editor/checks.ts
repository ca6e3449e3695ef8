import { t } from '@grafana/i18n';
import { isAddress, unknownPlaceholders } from '../ground/linkSettings';
import { RAW } from '../ground/texts';
import { type Reading, SETTINGS } from '../ground/settings';

// Each returns a sentence about what is wrong with a setting, or undefined.

/** The service's base address. Grafana adds a scheme if it is missing and drops a query string. */
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
  // Grafana does not send a query string, the data source adds the version, and services redirect double slashes.
  const extra = parsed.search + parsed.hash || /(\/v[12]\/*|\/{2,})$/.exec(parsed.pathname)?.[0];
  return extra ? t('config.url-extra', 'Remove "{{extra}}" from the end.', { extra, ...RAW }) : undefined;
}

/** One of the plugin's own settings. Empty: its default applies. */
export function checkSetting(name: keyof typeof SETTINGS, text: string): string | undefined {
  const { read, examples }: Reading = SETTINGS[name];
  return text.trim() === '' || examples === undefined || read(text) !== undefined
    ? undefined
    : t('config.invalid', 'Not valid. Use {{examples}}.', { examples, ...RAW });
}

/** An address of an own link, with its placeholders. */
export function checkLink(url: string): string | undefined {
  if (!isAddress(url.trim())) {
    return t('config.link-address', 'Use a URL that begins with https://, http://, or a single /.');
  }
  const names = unknownPlaceholders(url);
  return names.length === 0
    ? undefined
    : t('config.link-placeholder', 'Unknown placeholder: {{names}}.', { names: names.join(', '), ...RAW });
}

function parse(url: string): URL | undefined {
  try {
    return new URL(url);
  } catch {
    return undefined;
  }
}
