import { type Span } from '../time/spans';
import { type QueryResultMetaNotice } from '@grafana/data';
import { map, type Observable, switchMap } from 'rxjs';
import { isGone } from '../service/failure';
import { readEach } from '../answer/answers';
import { incomplete, pagingNotices } from '../answer/listNotices';
import { lookUp } from '../query/shapes';
import { AlertBook, type Asking } from '../alertbook/alertBook';
import { courseOf } from '../alertbook/course';
import { unknownAlert } from '../answer/alertReads';
import { type VariableList } from './models';
import { alertEntries } from '../catalogue/alertEntries';
import { catalogueOf } from '../catalogue/catalogue';
import {
  type CatalogueEntry,
  type CatalogueFilter,
  metricsIn,
  nodesIn,
  seriesIn,
  spreadIn,
  systemsIn,
} from '../catalogue/entries';

export interface Rows {
  entries: CatalogueEntry[];
  notices: QueryResultMetaNotice[];
  /** Of several values those that failed. */
  failures: unknown[];
  /** The requests that others made for it before, a line each. */
  calls?: string[];
}

const LISTS: Record<Exclude<VariableList, 'alerts'>, typeof nodesIn> = {
  systems: systemsIn,
  nodes: nodesIn,
  metrics: metricsIn,
  series: seriesIn,
  spread: spreadIn,
};

/** What a variable's query asks for, its own variables replaced; undefined: of all. */
export interface WantedRows extends CatalogueFilter {
  list: VariableList;
  systemId?: string[];
  nodeId?: string[];
  alertId?: string[];
  q: string;
}

/** The options of a variable. Fails where nothing could be read; what could not be read in part causes a notice. */
export function rowsOf(wanted: WantedRows, range: Span, context: Asking): Observable<Rows> {
  if (wanted.list === 'alerts') {
    return alertRows(wanted, range, context);
  }
  const { systemId, nodeId, alertId, q } = wanted;
  const entriesIn = lookUp(LISTS, wanted.list) ?? nodesIn;
  const filter = { systemId, nodeId, q };
  return alertId ? namedByAlerts(entriesIn, alertId, filter, context) : named(entriesIn, range, filter, context);
}

function alertRows({ systemId, nodeId, alertId, q }: WantedRows, range: Span, context: Asking): Observable<Rows> {
  const filter = { nodeIds: nodeId, alertIds: alertId, q };
  if (systemId === undefined) {
    return alertEntries(context, range, filter);
  }
  // The search knows no systems: their nodes are requested instead.
  return named(nodesIn, range, { systemId }, context).pipe(
    switchMap(({ entries, notices, calls }) => {
      const nodeIds = entries.map(({ value }) => value).filter((id) => nodeId === undefined || nodeId.includes(id));
      return alertEntries(context, range, { ...filter, nodeIds }).pipe(
        map((rows) => ({ ...rows, calls, notices: [...notices, ...rows.notices] }))
      );
    })
  );
}

function named(list: typeof nodesIn, range: Span, filter: CatalogueFilter, context: Asking): Observable<Rows> {
  return catalogueOf(context)
    .found(range, context)
    .pipe(
      map(({ named, failures, lists, calls }) => ({
        entries: list(named, filter),
        notices: [...lists.flatMap(pagingNotices), ...failures.map(incomplete)],
        failures: [],
        calls,
      }))
    );
}

/** By the alerts' events, which name every metric that ever was part of one, also of an alert that ended. */
function namedByAlerts(
  list: typeof nodesIn,
  alertIds: string[],
  filter: CatalogueFilter,
  asking: Asking
): Observable<Rows> {
  return readEach(alertIds, (id) => new AlertBook(asking).events(id)).pipe(
    map(({ read, failed }) => {
      const broken = failed.find(({ failure }) => !isGone(failure));
      if (read.length === 0 && broken) {
        throw broken.failure;
      }
      return {
        entries: list(
          read.flatMap(({ result }) => courseOf(result.rows).metrics),
          filter
        ),
        notices: [
          ...failed.map(({ value, failure }) =>
            isGone(failure) ? unknownAlert(value, asking.now()) : incomplete(failure)
          ),
          ...read.flatMap(({ result }) => pagingNotices(result)),
        ],
        failures: [],
      };
    })
  );
}
