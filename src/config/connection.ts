import { t } from '@grafana/i18n';
import { getBackendSrv } from '@grafana/runtime';
import { catchError, defer, firstValueFrom, map, of, timeout } from 'rxjs';
import { type Context } from '../answer/runner';
import { RAW } from '../loading/texts';
import { closed } from '../notices/notices';
import { type ServiceFailure } from '../service/failure';
import { record } from '../service/read';
import { checkUrl } from './checks';

/** What Grafana has stored. The page only knows the proxy's URL, and never the token. */
interface Stored {
  url: unknown;
  hasToken: boolean;
}

/** How long to wait for Grafana's stored settings, in milliseconds. */
const PATIENCE = 5000;

/** Why not even the first request succeeded: the URL, a redirect, or the token may be wrong. */
export async function connectionProblem(failure: ServiceFailure, context: Context): Promise<string> {
  const stored = await readStored(context.dataSource.uid);
  // If the user may not read the settings, Grafana's message may contain the URL.
  const url = stored?.url ?? /invalid data source url: "(.*)"/i.exec(failure.facts.reason ?? '')?.[1];
  const wrong = typeof url === 'string' ? checkUrl(url) : undefined;
  if (wrong) {
    return wrong;
  }
  if (stored?.hasToken === false && (failure.kind === 'refused' || failure.kind === 'forbidden')) {
    return t('health.no-token', 'The service requires an access token, but none is set. Enter a read token.');
  }
  const sentence = sentenceOf(failure, context.operations.alertsVersion);
  const cause = otherCause(failure, stored);
  return cause ? `${closed(sentence)} ${cause}` : sentence;
}

/** Undefined if the user may not read the settings. It is a request to Grafana, not to the service. */
function readStored(uid: string): Promise<Stored | undefined> {
  const path = `/api/datasources/uid/${encodeURIComponent(uid)}`;
  return firstValueFrom(
    defer(() => getBackendSrv().get<unknown>(path, undefined, undefined, { showErrorAlert: false })).pipe(
      timeout(PATIENCE),
      map((answer) => {
        const { url, secureJsonFields } = record(answer);
        return { url, hasToken: record(secureJsonFields).accessToken === true };
      }),
      catchError(() => of(undefined))
    )
  );
}

/** A service without a list of alerts is not the right one. */
function sentenceOf({ kind, message }: ServiceFailure, version: string): string {
  return kind === 'notFound'
    ? t(
        'health.not-the-service',
        'No anomaly service at this URL: it has no /{{version}}/alerts (404). Check the URL, or "{{setting}}".',
        { version, setting: t('config.alerts-version', 'Alerts API'), ...RAW }
      )
    : message;
}

/** Other causes that look the same from here. Undefined if there are none. */
function otherCause({ kind, status, facts }: ServiceFailure, stored: Stored | undefined): string | undefined {
  // The browser follows a redirect outside the proxy: to another host, or to a page of Grafana.
  const isPastProxy = kind === 'unreachable' && status === undefined;
  if (isPastProxy || kind === 'unreadable' || (kind === 'notFound' && facts.isForeign)) {
    return t(
      'health.redirect',
      'A redirect can also cause this. Enter the URL that it leads to, for example with https:// instead of http://.'
    );
  }
  // Headers can't contain line breaks, so Grafana sends nothing.
  return kind === 'unreachable' && stored?.hasToken !== false
    ? t('health.token-line', 'A line break in the access token can also cause this. Enter the token again without it.')
    : undefined;
}
