import { type AdHocVariableFilter, type DataFrame, type DataQueryResponse } from '@grafana/data';
import { t } from '@grafana/i18n';
import { map, type Observable } from 'rxjs';
import { notice, withNotices } from '../notices';
import { type AnomalyQuery, type QueryType, queryTypeOf } from '../query';
import { type Request } from '../runner';
import { filterRows } from './filterRows';

/**
 * Ad-hoc filters. `node`, `metric`, `impact` and `text` go to the service with a query that has such a field and leaves
 * it empty; all keys are compared with a table's columns, where it has them. A metric's own query is left alone: it
 * names its node and metric.
 */

/** The fields by which the service filters a query of that type. */
const FIELDS: Partial<Record<QueryType, Record<string, string>>> = {
  alertSearch: { node: 'nodeId', metric: 'metricId', impact: 'impact', text: 'q' },
  alertCounts: { node: 'nodeId', metric: 'metricId', text: 'q' },
  alertEvents: { node: 'nodeId', metric: 'metricId', text: 'q' },
  annotations: { node: 'nodeId', metric: 'metricId', impact: 'impact', text: 'q' },
  deviations: { node: 'nodeId', system: 'systemId' },
};

const TABLES: ReadonlySet<QueryType> = new Set(['alerts', 'alertEvents', 'alertSearch', 'anomalies', 'deviations']);

/** Runs a request with its ad-hoc filters applied. */
export function withFilters(
  request: Request,
  run: (request: Request) => Observable<DataQueryResponse>
): Observable<DataQueryResponse> {
  const filters = (request.filters ?? []).filter(({ key, value, values }) => key && (value !== '' || values?.length));
  const targets = new Map(request.targets.map((target) => [target.refId, handToService(target, filters)]));
  return run({ ...request, targets: [...targets.values()].map(({ target }) => target) }).pipe(
    map((response) => {
      const told = new Set<string>();
      return {
        ...response,
        data: response.data.map((frame: DataFrame) => {
          const refId = frame.refId ?? '';
          const handed = targets.get(refId);
          if (!handed) {
            return frame;
          }
          const { frame: filtered, idle } = filterFrame(frame, handed.target, handed.left);
          const first = !told.has(refId);
          told.add(refId);
          return first ? withNotices([filtered], idle.map(idleNotice))[0] : filtered;
        }),
      };
    })
  );
}

/** The query with the filters that the service applies, and those that are left for here. */
function handToService(target: AnomalyQuery, filters: AdHocVariableFilter[]) {
  const fields = FIELDS[queryTypeOf(target)] ?? {};
  const taken: Record<string, unknown> = {};
  const left = filters.filter(({ key, operator, value }) => {
    const field = fields[key];
    if (!field || operator !== '=' || field in taken || !isOpen(target[field])) {
      return true;
    }
    taken[field] = queryTypeOf(target) === 'annotations' && key === 'impact' ? [value] : value;
    // What a text search means only the service knows; the others are compared once more where there is a column.
    return false;
  });
  const again = filters.filter(({ key }) => key !== 'text' && fields[key] !== undefined && fields[key] in taken);
  return { target: { ...target, ...taken }, left: { must: left, may: again } };
}

function isOpen(stored: unknown): boolean {
  return stored === undefined || stored === '' || stored === 'any' || (Array.isArray(stored) && stored.length === 0);
}

interface Left {
  /** Applied nowhere else: told where they cannot be applied. */
  must: AdHocVariableFilter[];
  may: AdHocVariableFilter[];
}

function filterFrame(frame: DataFrame, target: AnomalyQuery, { must, may }: Left) {
  const type = queryTypeOf(target);
  const isTable = TABLES.has(type) && (target.format === undefined || target.format === 'table');
  if (isTable) {
    return filterRows(frame, must, may);
  }
  return { frame, idle: type === 'metric' || type === 'forecast' || type === 'variable' ? [] : must };
}

function idleNotice({ key }: AdHocVariableFilter) {
  return notice(
    t(
      'variables.filters.idle',
      'The filter "{{key}}" does not apply to this query: the service has no such filter for it and its answer no such column.',
      {
        key,
        interpolation: { escapeValue: false },
      }
    )
  );
}
