import { type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { lowerFirst, orderBy } from 'lodash';
import { last, map, type Observable, switchMap, takeUntil, timer } from 'rxjs';
import { AlertBook, type Asking } from '../alertbook/alertBook';
import { bySeverity } from '../alertbook/order';
import { alertOfEvents } from '../alertbook/span';
import { readActiveAlerts } from '../answer/alertReads';
import { readEach } from '../answer/answers';
import { type Entry } from '../answer/follow';
import { type CatalogueEntry } from './entries';
import { bounded } from '../answer/inputs';
import { pagingNotices } from '../answer/listNotices';
import { RAW } from '../loading/texts';
import { toldApart } from '../loading/toldApart';
import { type Alert } from '../service/alerts';
import { isGone } from '../service/failure';
import { type Span } from '../time/spans';
import { dayAndTime } from '../time/timeTexts';

/** So many alerts get the names of their metrics before a list to choose from is shown, and so long it waits, in milliseconds. */
const MOST_NAMED = 4;
const LONGEST_WAIT = 1000;

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
 * The alerts that were active in the range, to choose from. The search takes one node, so that several are several searches, 100 at most; one that fails leaves the others.
 * Fails if all fail.
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
        switchMap((away) => {
          const all = [...alerts, ...away.alerts].sort(bySeverity);
          return readNames(book, all).pipe(
            map(() => ({
              entries: entriesOf(all, (alert) => alertText(alert, book.titleOf(alert), asking.timeZone)),
              notices: [...nodes.notices, ...found.notices, ...away.notices],
              failures: [...found.failures, ...away.failures],
            }))
          );
        })
      );
    })
  );
}

/** The same for an answer that reads them. */
export function alertOptions(asking: Asking, range: Span, filter: AlertEntryFilter): Entry<AlertEntries> {
  return { key: `alerts ${JSON.stringify(filter)}`, start: () => alertEntries(asking, range, filter) };
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

/**
 * Reads the first pages of events of the latest alerts of which no metric is known: one round of requests, which a list to
 * choose from waits for a second at most. Once, whatever came.
 */
function readNames(book: AlertBook, alerts: readonly Alert[]): Observable<unknown> {
  const nameless = alerts.filter((alert) => book.metricsOf(alert) === null);
  const latest = orderBy(nameless, [({ lastSeenAt }) => lastSeenAt ?? Infinity, 'firstSeenAt'], ['desc', 'desc']);
  return book
    .readCourses(latest.slice(0, MOST_NAMED), { rank: 1, isFirstPage: true })
    .pipe(takeUntil(timer(LONGEST_WAIT)), last(null, 0));
}

function entriesOf(alerts: readonly Alert[], textOf: (alert: Alert) => string): CatalogueEntry[] {
  const texts = toldApart(alerts, textOf, ({ id }) => id);
  return alerts.map(({ id }, i) => ({ value: id, text: texts[i] }));
}

/** An alert in a list to choose from: `severe · CPU load · web-1 +2 · since Jan 31, 14:02`. */
function alertText({ impact, firstSeenAt }: Alert, title: string, timeZone?: string): string {
  const from = firstSeenAt === null ? '' : dayAndTime(firstSeenAt, timeZone);
  const since = from && lowerFirst(t('annotations.since', 'Since {{from}}', { from, ...RAW }));
  return [impact, title, since].filter((part) => part).join(' · ');
}
