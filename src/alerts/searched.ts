import { uniqueAlerts } from '../judging/active';
import { type AlertBook, type SearchTime } from '../alertbook/alertBook';
import { bySeverity } from '../alertbook/order';
import { alertSearchAt } from '../entries/activeEntries';
import { eachKnown } from '../known/eachKnown';
import { type Reader } from '../known/follow';
import { emptyNotice, type Inputs, type Values } from '../inputs/inputs';
import { knownNotices, pagingNotices } from '../notices/listNotices';
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
  const each = eachKnown(reader, searches, (one) => alertSearchAt(book, time, one, moment));
  return (
    each && {
      // Titles that arrive late don't change the order of rows.
      alerts: uniqueAlerts(...each.read.map(({ result }) => result.alerts)).sort(bySeverity),
      own: [],
      shared: null,
      notices: each.read.flatMap(({ result: { searched, list, failure } }) => [
        ...pagingNotices(searched),
        ...(list === undefined ? [] : knownNotices({ data: list, error: failure })),
      ]),
      failures: each.failures,
      isWhole: each.isWhole,
    }
  );
}
