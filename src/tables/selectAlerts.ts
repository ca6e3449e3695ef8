import { type QueryResultMetaNotice } from '@grafana/data';
import { uniqBy } from 'lodash';
import { filter, map, type Observable } from 'rxjs';
import { type AlertBook } from '../alertbook/alertBook';
import { DECIDING } from '../alertbook/grouping';
import { type Alert, type AlertMetric } from '../service/alerts';
import { allHidden, filterRows, isOnMetrics, metricsUnknown, type RowFilter } from './filters';
import { type Column, countColumn, textColumn } from './frame';

interface Row<A extends Alert> {
  alert: A;
  metric: AlertMetric | null;
}

interface Found<A extends Alert> {
  alerts: readonly A[];
  notices: QueryResultMetaNotice[];
}

/** The keys of filters that alerts are compared with. */
const OF_METRIC = [
  'nodeId',
  'nodeName',
  'systemId',
  'systemName',
  'metricId',
  'metricName',
  'severity',
  'type',
] as const;
const OF_ALERT = ['id', 'impact'] as const;

function columnsOf<A extends Alert>(book: AlertBook): Array<Column<Row<A>>> {
  return [
    ...OF_ALERT.map((name) => textColumn<Row<A>>(name, ({ alert }) => alert[name])),
    ...OF_METRIC.map((name) => textColumn<Row<A>>(name, ({ metric }) => metric?.[name] ?? null)),
    textColumn('title', ({ alert }) => book.titleOf(alert)),
    countColumn('score', ({ alert }) => alert.score),
    { name: 'active', type: textColumn('', () => null).type, of: ({ alert }) => alert.active, config: {} },
  ];
}

/**
 * What a source found, once it is known which alerts pass: by their own fields, and by the metrics that they have or had.
 * One metric has to pass all filters on metrics. `selection` says what could not be judged.
 */
export function selecting<A extends Alert, F extends Found<A>>(
  found: Observable<F>,
  filters: readonly RowFilter[],
  book: AlertBook
): Observable<F & { selection: QueryResultMetaNotice[] }> {
  if (filters.length === 0) {
    return found.pipe(map((one) => ({ ...one, selection: [] })));
  }
  const select = (one: F) => {
    const { alerts, notices } = selectAlerts<A>(one.alerts, filters, book);
    return { ...one, alerts, notices: [...one.notices, ...notices], selection: notices.filter(isUnsure) };
  };
  if (!filters.some(isOnMetrics)) {
    return found.pipe(map(select));
  }
  return book
    .withCourses(found, ({ alerts }) => alerts, DECIDING)
    .pipe(
      filter(({ isComplete }) => isComplete),
      map(({ read }) => select(read))
    );
}

/** That the filters left nothing is no doubt. */
export function isUnsure({ text }: QueryResultMetaNotice): boolean {
  return text !== allHidden().text;
}

function selectAlerts<A extends Alert>(
  alerts: readonly A[],
  filters: readonly RowFilter[],
  book: AlertBook
): { alerts: A[]; notices: QueryResultMetaNotice[] } {
  const rows = alerts.flatMap((alert): Array<Row<A>> => {
    const metrics = book.metricsOf(alert);
    return metrics ? metrics.map((metric) => ({ alert, metric })) : [{ alert, metric: null }];
  });
  const { shown, unknown, notices } = passingRows<A, Row<A>>(rows, columnsOf<A>(book), filters);
  return { alerts: shown, notices: unknown > 0 ? [...notices, metricsUnknown(unknown)] : notices };
}

/** The rows that filters let through, their alerts, and how many alerts filters on metrics hide because these are unknown. */
export function passingRows<A extends Alert, R extends Row<A>>(
  rows: readonly R[],
  columns: ReadonlyArray<Column<R>>,
  filters: readonly RowFilter[]
): { rows: R[]; shown: A[]; unknown: number; notices: QueryResultMetaNotice[] } {
  const passed = filterRows(rows, columns, filters);
  const shown = uniqBy(passed.rows, 'alert').map(({ alert }) => alert);
  const others = filters.filter((one) => !isOnMetrics(one));
  const unknown = filterRows(rows, columns, others).rows.filter(
    ({ alert, metric }) => metric === null && !shown.includes(alert)
  ).length;
  return { rows: passed.rows, shown, unknown, notices: passed.notices };
}
