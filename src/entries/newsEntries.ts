import { type AlertBook } from '../alertbook/alertBook';
import { alertsAt } from '../judging/active';
import { meets } from '../alertbook/span';
import { type Comparison, type Judged, judgeNews, type News, NOTHING } from '../judging/news';
import { LOOK_BACK, similarOf } from '../judging/similarity';
import { type Alert } from '../service/alerts';
import { type Paged } from '../service/paging';
import { DAY } from '../settings';
import { alertList, alertsSince, historiesRead } from './alertEntries';
import { concluded } from '../known/derived';
import { type Entry, type Known, type Reader } from '../known/follow';
import { type Similar, similarTo } from './similarEntries';
import { momentOfEnd, type Span } from '../time/spans';

/** What to find in addition to the most similar alert: nothing, a verdict, or a verdict and the number of similar alerts. */
type NewsWanted = 'most similar' | 'verdict' | 'count';

/** The minimum age of the service's oldest alert. */
const MUCH_OLDER = 14 * DAY;

/** An alert with a known start. */
type Dated = Alert & { since: number };

/** An alert, and the earlier ones that share metrics with it. */
type ComparedAlert = { alert: Dated } & Known<Similar>;

/** The common basis of all judgments. */
interface Basis {
  book: AlertBook;
  /** Alerts that the service has returned. It is only requested if none of them is old enough. */
  rows: readonly Alert[];
  /** The list at a past moment, because the later state of similar alerts must change nothing. */
  end: Known<Paged<Alert>> | null;
  now: number;
  wanted: NewsWanted;
}

/**
 * Whether alerts are news, by their IDs. Later alerts do not count, so that none changes the result. Failures leave nulls,
 * with the reason.
 *
 * @param now the time of the judgment, in epoch milliseconds
 * @param others alerts that other panels of the page may judge: they need no further searches for the same metrics
 */
export function news(
  book: AlertBook,
  alerts: readonly Alert[],
  now: number,
  wanted: NewsWanted = 'verdict',
  others: readonly Alert[] = []
): Entry<ReadonlyMap<string, News>> {
  const dated = datedOf(alerts);
  // The alerts share their searches.
  const starts = datedOf([...alerts, ...others]).map(({ since }) => since);
  const over = { from: Math.min(...starts) - LOOK_BACK, to: Math.max(...starts) };
  return concluded<ReadonlyMap<string, News>>(`news ${wanted} ${alerts.map(({ id }) => id).join(' ')}`, (reader) => {
    const compared = dated.map((alert): ComparedAlert => {
      const range = { from: alert.since - LOOK_BACK, to: alert.since };
      // A single alert is the subject of its page.
      const rank = wanted === 'verdict' ? 1 : 0;
      const similar = similarTo(book, alert.id, { range, over, asOf: now, stopsEarly: true, rank });
      return { alert, ...reader.attempt(similar) };
    });
    const moment = dated.length > 0 ? momentOfEnd(now, book.now()) : undefined;
    const end = moment === undefined ? null : reader.attempt(alertList(book, moment));
    if (end?.isFetching) {
      return null;
    }
    const basis = { book, end, now, wanted, rows: compared.flatMap(({ data }) => data?.rows ?? []) };
    const areAll = !reader.isFetching;
    // An alert that is old enough itself, or has old alerts among its own, does not wait for the others.
    const isReady = (one: ComparedAlert) => areAll || (!one.isFetching && hasOlder(one.data?.rows ?? [], one.alert));
    const found = compared.map((one) => {
      const its = isReady(one) ? reader.attempt(newsOf(one, basis)).data : undefined;
      return [one.alert.id, its ?? NOTHING] as const;
    });
    return reader.isFetching ? null : new Map([...alerts.map(({ id }) => [id, NOTHING] as const), ...found]);
  });
}

function datedOf(alerts: readonly Alert[]): Dated[] {
  return alerts.flatMap((alert) =>
    alert.id !== '' && alert.firstSeenAt !== null ? [{ ...alert, since: alert.firstSeenAt }] : []
  );
}

