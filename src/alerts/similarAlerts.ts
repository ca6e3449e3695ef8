import { MappingType, type QueryResultMetaNotice, SpecialValueMatch, type ValueMapping } from '@grafana/data';
import { t } from '@grafana/i18n';
import { minBy, partition } from 'lodash';
import { catchError, forkJoin, map, type Observable, of } from 'rxjs';
import { type AlertBook } from '../alertbook/alertBook';
import { readOneAlert } from '../alertbook/oneAlert';
import { severityRank } from '../alertbook/order';
import { type Similar, type SimilarAlert } from '../alertbook/similar';
import { metricTitle } from '../alertbook/titles';
import { unknownAlert } from '../answer/alertEvents';
import { readEach } from '../answer/answers';
import { type Alert } from '../service/alerts';
import { isGone } from '../service/failure';
import { coloredColumn, type Column, countColumn, textColumn } from '../tables/frame';
import { type Span } from '../time/spans';
import { similarNotices } from './notices';

/** Metrics in the order of an alert. */
const MOST_ORDERED = 3;

/** What a search found, in the order in which it is shown. */
export interface AlertsFound {
  alerts: Alert[];
  /** Of similar alerts: the titles of the metrics that each shares, by its ID. */
  shared: ReadonlyMap<string, readonly string[]> | null;
  notices: QueryResultMetaNotice[];
  failures: unknown[];
  /** Whether the service has more alerts than were read. */
  isCut: boolean;
  /** Whether nothing could be read. */
  isFailed: boolean;
}

/** The earlier alerts that share metrics with the given ones (T5), those that share most first. */
export function readSimilarAlerts(
  book: AlertBook,
  ids: readonly string[],
  range: Span,
  now: number
): Observable<AlertsFound> {
  return readEach(ids, (id) => book.similar(id, range)).pipe(
    map(({ read, failed }) => {
      const [gone, others] = partition(failed, ({ failure }) => isGone(failure));
      const results = read.map(({ result }) => result);
      const earlier = joined(results);
      return {
        alerts: earlier.map(({ alert }) => alert),
        shared: new Map(earlier.map(({ alert, sharedMetrics }) => [alert.id, sharedMetrics])),
        notices: [
          ...gone.map(({ value }) => unknownAlert(value, now)),
          ...read.flatMap(({ value, result }) => similarNotices(value, result)),
        ],
        failures: [...others.map(({ failure }) => failure), ...results.flatMap(({ failures }) => failures)],
        isCut: results.some(({ isCut }) => isCut),
        isFailed: gone.length === 0 && results.every(({ failures, searched }) => isAll(failures, searched)),
      };
    })
  );
}

/** The given alerts themselves, to compare others with; one that cannot be read is left out. */
export function readLike(book: AlertBook, ids: readonly string[]): Observable<Alert[]> {
  const reads = ids.map((id) => readOneAlert(book, id).pipe(catchError(() => of(null))));
  return forkJoin(reads).pipe(map((all) => all.flatMap((one) => one?.alert ?? [])));
}

/**
 * How many metrics an earlier alert shares, which, in which order its metrics joined, and the worst severity of any of them:
 * columns after the alert's own.
 */
export function sharedColumns(
  shared: ReadonlyMap<string, readonly string[]>,
  book: AlertBook
): Array<Column<{ alert: Alert }>> {
  const orderOf = ({ id }: Alert) => {
    const metrics = book.courseOf(id)?.metrics ?? [];
    const first = metrics.slice(0, MOST_ORDERED).map(metricTitle).join(' → ');
    return first === '' ? null : `${first}${metrics.length > MOST_ORDERED ? ' → …' : ''}`;
  };
  const peakOf = ({ id }: Alert) =>
    book.hasWholeCourse(id)
      ? (minBy(book.courseOf(id)?.metrics, ({ worst }) => severityRank(worst))?.worst ?? null)
      : null;
  const count = countColumn<{ alert: Alert }>('shared', ({ alert }) => shared.get(alert.id)?.length ?? null, {
    width: 90,
    description: t('alerts.shared', 'Number of metrics in common, of at most 8'),
  });
  return [
    { ...count, config: { ...count.config, mappings: [itself()] } },
    textColumn('sharedMetrics', ({ alert }) => shared.get(alert.id)?.join(', ') ?? null, {
      width: 300,
      wrap: true,
    }),
    textColumn('order', ({ alert }) => orderOf(alert), { hidden: true }),
    coloredColumn('peak', ({ alert }) => peakOf(alert), { width: 90, hidden: true }),
  ];
}

/** A given alert shares its metrics with itself: it has no number. */
function itself(): ValueMapping {
  const text = t('alerts.this-alert', 'this alert');
  return { type: MappingType.SpecialValue, options: { match: SpecialValueMatch.Null, result: { text } } };
}

function isAll(failures: readonly unknown[], searched: readonly unknown[]): boolean {
  return failures.length > 0 && failures.length === searched.length;
}

function joined(results: readonly Similar[]): SimilarAlert[] {
  if (results.length === 1) {
    return results[0].earlier;
  }
  const byId = new Map<string, SimilarAlert>();
  for (const { alert, sharedMetrics } of results.flatMap(({ earlier }) => earlier)) {
    const known = byId.get(alert.id)?.sharedMetrics ?? [];
    byId.set(alert.id, { alert, sharedMetrics: [...new Set([...known, ...sharedMetrics])] });
  }
  return [...byId.values()].sort((a, b) => b.sharedMetrics.length - a.sharedMetrics.length);
}
