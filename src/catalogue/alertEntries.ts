import { dateTimeFormat, type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { lowerFirst } from 'lodash';
import { map, type Observable, switchMap } from 'rxjs';
import { AlertBook, type Asking } from '../alertbook/alertBook';
import { bySeverity } from '../alertbook/order';
import { alertOfEvents } from '../alertbook/span';
import { readActiveAlerts } from '../answer/alertReads';
import { readEach } from '../answer/answers';
import { type CatalogueEntry } from './entries';
import { bounded } from '../answer/inputs';
import { pagingNotices } from '../answer/listNotices';
import { RAW } from '../loading/texts';
import { type Alert } from '../service/alerts';
import { isGone } from '../service/failure';
import { type Span } from '../time/spans';

interface AlertEntries {
  /** Most severe first, each alert once. */
  entries: CatalogueEntry[];
  notices: QueryResultMetaNotice[];
  /** Why some of several searches gave nothing. */
  failures: unknown[];
}

interface AlertEntryFilter {
  /** Undefined: of any node. */
  nodeIds?: string[];
  /** Undefined: all that were active in the range; else these alone, whenever they were active. */
  alertIds?: string[];
  q?: string;
}

/**
 * The alerts that were active in the range, to choose from, by the titles that are known (AT7: a list to choose from waits
 * for no course). The search takes one node, so that several are several searches, 100 at most; one that fails leaves the others.
 * Fails where all do.
 */
export function alertEntries(
  asking: Asking,
  range: Span,
  { nodeIds, alertIds, q }: AlertEntryFilter = {}
): Observable<AlertEntries> {
  const book = new AlertBook(asking);
  const nodes = bounded(nodeIds ?? [''], (nodeId) => nodeId);
  const searches = nodes.values.map((nodeId) => ({ nodeId, q }));
  return readActiveAlerts(book, range, searches, { waits: false }).pipe(
    switchMap((found) => {
      if (searches.length > 0 && found.failures.length === searches.length) {
        throw found.failures[0];
      }
      const alerts = found.alerts.filter(({ id }) => id !== '' && (alertIds === undefined || alertIds.includes(id)));
      const ids = new Set(alerts.map(({ id }) => id));
      return readAway(
        book,
        (alertIds ?? []).filter((id) => !ids.has(id))
      ).pipe(
        map((away) => ({
          entries: [...alerts, ...away.alerts].sort(bySeverity).map((alert) => ({
            value: alert.id,
            text: alertText(alert, book.titleOf(alert)),
          })),
          notices: [...nodes.notices, ...found.notices, ...away.notices],
          failures: [...found.failures, ...away.failures],
        }))
      );
    })
  );
}

interface AwayAlerts {
  alerts: Alert[];
  notices: QueryResultMetaNotice[];
  failures: unknown[];
}

/** Given alerts that the range does not show, by their events. One that the service does not know stays away. */
function readAway(book: AlertBook, ids: string[]): Observable<AwayAlerts> {
  return readEach(ids, (id) => book.events(id)).pipe(
    map(({ read, failed }) => ({
      alerts: read.flatMap(({ value, result }) => alertOfEvents(value, result.rows) ?? []),
      notices: read.flatMap(({ result }) => pagingNotices(result)),
      failures: failed.flatMap(({ failure }) => (isGone(failure) ? [] : [failure])),
    }))
  );
}

/** An alert in a list to choose from (V7): `severe · CPU load · web-1 +2 · since 2026-01-31 14:02 UTC`. */
function alertText({ impact, firstSeenAt }: Alert, title: string): string {
  // The text is stored in links and dashboards, so it is the same in every time zone.
  const time = firstSeenAt === null ? '' : dateTimeFormat(firstSeenAt, { timeZone: 'utc', format: 'YYYY-MM-DD HH:mm' });
  const since = time && lowerFirst(t('annotations.since', 'Since {{from}}', { from: `${time} UTC`, ...RAW }));
  return [impact, title, since].filter((part) => part).join(' · ');
}