function newsOf({ alert, data: found, error }: ComparedAlert, basis: Basis): Entry<News> {
  return concluded(`news of ${alert.id}`, (reader): News | null => {
    if (!found || found.searched.length === 0 || !found.isWhole) {
      return { ...NOTHING, failure: error ?? found?.failures[0] ?? null, incomplete: found?.incomplete[0] ?? null };
    }
    const { end, wanted } = basis;
    const earlier = end
      ? found.earlier.map((one) => ({ ...one, alert: alertsAt([one.alert], basis.now, end.data ?? null)[0] ?? one.alert }))
      : found.earlier;
    // An alert with an unknown state can't be compared.
    const isSure = !end || end.isWhole || earlier.every((one) => one.alert.active !== null);
    const older =
      wanted !== 'most similar' && isSure && alert.active !== null ? olderAlerts(reader, alert, basis) : null;
    if (older?.isFetching) {
      return null;
    }
    const similar = similarOf(earlier, found.searched.length);
    const judged = judgeBy(reader, { alert, similar, isJudged: older?.data === true, ...basis });
    if (!judged) {
      return null;
    }
    const { verdict, mostAlike, read } = judged;
    const likeMost = mostAlike && {
      alert: mostAlike.alert,
      shared: mostAlike.shared.length,
      searched: found.searched.length,
    };
    const missing =
      end && !isSure && wanted !== 'most similar'
        ? { failure: end.error ?? null, incomplete: end.data ?? null }
        : missingOf(basis.book, read, older?.error);
    // Without all its events, the alert may have other metrics. Its row shows whether it is long-running.
    const isKnown = basis.book.wholeHistoryOf(alert.id) !== null;
    return {
      similar: isKnown ? judged.similar : null,
      verdict: isKnown || verdict === 'standing' ? verdict : null,
      likeMost,
      ...missing,
    };
  });
}

/** Whether the service has much older alerts. */
function olderAlerts(
  reader: Reader,
  alert: Dated,
  { book, rows }: Basis
): Pick<Known<boolean>, 'data' | 'isFetching' | 'error'> {
  return hasOlder(rows, alert)
    ? { data: true, isFetching: false, error: undefined }
    : reader.attempt(alertsSince(book, olderSpan(alert)));
}

/** Whether one of these alerts is much older. */
function hasOlder(rows: readonly Alert[], alert: Dated): boolean {
  return rows.some((row) => row.firstSeenAt !== null && meets(row, olderSpan(alert)));
}

function olderSpan({ since }: Dated): Span {
  return { from: since - LOOK_BACK, to: since - MUCH_OLDER };
}

/**
 * A judgment, with the histories that it needs. Null while they are being read. @param read the alerts whose histories were
 * read
 */
function judgeBy(
  reader: Reader,
  comparison: Pick<Comparison, 'alert' | 'similar' | 'isJudged'> & Basis,
  read: readonly Alert[] = [comparison.alert]
): (Judged & { read: readonly Alert[] }) | null {
  const { book, wanted } = comparison;
  const historyOf = (id: string, moment: number) =>
    read.some((one) => one.id === id) ? book.historyAsOf(id, moment) : undefined;
  const judged = judgeNews({ ...comparison, historyOf, isCounted: wanted === 'count' });
  const { toRead } = judged;
  if (toRead.length === 0) {
    return { ...judged, read };
  }
  const histories = toRead.map((one) => reader.attempt(historiesRead(book, [one], {})));
  return histories.some(({ isFetching }) => isFetching) ? null : judgeBy(reader, comparison, [...read, ...toRead]);
}

/** Why part of the comparison is unknown. Unknown counts as similar. */
function missingOf(book: AlertBook, read: readonly Alert[], failure: unknown): Pick<News, 'failure' | 'incomplete'> {
  const failures = [failure ?? null, ...read.map(({ id }) => book.failureOf(id))];
  const incomplete = read.map(({ id }) => book.incompleteTimelineOf(id));
  return {
    failure: failures.find((one) => one !== null) ?? null,
    incomplete: incomplete.find((one) => one !== null) ?? null,
  };
}
