import { sortBy, uniqBy } from 'lodash';
import { type AlertBook } from '../alertbook/alertBook';
import { courseUntil } from '../alertbook/course';
import { type MetricSearch } from '../alertbook/memory';
import { severityRank } from '../alertbook/order';
import {
  canNoneBeSimilar,
  earlierAlerts,
  earlierRows,
  searchedSpan,
  sharedAtLeast,
  type SimilarAlert,
} from '../judging/similarity';
import { seriesKey } from '../query/series';
import { type Alert, type AlertMetric } from '../service/alerts';
import { type Rank } from '../service/client';
import { type Paged } from '../service/paging';
import { type Span } from '../time/spans';
import { coursesRead, eventsOf, metricSearch, singleAlert } from './alertEntries';
import { concluded } from '../known/derived';
import { whole } from '../known/eachKnown';
import { type Entry, type Known, type Reader } from '../known/follow';

/** What the searches for an alert's metrics show. */
export interface Similar {
  /** Most shared metrics first, then the latest. */
  earlier: SimilarAlert[];
  /** The alert's metrics that were searched for, and how many it has. */
  searched: AlertMetric[];
  metrics: number;
  /** Why searches gave nothing. */
  failures: unknown[];
  /** The searches that did not find all alerts with their metric. */
  short: Array<Paged<Alert>>;
  /** Whether every search found all alerts with its metric; if not, there may be more similar ones. */
  isWhole: boolean;
  /** All alerts that the searches showed. */
  rows: Alert[];
}

interface SimilarOptions {
  /** Earlier alerts count if they were active in it. */
  range: Span;
  /** The searched range; longer than the query's if several alerts share the searches. */
  over?: Span;
  /** When the alert is looked at, in epoch milliseconds: what happened later does not count. */
  asOf?: number;
  /** Whether searching stops as soon as no alert can share half of the metrics. */
  stopsEarly?: boolean;
  /** When the searches go out: 0 for a page that is about the alert. */
  rank?: Rank;
}

/** Searches for one alert. */
const MOST_SEARCHED = 8;

/** The earlier alerts that share metrics with an alert: one search for each of its worst ones. Fails if nothing is known of it. */
export function similarTo(book: AlertBook, id: string, options: SimilarOptions): Entry<Similar> {
  const { range, asOf, stopsEarly = false, rank = 0 } = options;
  return concluded(`similar to ${id} ${JSON.stringify(options)}`, (reader): Similar | null => {
    const about = aboutAlert(reader, book, id, asOf);
    if (!about) {
      return null;
    }
    const { began, metrics } = about;
    const searched = metrics.slice(0, MOST_SEARCHED);
    const over = options.over ?? searchedSpan(range, began);
    const rowsOf = ({ data }: Known<MetricSearch>) => earlierRows(data?.rows ?? [], { id, began }, range);
    const isEmpty = (one: Known<MetricSearch>) => one.isWhole && rowsOf(one).length === 0;
    const searches = searched.map((metric, i) => {
      // Of several alerts, each one's first search goes before the second of any.
      const turn = rank === 0 ? 0 : i;
      return metricSearch(book, metric, { range: over, until: began ?? Infinity, rank, turn });
    });
    const answers = readUntil(reader, searches, isEmpty, stopsEarly);
    return (
      answers && {
        earlier: earlierAlerts(answers.map(rowsOf), searched),
        searched,
        metrics: metrics.length,
        failures: answers.flatMap(({ error }) => error ?? []),
        short: answers.flatMap(({ data, isWhole }) => (data && !isWhole ? [data] : [])),
        // Searches that were left out were not needed.
        isWhole: answers.every(({ isWhole }) => isWhole),
        rows: answers.flatMap(({ data }) => data?.rows ?? []),
      }
    );
  });
}

/** All searches at once, or as many as it takes to see that no alert can be similar; null while more can come of them. */
function readUntil(
  reader: Reader,
  searches: ReadonlyArray<Entry<MetricSearch>>,
  isEmpty: (answer: Known<MetricSearch>) => boolean,
  stopsEarly: boolean
): Array<Known<MetricSearch>> | null {
  const deciding = stopsEarly ? searches.length - sharedAtLeast(searches.length) + 1 : searches.length;
  const answers = searches.slice(0, deciding).map((search) => reader.attempt(search));
  const isFetching = () => answers.some((one) => one.isFetching);
  if (isFetching()) {
    return null;
  }
  for (const search of searches.slice(deciding)) {
    if (canNoneBeSimilar(searches.length, answers.filter(isEmpty).length)) {
      break;
    }
    answers.push(reader.attempt(search));
  }
  return isFetching() ? null : answers;
}

/** When an alert began and its metrics over its course, those that were worst at any time first; null while that is read. */
function aboutAlert(
  reader: Reader,
  book: AlertBook,
  id: string,
  asOf = Infinity
): { began: number | null; metrics: AlertMetric[] } | null {
  const course = { id, impact: null, lastSeenAt: null };
  if (reader.attempt(coursesRead(book, [course], { rank: 1, isWhole: true })).isFetching) {
    return null;
  }
  const known = asOf < book.now() ? courseUntil(book.knownEvents(id) ?? [], asOf) : book.courseOf(id);
  if (known && known.metrics.length > 0) {
    return { began: known.began, metrics: sortBy(known.metrics, ({ worst }) => severityRank(worst)) };
  }
  const single = singleAlert(book, id);
  // Why an ended alert is unknown, its events show.
  if (reader.attempt(single).error !== undefined && !whole(reader, eventsOf(book, id))) {
    return null;
  }
  const alert = whole(reader, single);
  return alert && { began: alert.firstSeenAt, metrics: uniqBy(alert.metrics ?? [], seriesKey) };
}
