import { maxBy, sortBy } from 'lodash';
import { alertsSince, metricSearch } from '../facts/alerts';
import { type Courses, readCourses } from '../facts/courses';
import { conclusionOf, type Fact, inTurns, type Reader, wholeOf } from '../facts/reader';
import { type ReadContext } from '../facts/facts';
import { worstFirst, durationOf, endOf, meets } from '../facts/history';
import { pagingNotices } from './listNotices';
import { type Alert, type AlertMetric } from '../service/alerts';
import { type Paged } from '../service/paging';
import { type Span, DAY } from '../ground/spans';
import { median } from './endedBy';

/** How far back earlier alerts count, in milliseconds. */
const LOOK_BACK = 90 * DAY;
/** A service without an alert that is this much older, in milliseconds, may have had others. */
const MUCH_OLDER = 14 * DAY;
/** The minimum of earlier alerts for a comparison of durations. */
const SEVERAL = 3;

/** An alert's earlier alerts. Times are epoch milliseconds, durations milliseconds. */
export interface Seen {
  earlier: number;
  /** The start of the latest. Null if there is none, or if none has a known start. */
  lastTime: number | null;
  /** The median duration of those that have ended. Null if none has. */
  usually: number | null;
  /** Whether it is active, and longer than every earlier one: three or more. */
  isLongest: boolean;
  /** From the end of the latest to its start, if that is less than a day. Otherwise null. */
  after: number | null;
}

/**
 * The alerts of a range that began before another one. One without a start began before if it was last seen before. Without
 * the other's start, all but itself are earlier.
 */
function earlierOf(rows: readonly Alert[], { id, began }: { id: string; began: number | null }, range: Span): Alert[] {
  return rows.filter((row) => {
    const start = row.firstSeenAt ?? row.lastSeenAt;
    const isBefore = began === null || (start !== null && start < began);
    return row.id !== '' && row.id !== id && isBefore && meets(row, range);
  });
}

/** @param earlier the alerts of its first metric that began before it @param now the moment of the answer */
function seenBefore(alert: Alert & { firstSeenAt: number }, earlier: readonly Alert[], now: number): Seen {
  const durations = earlier
    .filter((one) => one.active === false && endOf(one) <= now)
    .flatMap((one) => durationOf(one, now) ?? []);
  const latest = maxBy(earlier, ({ firstSeenAt }) => firstSeenAt ?? -Infinity);
  const after = latest && latest.firstSeenAt !== null ? alert.firstSeenAt - endOf(latest) : NaN;
  const isLongest =
    alert.active === true &&
    durations.length >= SEVERAL &&
    durations.length === earlier.length &&
    now - alert.firstSeenAt > Math.max(...durations);
  return {
    earlier: earlier.length,
    lastTime: latest?.firstSeenAt ?? null,
    usually: median(durations),
    isLongest,
    after: after >= 0 && after < DAY ? after : null,
  };
}

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
  /** Earlier alerts also count if they were active this long before it began, in milliseconds. */
  lookBack?: number;
  /** The searched range, if several alerts share it. */
  over?: Span;
  /** When the alert began, by its row. Its events show it otherwise. */
  began?: number;
  /** 0 for a page about the alert. */
  rank?: 0 | 1;
  /** Its course, if it was read. */
  courses?: Courses;
}

/** An alert's earlier alerts: one search for its first metric, which is kept for an hour. Fails if that fails. */
export function earlierAlerts(
  reader: Reader,
  context: ReadContext,
  { id, metrics = null }: Pick<Alert, 'id'> & Partial<Pick<Alert, 'metrics'>>,
  { range: given, lookBack = 0, over, rank = 0, began: rowBegan, courses: known }: EarlierOptions
): Fact<EarlierAlerts> {
  const conclude = (): EarlierAlerts | null => {
    const isRead = known && (known.of(id) !== null || known.failureOf(id) !== undefined);
    const { courses, isFetching } = isRead
      ? { courses: known, isFetching: false }
      : readCourses(reader, context, [{ id, impact: null, lastSeenAt: null }], { rank: 1 });
    if (isFetching) {
      return null;
    }
    const course = courses.of(id);
    if (!course && courses.failureOf(id) !== undefined) {
      throw courses.failureOf(id);
    }
    const metric = course?.metrics.at(0) ?? worstFirst(metrics ?? []).at(0) ?? null;
    if (!metric?.nodeId || !metric.metricId) {
      return { rows: [], metric: null, search: null };
    }
    const began = rowBegan ?? course?.began ?? null;
    const from = began !== null && lookBack > 0 ? Math.min(given.from, began - lookBack) : given.from;
    const range = { from, to: given.to };
    const searched = { range: over ?? range, until: began ?? Infinity, rank };
    const entry = inTurns(metricSearch(context, metric, searched));
    return reader.conclude(`earlier ${JSON.stringify([id, began, range])} ${entry.key}`, () => {
      const search = wholeOf(reader.read(entry));
      const rows = sortBy(earlierOf(search?.rows ?? [], { id, began }, range), [
        ({ firstSeenAt, lastSeenAt }) => -(firstSeenAt ?? lastSeenAt ?? -Infinity),
        'id',
      ]);
      return search && { rows, metric, search };
    });
  };
  return conclusionOf(conclude);
}

/** An alert with a known start. */
type Dated = Alert & { firstSeenAt: number };

interface SeenOptions extends Pick<EarlierOptions, 'rank' | 'courses'> {
  /** The moment of the answer, in epoch milliseconds. */
  now: number;
}

/**
 * What is known of the alerts before each of these, by their IDs. Unknown without a first metric, if the search failed or
 * is not whole, or if the service has no much older alert. Null while more can arrive.
 */
export function seenAlerts(
  reader: Reader,
  context: ReadContext,
  alerts: readonly Alert[],
  { now, rank = 1, courses }: SeenOptions
): ReadonlyMap<string, SeenFound> | null {
  const dated = sortBy(
    alerts.filter((alert): alert is Dated => alert.id !== '' && alert.firstSeenAt !== null),
    'firstSeenAt'
  );
  // Alerts with one first metric share its search.
  const over = { from: (dated.at(0)?.firstSeenAt ?? 0) - LOOK_BACK, to: dated.at(-1)?.firstSeenAt ?? 0 };
  const found = dated.map((alert) => {
    const { firstSeenAt: began } = alert;
    const range = { from: began - LOOK_BACK, to: began };
    return { alert, ...earlierAlerts(reader, context, alert, { range, over, began, rank, courses }) };
  });
  if (found.some(({ isFetching }) => isFetching)) {
    return null;
  }
  const searched = found.flatMap(({ alert, data }) => (data?.search?.isWhole ? [alert.firstSeenAt] : []));
  const rows = [...alerts, ...found.flatMap(({ data }) => data?.search?.rows ?? [])];
  const older = olderThan(reader, context, searched, rows);
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
}

/**
 * Since when the service has much older alerts: by the rows, or by looking for one row. Who has one, has one for every later
 * alert. Null while that is being read.
 *
 * @param starts of alerts, in order, epoch milliseconds
 */
function olderThan(reader: Reader, context: ReadContext, starts: readonly number[], rows: readonly Alert[]) {
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
      const { data, error, isFetching } = reader.read(alertsSince(context, range));
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
