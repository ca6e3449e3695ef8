import { t } from '@grafana/i18n';
import { type Facts, type FailureKind, type Lack, type RequestPlace, ServiceFailure } from './failure';
import { RAW, clockText } from './texts';
import { record } from './read';

/** Grafana's data proxy turns the service's 401 into a 400 with this message. */
const PROXY_REFUSED = /authentication to data source failed/i;

/** The failure for the user: what failed, what to do, and the service's own message, if any. */
export function withSentence(failure: ServiceFailure, { dataSource, path }: RequestPlace): ServiceFailure {
  const { facts } = failure;
  const { status, body, statusText } = facts;
  const word = reasonOf(body);
  // The title of a gateway's page is often the status.
  const serviceText = word?.replace(/^\d{3} /, '') === statusText ? undefined : word;
  const isRefused = status === 400 && PROXY_REFUSED.test(word ?? '');
  const kind = isRefused ? 'refused' : failure.kind;
  // The plugin's sentence about a rejected token is more helpful than Grafana's. Others' messages are not the service's.
  const reason = isRefused || facts.isForeign ? undefined : serviceText;
  const sentence = sentenceOf(kind, facts, { dataSource, path, status, ...RAW });
  const message = reason
    ? t('failure.with-reason', '{{sentence}} The service says: {{reason}}', { sentence, reason, ...RAW })
    : sentence;
  return new ServiceFailure(kind, message, { status, reason, isForeign: facts.isForeign });
}

interface Values extends RequestPlace {
  [name: string]: unknown;
  status: number | undefined;
}

function sentenceOf(kind: FailureKind, facts: Facts, values: Values): string {
  switch (kind) {
    case 'unreachable':
      return values.status === undefined
        ? t(
            'failure.unreachable',
            'The connection was lost while reading {{path}}. Check the network and the data source "{{dataSource}}".',
            values
          )
        : t(
            'failure.bad-gateway',
            'Grafana could not reach the service ({{status}}). Check the URL and certificate of "{{dataSource}}", and Grafana\'s log.',
            values
          );
    case 'refused':
      // Grafana's proxy turns the service's 401 into a 400. A 401 may also come from Grafana itself.
      return t(
        'failure.refused-plain',
        'The access token was refused (401). Check the settings of "{{dataSource}}", or sign in to Grafana again.',
        values
      );
    case 'forbidden':
      return t(
        'failure.forbidden',
        "Access to {{path}} was forbidden (403). Check the token's permissions in the service, and yours in Grafana.",
        values
      );
    case 'invalid':
      return t('failure.invalid', 'The service rejected the request {{path}} ({{status}}). Check the query.', values);
    case 'notFound':
      return t(
        'failure.not-found',
        'The service has nothing at {{path}} (404). Check the IDs and the URL of the data source "{{dataSource}}".',
        values
      );
    case 'overloaded':
      return facts.retryAt === undefined
        ? t(
            'failure.overloaded',
            "The service is overloaded or unavailable ({{status}}): couldn't read {{path}}. Try again later.",
            values
          )
        : t(
            'failure.overloaded-until',
            "The service is overloaded or unavailable ({{status}}): couldn't read {{path}}. Try again after {{time}}.",
            { ...values, time: clockText(facts.retryAt, undefined, 'HH:mm:ss') }
          );
    case 'timeout':
      return values.status === undefined
        ? t(
            'failure.timeout-here',
            'The response to {{path}} took too long. Choose a shorter time range, or raise the timeout.',
            values
          )
        : t(
            'failure.timeout',
            'The response to {{path}} took too long ({{status}}). Choose a shorter time range, or raise the timeout.',
            values
          );
    case 'server':
      return t(
        'failure.server',
        'The service returned an error ({{status}}) for {{path}}. Try again, or contact its operators.',
        values
      );
    case 'unreadable':
      return t(
        'failure.unreadable',
        'Unexpected response from {{path}}: {{lack}}. Check that the URL of "{{dataSource}}" points to the anomaly service.',
        { ...values, lack: lackText(facts.lack) }
      );
    case 'input':
      return inputText(facts, values);
    case 'cancelled':
      return t('failure.cancelled', 'The request {{path}} was canceled.', values);
  }
}

function lackText(lack: Lack = []): string {
  if (lack === 'json') {
    return t('failure.lack-json', 'invalid or truncated JSON');
  }
  return lack.length === 0
    ? t('failure.lack-something', 'unknown format')
    : t('failure.lack-fields', 'no {{fields}}', { fields: lack.map((name) => `"${name}"`).join(' / '), ...RAW });
}

/** The sentence for a request that was refused before it was sent. */
function inputText({ identifier, halfCharacter, direct }: Facts, values: Values): string {
  if (direct) {
    return t(
      'failure.direct',
      'Browser access would expose the token. Set Access of "{{dataSource}}" to Server (proxy).',
      values
    );
  }
  if (halfCharacter !== undefined) {
    const value = halfCharacter.replace(/\p{Surrogate}/gu, '\ufffd');
    return t('failure.half-character', '"{{value}}" contains half a character.', { value, ...RAW });
  }
  return identifierRefused(identifier ?? '').message;
}

/** The sentence for a value that can't be a segment of a path. */
export function identifierRefused(value: string): ServiceFailure {
  return new ServiceFailure(
    'input',
    t('failure.identifier', '"{{value}}" is not a valid identifier.', { value, ...RAW })
  );
}

/** The interface doesn't define error bodies. These are common names, and how deep to search. */
const NAMES = ['message', 'Message', 'detail', 'msg', 'error', 'title', 'reason', 'errors'];
const DEPTH = 6;

/** The service's own messages are shortened to this many characters. */
const LONGEST = 200;

/** The start of a page from a gateway, a proxy, or a sign-in, or of an XML document. Other text with `<` is plain text. */
const PAGE = /^\s*<(!--|!doctype|\?xml|html|head|body)/i;
const TITLE = /<title[^>]*>([^<]+)/i;

/**
 * The service's own message in a body, at most 200 characters, or undefined. It is plain text, even if it looks like
 * markup, which an ID may contain. For a page, it is the title.
 */
export function reasonOf(body: unknown, depth = DEPTH): string | undefined {
  if (depth === 0) {
    return undefined;
  }
  if (typeof body === 'string') {
    const inner = parsed(body);
    return inner === undefined ? plain(body) : reasonOf(inner, depth - 1);
  }
  if (Array.isArray(body)) {
    return reasonOf(body[0], depth - 1);
  }
  const fields = record(body);
  for (const name of NAMES) {
    const word = Object.hasOwn(fields, name) ? reasonOf(fields[name], depth - 1) : undefined;
    if (word) {
      return word;
    }
  }
  return undefined;
}

/** A text body that is JSON: if text was requested, Grafana doesn't parse it. */
function parsed(text: string): unknown {
  try {
    return /^\s*[[{]/.test(text) ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
}

/** Text without control characters, on one line. Undefined if nothing is left. */
function plain(text: string): string | undefined {
  const start = text.slice(0, 100 * LONGEST);
  const line = (PAGE.test(start) ? (TITLE.exec(start)?.[1] ?? '') : start)
    .replace(/[\s\p{C}]+/gu, ' ')
    // Some services repeat the header that they refuse, including the token.
    .replace(/\b(bearer|basic) \S{16,}/gi, '$1 …')
    .trim();
  if (line === '') {
    return undefined;
  }
  return line.length > LONGEST ? `${line.slice(0, LONGEST - 1).replace(/[\ud800-\udbff]$/, '')}…` : line;
}
