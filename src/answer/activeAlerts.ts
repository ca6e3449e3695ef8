import { type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { map, type Observable } from 'rxjs';
import { type Active, type ActiveAlert, readActive, union } from '../alertbook/active';
import { type AlertBook, type AlertFilter } from '../alertbook/alertBook';
import { bySeverity } from '../alertbook/order';
import { type Span } from '../time/spans';
import { readEach } from './answers';
import { incomplete, pagingNotices } from './listNotices';
import { warn } from './notices';

/** The alerts of several searches, as queries take them. */
export interface ActiveAlerts {
  /** Most severe first, each ID once; alerts without an ID are left out where `most` is given. */
  alerts: ActiveAlert[];
  notices: QueryResultMetaNotice[];
  /** Why some of the searches gave nothing. */
  failures: unknown[];
  /** How many there were before `most` cut them. */
  total: number;
}

/**
 * The alerts that were active in the range, by one search for each filter. One that fails leaves the others.
 *
 * @param most how many of the most severe are kept
 * @param waits see `readActive`
 */
export function readActiveAlerts(
  book: AlertBook,
  range: Span,
  searches: readonly AlertFilter[],
  { most = Infinity, waits = true }: { most?: number; waits?: boolean } = {}
): Observable<ActiveAlerts> {
  return readEach(searches, (filter) => readActive(book, range, filter, { waits })).pipe(
    map(({ read, failed }) => {
      const all = union(...read.map(({ result }) => result.alerts)).sort(bySeverity);
      const known = most === Infinity ? all : all.filter(({ id }) => id !== '');
      return {
        alerts: known.slice(0, most),
        notices: read.flatMap(({ result }) => activeNotices(result)),
        failures: failed.map(({ failure }) => failure),
        total: known.length,
      };
    })
  );
}

/** What is incomplete about the alerts of a range. */
export function activeNotices({ searched, missing, unknownEnds }: Active): QueryResultMetaNotice[] {
  const failures = [missing.start, missing.end].filter((failure) => failure !== undefined);
  const notices = [...(searched ? pagingNotices(searched) : []), ...failures.map(incomplete)];
  return unknownEnds > 0 ? [...notices, endsUnknown(unknownEnds)] : notices;
}

function endsUnknown(count: number): QueryResultMetaNotice {
  return warn(
    t('answer.unknown-ends', 'Incomplete: the ends of {{count}} alerts are unknown.', {
      count,
      defaultValue_one: 'Incomplete: the end of one alert is unknown.',
    })
  );
}
