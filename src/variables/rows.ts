import { type Span } from '../time/span';
import { type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { map, type Observable, of, switchMap } from 'rxjs';
import { readEvents } from '../incidents/events';
import { isGone } from '../service/failure';
import { readEach } from '../answer/answers';
import { emptyNotice, type Inputs, type Values } from '../answer/inputs';
import { notice } from '../answer/notices';
import { lookUp } from '../query/lookUp';
import { type VariableList, type VariableQuery } from './models';
import { type Context } from '../answer/runner';
import { type Operations } from '../service/operations';
import { alertEntries } from '../catalogue/alertEntries';
import { type Catalogue, type CatalogueEntry, type CatalogueFilter } from '../answer/catalogue';
import { metricsIn, nodesIn, systemsIn } from '../catalogue/entries';
import { namedIn } from '../answer/named';

export interface Rows {
  entries: CatalogueEntry[];
  notices: QueryResultMetaNotice[];
}

const LISTS: Record<Exclude<VariableList, 'alerts'>, typeof nodesIn> = {
  systems: systemsIn,
  nodes: nodesIn,
  metrics: metricsIn,
};

/** The options of a variable. Fails where nothing could be read; what could not be read in part is told by notices. */
export function rowsOf(
  query: VariableQuery,
  inputs: Inputs,
  range: Span,
  { operations }: Pick<Context, 'operations'>,
  catalogue: Catalogue
): Observable<Rows> {
  const system = inputs.all(query.systemId);
  const node = inputs.all(query.nodeId);
  const alert = inputs.all(query.alertId);
  const empty = isEmpty(system) ? 'systemId' : isEmpty(node) ? 'nodeId' : isEmpty(alert) ? 'alertId' : undefined;
  if (empty !== undefined) {
    return of({ entries: [], notices: [emptyNotice(empty)] });
  }
  const systemId = system.given ? system.values : undefined;
  const nodeId = node.given ? node.values : undefined;
  const filter = { systemId, nodeId, q: searched(inputs.one(query.q)) };
  if (query.list !== 'alerts') {
    const list = lookUp(LISTS, query.list) ?? nodesIn;
    return alert.given ? namedByAlerts(list, alert.values, filter, operations) : named(list, range, filter, catalogue);
  }
  if (systemId === undefined) {
    return alertEntries(operations, range, { nodeIds: nodeId, q: filter.q });
  }
  // The search knows no systems: their nodes are asked for instead.
  return named(nodesIn, range, { systemId, nodeId: undefined, q: '' }, catalogue).pipe(
    switchMap(({ entries, notices }) => {
      const nodeIds = entries.map(({ value }) => value).filter((id) => nodeId === undefined || nodeId.includes(id));
      return alertEntries(operations, range, { nodeIds, q: filter.q }).pipe(
        map((rows) => ({ ...rows, notices: [...notices, ...rows.notices] }))
      );
    })
  );
}

/** Grafana leaves its search variable as it stands where nothing is searched for. */
function searched(q: string): string {
  return q.replace(/\$\{?__searchFilter(:\w+)?\}?/g, '').trim();
}

function named(list: typeof nodesIn, range: Span, filter: CatalogueFilter, catalogue: Catalogue): Observable<Rows> {
  return catalogue
    .found(range)
    .pipe(map(({ named, failures }) => ({ entries: list(named, filter), notices: failures.map(sourceMissing) })));
}

/** By the alerts' events, which tell every metric that ever was part of one, also of an alert that ended. */
function namedByAlerts(
  list: typeof nodesIn,
  alertIds: string[],
  filter: CatalogueFilter,
  operations: Operations
): Observable<Rows> {
  return readEach(alertIds, (id) => readEvents(operations, id, true)).pipe(
    map(({ read, failed }) => {
      const broken = failed.find(({ failure }) => !isGone(failure));
      if (read.length === 0 && broken) {
        throw broken.failure;
      }
      const named = namedIn(read.flatMap(({ result }) => result.rows));
      return { entries: list(named, filter), notices: failed.map(({ failure }) => sourceMissing(failure)) };
    })
  );
}

function isEmpty({ given, values }: Values): boolean {
  return given && values.length === 0;
}

function sourceMissing(failure: unknown): QueryResultMetaNotice {
  const reason = failure instanceof Error ? failure.message : String(failure);
  return notice(
    t('variables.source-missing', 'A part could not be read, so values may be missing: {{reason}}', {
      reason,
      interpolation: { escapeValue: false },
    }),
    'warning'
  );
}
