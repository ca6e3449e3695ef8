import { uniqueAlerts } from '../judging/active';
import { type AlertBook, type AlertFilter, type SearchTime } from '../alertbook/alertBook';
import { hasImpact } from '../judging/alertFilter';
import { bySeverity } from '../alertbook/order';
import { alertSearchAt } from '../entries/activeEntries';
import { alertSearch } from '../entries/alertEntries';
import { eachKnown } from '../known/eachKnown';
import { type Reader } from '../known/follow';
import { emptyNotice, type Inputs, type Values } from '../inputs/inputs';
import { historyNotices, knownNotices, pagingNotices } from '../notices/listNotices';
import { type Searches } from '../filters/searches';
import { type Span } from '../time/spans';
import { type AlertSearchQuery } from './models';
import { type AlertsFound, similarFound } from './similarAlerts';

/** The requested search. */
interface SearchScope {
  query: AlertSearchQuery;
  inputs: Inputs;
  book: AlertBook;
  range: Span;
  time: SearchTime;
  /** The moment of the answer, if it is in the past. */
  moment: number | undefined;
  minScore: number;
  like: Values;
  /** A field that a variable leaves empty. */
  empty: string | undefined;
}

/** The alerts of a query. Null while more can arrive. */
export function readFound(reader: Reader, { combinations }: Searches, prepared: SearchScope): AlertsFound | null {
  const { query, book, time, moment, minScore, like, empty } = prepared;
  if (empty || combinations.length === 0) {
    const notices = empty ? [emptyNotice(empty)] : [];
    return { alerts: [], own: [], shared: like.given ? new Map() : null, notices, failures: [], isWhole: true };
  }
  if (like.given) {
    return similarFound(reader, book, query, prepared);
  }
  const least = Number.isFinite(minScore) ? String(minScore) : '';
  const searches = combinations.map((one) => ({ ...one, minScore: least }));
  return moment === undefined
    ? foundNow(reader, book, time, searches)
    : foundThen(reader, book, { time, moment }, searches);
}

function foundNow(
  reader: Reader,
  book: AlertBook,
  time: SearchTime,
  searches: readonly AlertFilter[]
): AlertsFound | null {
  const each = eachKnown(reader, searches, (one) => alertSearch(book, time, one));
  return (
    each && {
      // Titles that arrive late don't change the order of rows.
      alerts: uniqueAlerts(
        ...each.read.map(({ value, result }) => result.rows.filter((alert) => hasImpact(alert, value)))
      ).sort(bySeverity),
      own: [],
      shared: null,
      notices: each.read.flatMap(({ result }) => pagingNotices(result)),
      failures: each.failures,
      isWhole: each.isWhole,
    }
  );
}

/** The alerts of a past range or moment, in their state at its end. */
function foundThen(
  reader: Reader,
  book: AlertBook,
  { time, moment }: { time: SearchTime; moment: number },
  searches: readonly AlertFilter[]
): AlertsFound | null {
  const each = eachKnown(reader, searches, (one) => alertSearchAt(book, time, one, moment));
  return (
    each && {
      alerts: uniqueAlerts(...each.read.map(({ result }) => result.alerts)).sort(bySeverity),
      own: [],
      shared: null,
      notices: each.read.flatMap(({ result: { searched, list, unjudged, failure } }) => [
        ...pagingNotices(searched),
        ...knownNotices({ data: list, error: failure }),
        ...historyNotices(unjudged, 0),
      ]),
      failures: each.failures,
      isWhole: each.isWhole,
    }
  );
}
