import { sortBy, uniqBy } from 'lodash';
import { type AlertBook } from '../alertbook/alertBook';
import { type AlertHistory, historyUntil } from '../alertbook/history';
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
import { type Alert, type AlertEvent, type AlertMetric } from '../service/alerts';
import { type Rank } from '../service/client';
import { type Paged } from '../service/paging';
import { perObject } from '../service/recent';
import { type Span } from '../time/spans';
import { historiesRead, eventsOf, metricSearch, singleAlert } from './alertEntries';
import { concluded } from '../known/derived';
import { whole } from '../known/eachKnown';
import { type Entry, type Known, type Reader } from '../known/follow';

/** The result of searches for an alert's metrics. */
export interface Similar {
  /** Most shared metrics first, then the latest. */
  earlier: SimilarAlert[];
  /** The searched metrics of the alert, and the number of all its metrics. */
  searched: AlertMetric[];
  metrics: number;
  /** Why searches returned nothing. */
  failures: unknown[];
  /** The searches that did not find all alerts with their metric. */
  incomplete: Array<Paged<Alert>>;
  /** Whether every search found all alerts with its metric. Otherwise, there may be more similar ones. */
  isWhole: boolean;
  /** All alerts in the searches. */
  rows: Alert[];
}

interface SimilarOptions {
  /** Earlier alerts count if they were active in it. */
  range: Span;
  /** The searched range. Longer than the query's if several alerts share the searches. */
  over?: Span;
  /** The time of the comparison, in epoch milliseconds. Later events do not count. */
  asOf?: number;
  /** Whether searching stops as soon as no alert can share half of the metrics. */
  stopsEarly?: boolean;
  /** The priority of the searches: 0 for a page about the alert. */
  rank?: Rank;
}

/** The maximum of searches for one alert. */
const MOST_SEARCHED = 8;

/**
 * The earlier alerts that share metrics with an alert: one search for each of its worst metrics. Fails if the alert is
 * unknown.
 */
export function similarTo(book: AlertBook, id: string, options: SimilarOptions): Entry<Similar> {
  const { range, asOf = Infinity, stopsEarly = false, rank = 0 } = options;
  // Every search that arrives looks at the same history.
  const historyThen = perObject((events: readonly AlertEvent[]) => historyUntil(events, asOf));
  const historyOf = () => (asOf < book.now() ? historyThen(book.knownEvents(id) ?? []) : book.historyOf(id));
  return concluded(`similar to ${id} ${JSON.stringify(options)}`, (reader): Similar | null => {
    const about = aboutAlert(reader, book, id, historyOf);
    if (!about) {
      return null;
    }
    const { began, metrics } = about;
    // A search without one of the IDs would find the alerts of other metrics.
    const searched = metrics.filter(({ nodeId, metricId }) => nodeId && metricId).slice(0, MOST_SEARCHED);
    const over = options.over ?? searchedSpan(range, began);
    const rowsOf = ({ data }: Known<MetricSearch>) => earlierRows(data?.rows ?? [], { id, began }, range);
    const isEmpty = (one: Known<MetricSearch>) => one.isWhole && rowsOf(one).length === 0;
    const searches = searched.map((metric, i) => {
      // With several alerts, each one's first search comes before any second one.
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
        incomplete: answers.flatMap(({ data, isWhole }) => (data && !isWhole ? [data] : [])),
        // Omitted searches were not needed.
        isWhole: answers.every(({ isWhole }) => isWhole),
        rows: answers.flatMap(({ data }) => data?.rows ?? []),
      }
    );
  });
}

/** All searches at once, or as many as needed to know that no alert can be similar. Null while more can arrive. */
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

/**
 * When an alert began, and its metrics over its history, those with the worst severities first. Null while they are being
 * read.
 */
function aboutAlert(
  reader: Reader,
  book: AlertBook,
  id: string,
  historyOf: () => AlertHistory | null
): { began: number | null; metrics: AlertMetric[] } | null {
  const history = { id, impact: null, lastSeenAt: null };
  if (reader.attempt(historiesRead(book, [history], { rank: 1 })).isFetching) {
    return null;
  }
  const known = historyOf();
  if (known && known.metrics.length > 0) {
    return { began: known.began, metrics: sortBy(known.metrics, ({ worst }) => severityRank(worst)) };
  }
  const single = singleAlert(book, id);
  // The events of an ended alert explain why it can't be read.
  if (reader.attempt(single).error !== undefined && !whole(reader, eventsOf(book, id))) {
    return null;
  }
  const alert = whole(reader, single);
  return alert && { began: alert.firstSeenAt, metrics: uniqBy(alert.metrics ?? [], seriesKey) };
}
