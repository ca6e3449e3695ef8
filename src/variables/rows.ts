import { type Span } from '../time/spans';
import { type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { map, type Observable, of, switchMap } from 'rxjs';
import { isGone, messageOf } from '../service/failure';
import { readEach } from '../answer/answers';
import { emptyNotice, type Inputs, type Values } from '../answer/inputs';
import { warn } from '../answer/notices';
import { lookUp } from '../query/shapes';
import { AlertBook, type Asking } from '../alertbook/alertBook';
import { courseOf } from '../alertbook/course';
import { unknownAlert } from '../answer/alertEvents';
import { type VariableList, type VariableQuery } from './models';
import { alertEntries } from '../catalogue/alertEntries';
import { catalogueOf } from '../catalogue/catalogue';
import { namedIn } from '../answer/nameBook';
import {
  type CatalogueEntry,
  type CatalogueFilter,
  metricsIn,
  nodesIn,
  seriesIn,
  spreadIn,
  systemsIn,
} from '../catalogue/entries';
import { RAW } from '../loading/texts';

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

/** What a variable's query asks for, its own variables replaced. */
export interface WantedRows extends CatalogueFilter {
  list: VariableList;
  /** Undefined: of all. */
  systemId: string[] | undefined;
  nodeId: string[] | undefined;
  alertId: string[] | undefined;
  q: string;
  /** The field that a variable left empty: nothing is requested. */
  empty: string | undefined;
  notices: QueryResultMetaNotice[];
}

export function wantedRows(query: VariableQuery, inputs: Inputs): WantedRows {
  const fields = {
    systemId: inputs.all(query.systemId),
    nodeId: inputs.all(query.nodeId),
    alertId: inputs.identifiers(query.alertId),
  };
  const valuesOf = ({ given, values }: Values) => (given ? values : undefined);
  return {
    list: query.list,
    systemId: valuesOf(fields.systemId),
    nodeId: valuesOf(fields.nodeId),
    alertId: valuesOf(fields.alertId),
    q: inputs.one(query.q),
    empty: Object.entries(fields).find(([, { given, values }]) => given && values.length === 0)?.[0],
    notices: Object.values(fields).flatMap(({ notices }) => notices),
  };
}

/** The options of a variable. Fails where nothing could be read; what could not be read in part causes a notice. */
export function rowsOf(wanted: WantedRows, range: Span, context: Asking): Observable<Rows> {
  const { list, systemId, nodeId, alertId, q, empty, notices } = wanted;
  if (empty !== undefined) {
    return of({ entries: [], notices: [emptyNotice(empty)], failures: [] });
  }
  if (list !== 'alerts') {
    const entriesIn = lookUp(LISTS, list) ?? nodesIn;
    const filter = { systemId, nodeId, q };
    const rows = alertId
      ? namedByAlerts(entriesIn, alertId, filter, context)
      : named(entriesIn, range, filter, context);
    return rows.pipe(map((found) => ({ ...found, notices: [...notices, ...found.notices] })));
  }
  const filter = { nodeIds: nodeId, alertIds: alertId, q };
  if (systemId === undefined) {
    return alertEntries(context, range, filter).pipe(
      map((rows) => ({ ...rows, notices: [...notices, ...rows.notices] }))
    );
  }
  // The search knows no systems: their nodes are requested instead.
  return named(nodesIn, range, { systemId, nodeId: undefined, q: '' }, context).pipe(
    switchMap(({ entries, notices: missing, calls }) => {
      const nodeIds = entries.map(({ value }) => value).filter((id) => nodeId === undefined || nodeId.includes(id));
      return alertEntries(context, range, { ...filter, nodeIds }).pipe(
        map((rows) => ({ ...rows, calls, notices: [...notices, ...missing, ...rows.notices] }))
      );
    })
  );
}

function named(list: typeof nodesIn, range: Span, filter: CatalogueFilter, context: Asking): Observable<Rows> {
  return catalogueOf(context)
    .found(range)
    .pipe(
      map(({ named, failures, calls }) => ({
        entries: list(named, filter),
        notices: failures.map(sourceMissing),
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
      const events = read.map(({ result }) => result.events);
      const named =
        list === spreadIn
          ? events.flatMap((each) => courseOf(each).metrics)
          : namedIn(events.flatMap((each) => [...each]));
      return {
        entries: list(named, filter),
        notices: failed.map(({ value, failure }) =>
          isGone(failure) ? unknownAlert(value, asking.now()) : sourceMissing(failure)
        ),
        failures: [],
      };
    })
  );
}

function sourceMissing(failure: unknown): QueryResultMetaNotice {
  const reason = messageOf(failure);
  return warn(t('answer.incomplete', 'Incomplete: {{reason}}', { reason, ...RAW }));
}
