import { sortBy } from 'lodash';
import { type AlertBook } from '../facts/alertBook';
import { worstFirst } from '../facts/history';
import { earlierOf, LOOK_BACK, MUCH_OLDER, type Seen, seenBefore } from './earlier';
import { pagingNotices } from './listNotices';
import { type Alert, type AlertMetric } from '../service/alerts';
import { type Paged } from '../service/paging';
import { type Span } from '../ground/spans';
import { alertsSince, historiesRead, metricSearch } from './alertEntries';
import { concluded } from '../facts/derived';
import { type Entry, type Reader } from '../facts/follow';

/** The alerts with an alert's first metric that began before it. */
interface EarlierAlerts {
  /** The newest first. */
  rows: Alert[];
  /** Null if it is unknown: nothing was searched. */
  metric: AlertMetric | null;
  search: Paged<Alert> | null;
}

/** What is known of an alert's earlier alerts. */
export interface SeenFound {
  seen: Seen | null;
  /** Why it is unknown: a failure, or a sentence. Null if there is no reason to report. */
  reason: unknown;
}

interface EarlierOptions {
  /** Earlier alerts count if they were active in it. */
  range: Span;
  /** The searched range, if several alerts share it. */
  over?: Span;
  /** When the alert began, by its row. Its events show it otherwise. */
  began?: number;
  /** 0 for a page about the alert. */
  rank?: 0 | 1;
}

/** An alert's earlier alerts: one search for its first metric, which is kept for an hour. Fails if that fails. */
export function earlierAlerts(book: AlertBook, id: string, options: EarlierOptions): Entry<EarlierAlerts> {
  const { range, over = range, rank = 0 } = options;
  return concluded(`earlier than ${id} ${JSON.stringify(options)}`, (reader): EarlierAlerts | null => {
    if (reader.attempt(historiesRead(book, [{ id, impact: null, lastSeenAt: null }], { rank: 1 })).isFetching) {
      return null;
    }
    const history = book.knownHistory(id, book.now());
    const failure = book.failureOf(id);
    if (!history && failure) {
      throw failure;
    }
    const metric = history?.metrics.at(0) ?? worstFirst(book.metricsEverOf({ id }) ?? []).at(0) ?? null;
    if (!metric?.nodeId || !metric.metricId) {
      return { rows: [], metric: null, search: null };
    }
    const began = options.began ?? history?.began ?? null;
    const { data, error, isFetching } = reader.attempt(
      metricSearch(book, metric, { range: over, until: began ?? Infinity, rank })
    );
    if (error !== undefined) {
      throw error;
    }
    const rows = sortBy(earlierOf(data?.rows ?? [], { id, began }, range), [
      ({ firstSeenAt, lastSeenAt }) => -(firstSeenAt ?? lastSeenAt ?? -Infinity),
      'id',
    ]);
    return isFetching || !data ? null : { rows, metric, search: data };
  });
}

/** An alert with a known start. */
type Dated = Alert & { firstSeenAt: number };

/**
 * What is known of the alerts before each of these, by their IDs. Unknown without a first metric, if the search failed or
 * is not whole, or if the service has no much older alert.
 *
 * @param now the moment of the answer, in epoch milliseconds
 */
export function seenAlerts(
  book: AlertBook,
  alerts: readonly Alert[],
  now: number,
  rank: 0 | 1 = 1
): Entry<ReadonlyMap<string, SeenFound>> {
  const dated = sortBy(
    alerts.filter((alert): alert is Dated => alert.id !== '' && alert.firstSeenAt !== null),
    'firstSeenAt'
  );
  // Alerts with one first metric share its search.
  const over = { from: (dated.at(0)?.firstSeenAt ?? 0) - LOOK_BACK, to: dated.at(-1)?.firstSeenAt ?? 0 };
  return concluded<ReadonlyMap<string, SeenFound>>(`seen ${dated.map(({ id }) => id).join(' ')}`, (reader) => {
    const found = dated.map((alert) => {
      const { id, firstSeenAt: began } = alert;
      const range = { from: began - LOOK_BACK, to: began };
      return { alert, ...reader.attempt(earlierAlerts(book, id, { range, over, began, rank })) };
    });
    if (reader.isFetching) {
      return null;
    }
    const searched = found.flatMap(({ alert, data }) => (data?.search?.isWhole ? [alert.firstSeenAt] : []));
    const rows = [...alerts, ...found.flatMap(({ data }) => data?.search?.rows ?? [])];
    const older = olderThan(reader, book, searched, rows);
    return (
      older &&
      new Map(
        found.map(({ alert, data, error }) => {
          const isKnown = data?.search?.isWhole === true && older.isKnown(alert.firstSeenAt);
          const seen = isKnown ? seenBefore(alert, data.rows, now) : null;
          const reason = error ?? pagingNotices(data?.search).at(0)?.text ?? older.failure ?? null;
          return [alert.id, { seen, reason }];
        })
      )
    );
  });
}

/**
 * Since when the service has much older alerts: by the rows, or by looking for one row. Who has one, has one for every later
 * alert. Null while that is being read.
 *
 * @param starts of alerts, in order, epoch milliseconds
 */
function olderThan(reader: Reader, book: AlertBook, starts: readonly number[], rows: readonly Alert[]) {
  let known = rows.reduce(
    (first, { firstSeenAt }) => Math.min(first, (firstSeenAt ?? Infinity) + MUCH_OLDER),
    Infinity
  );
  let unknown = -Infinity;
  let failure: unknown;
  // The first and the last nearly always decide for all.
  for (const start of [...starts.slice(0, 1), ...starts.slice(-1), ...starts]) {
    if (start < known && start > unknown && failure === undefined) {
      const range = { from: start - LOOK_BACK, to: start - MUCH_OLDER };
      const { data, error, isFetching } = reader.attempt(alertsSince(book, range));
      if (isFetching) {
        return null;
      }
      failure = error;
      known = data === true ? Math.min(known, start) : known;
      unknown = data === false ? Math.max(unknown, start) : unknown;
    }
  }
  return { isKnown: (start: number) => start >= known, failure };
}
