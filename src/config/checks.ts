import { t } from '@grafana/i18n';
import { HOUR, parseSpan } from '../settings';

/** A sentence on what is wrong with the text of a setting; undefined where nothing is. */
export type Check = (text: string) => string | undefined;

/** The service's base address. Grafana adds a scheme where it is missing and drops a query string. */
export function checkUrl(url: string): string | undefined {
  const text = url.trim();
  if (text === '') {
    return t('config.url-missing', "Enter the service's base address.");
  }
  const whole = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  const parsed = /\s/.test(text) ? undefined : parse(whole);
  if (!parsed || !/^https?:$/.test(parsed.protocol) || parsed.hostname === '') {
    return t('config.url-invalid', 'Not a web address, such as https://monitoring.example.com/api.');
  }
  if (parsed.search !== '' || parsed.hash !== '') {
    return t('config.url-query', 'Leave out what follows ? or #: Grafana does not send it.');
  }
  if (/\/v[12]\/*$/.test(parsed.pathname)) {
    return t('config.url-version', 'Leave out the version at the end: the data source adds v1 or v2 itself.');
  }
  return undefined;
}

/** A span such as `14d`. With a `limit` (milliseconds) it lies between an hour and that, as the interface wants windows. */
export function checkSpan(limit?: { milliseconds: number; text: string }): Check {
  return (text) => {
    if (text.trim() === '') {
      return undefined;
    }
    const span = parseSpan(text);
    if (span === undefined) {
      return t('config.span-invalid', 'Not a span: a number with s, m, h or d, such as 10m.');
    }
    if (limit && (span < HOUR || span > limit.milliseconds)) {
      return t('config.span-limits', 'From 1h to {{limit}}, which is the most that the service takes.', {
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

function parse(url: string): URL | undefined {
  try {
    return new URL(url);
  } catch {
    return undefined;
  }
}
