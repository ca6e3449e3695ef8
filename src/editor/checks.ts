import { t } from '@grafana/i18n';
import { isAddress, unknownPlaceholders } from '../ground/linkSettings';
import { RAW } from '../ground/texts';
import { wholeNumberFrom } from '../table/sharedFields';
import { readSpan } from '../ground/settingForms';
import { HOUR } from '../ground/settings';

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

interface SpanLimit {
  milliseconds: number;
  text: string;
  /** The unit of a number without one. */
  unit?: string;
}

/**
 * A span such as `14d`. With a `limit` (milliseconds), it is between an hour and the limit, as the interface requires for
 * windows.
 */
export function checkSpan(limit?: SpanLimit): (text: string) => string | undefined {
  return (text) => {
    if (text.trim() === '') {
      return undefined;
    }
    const span = readSpan(text, limit?.unit);
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

/** An integer from 1 on. */
export function checkCount(text: string): string | undefined {
  return text.trim() === '' || (Number.isInteger(Number(text)) && Number(text) >= 1) ? undefined : wholeNumberFrom(1);
}

/** The stored form of a typed count: a number, or the typed text, which is marked as invalid. */
export function countOf(text: string): number | string {
  return text.trim() === '' || checkCount(text) !== undefined ? text : Number(text);
}

function parse(url: string): URL | undefined {
  try {
    return new URL(url);
  } catch {
    return undefined;
  }
}
