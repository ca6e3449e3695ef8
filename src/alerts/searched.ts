import { type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { orderBy } from 'lodash';
import { uniqueAlerts } from '../judging/active';
import { type AlertBook, type SearchTime } from '../alertbook/alertBook';
import { bySeverity, IMPACTS } from '../alertbook/order';
import { alertSearchAt } from '../entries/activeEntries';
import { sortFailures } from '../entries/alertReads';
import { earlierAlerts } from '../entries/earlierAlerts';
import { eachKnown } from '../known/eachKnown';
import { type Reader } from '../known/follow';
import { emptyNotice, type Inputs, type Values } from '../inputs/inputs';
import { RAW } from '../loading/texts';
import { knownNotices, pagingNotices, unknownAlert } from '../notices/listNotices';
import { warn } from '../notices/notices';
import { type Searches } from '../filters/searches';
import { type Alert } from '../service/alerts';
import { type Span } from '../time/spans';
import { type AlertSearchQuery } from './models';

/** The result of a search, in display order. */
export interface AlertsFound {
  alerts: Alert[];
  notices: QueryResultMetaNotice[];
  failures: unknown[];
  /** Whether these are all alerts. */
  isWhole: boolean;
}

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
  const { book, time, moment, minScore, like, empty } = prepared;
  if (empty || combinations.length === 0) {
    return { alerts: [], notices: empty ? [emptyNotice(empty)] : [], failures: [], isWhole: true };
  }
  if (like.given) {
    return foundEarlier(reader, prepared);
  }
  const least = Number.isFinite(minScore) ? String(minScore) : '';
  const searches = combinations.map((one) => ({ ...one, minScore: least }));
  const each = eachKnown(reader, searches, (one) => alertSearchAt(book, time, one, moment));
  return (
    each && {
      // Titles that arrive late don't change the order of rows.
      alerts: uniqueAlerts(...each.read.map(({ result }) => result.alerts)).sort(bySeverity),
      notices: each.read.flatMap(({ result: { searched, list, failure } }) => [
        ...pagingNotices(searched),
        ...(list === undefined ? [] : knownNotices({ data: list, error: failure })),
      ]),
      failures: each.failures,
      isWhole: each.isWhole,
    }
  );
}

/** The alerts with the first metric of those of `like` that began before, as they are now. */
function foundEarlier(reader: Reader, { query, inputs, book, range, minScore, like }: SearchScope): AlertsFound | null {
  const each = eachKnown(reader, like.values, (id) => earlierAlerts(book, id, { range }));
  if (!each) {
    return null;
  }
  const impacts = inputs.words(query.impact, 'impact', IMPACTS);
  const passes = ({ impact, score }: Alert) =>
    (score ?? -Infinity) >= minScore && (impacts.length === 0 || impacts.includes(impact ?? ''));
  const failed = sortFailures(each.failed, (id) => unknownAlert(id, book.now(), book.timeZone));
  const alerts = uniqueAlerts(...each.read.map(({ result }) => result.rows)).filter(passes);
  return {
    alerts: orderBy(alerts, ({ firstSeenAt, lastSeenAt }) => firstSeenAt ?? lastSeenAt ?? -Infinity, 'desc'),
    notices: [
      ...failed.notices,
      ...each.read.flatMap(({ value, result: { metric, search } }) =>
        metric ? pagingNotices(search) : [firstMetricUnknown(value)]
      ),
    ],
    failures: failed.failures,
    isWhole: each.isWhole && each.read.every(({ result }) => result.search?.isWhole === true),
  };
}

function firstMetricUnknown(id: string): QueryResultMetaNotice {
  return warn(
    t('alerts.first-unknown', 'Nothing searched: the first metric of alert {{id}} is unknown.', { id, ...RAW })
  );
}
