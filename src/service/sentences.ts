import { t } from '@grafana/i18n';
import { type FailureKind, ServiceFailure } from './failure';
import { type BadIdentifier } from './path';

/** Where a request went, as the sentences need it. */
export interface RequestPlace {
  /** The data source's name in Grafana. */
  dataSource: string;
  /** Path and query below the service's base address. */
  path: string;
}

/** The sentence for the user: what failed and what to do. `reason` is the service's own word, if any. */
export function sentenceFor(kind: FailureKind, place: RequestPlace, status?: number, reason?: string): string {
  const values = { dataSource: place.dataSource, path: place.path, status, interpolation: { escapeValue: false } };
  const sentence = words(kind, values);
  return reason
    ? t('failure.with-reason', '{{sentence}} The service says: {{reason}}', {
        sentence,
        reason,
        interpolation: { escapeValue: false },
      })
    : sentence;
}

function words(kind: FailureKind, values: Record<string, unknown>): string {
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
            'Grafana could not reach the service to read {{path}} ({{status}}). Check the URL of the data source "{{dataSource}}", and that the service is running.',
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
        'Access was forbidden (403): either the service does not permit the access token of the data source "{{dataSource}}" to read {{path}}, or Grafana does not permit you to query this data source.',
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
      return t(
        'failure.overloaded',
        'The service is overloaded or unavailable ({{status}}) and stayed so after several tries of {{path}}. Try again later, or ask for a shorter range.',
        values
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
        'The answer to {{path}} is not one of the anomaly service. Check that the URL of the data source "{{dataSource}}" is the base address of the service.',
        values
      );
    case 'input':
      return t('failure.input', 'The request {{path}} cannot be sent.', values);
    case 'cancelled':
      return t('failure.cancelled', 'The request {{path}} was cancelled.', values);
  }
}

/** An answer whose body is not what the interface shows. */
export function unreadable(place: RequestPlace): ServiceFailure {
  return new ServiceFailure('unreadable', sentenceFor('unreadable', place));
}

/** An identifier that cannot stand in a path: nothing was sent. */
export function badIdentifier({ value }: BadIdentifier): ServiceFailure {
  return new ServiceFailure(
    'input',
    t(
      'failure.identifier',
      'The identifier "{{value}}" cannot be asked for: it would change the path of the request.',
      {
        value,
        interpolation: { escapeValue: false },
      }
    )
  );
}

/** Direct access: the request would go past Grafana's proxy, without the token. */
export function directAccess(dataSource: string): ServiceFailure {
  return new ServiceFailure(
    'input',
    t(
      'failure.direct',
      'The access of the data source "{{dataSource}}" is set to "direct", so that the browser would ask the service itself, without a token. Set it to "proxy" in its settings.',
      { dataSource, interpolation: { escapeValue: false } }
    )
  );
}
