import { type DataQuery } from '@grafana/schema';
import { t } from '@grafana/i18n';
import { uniq } from 'lodash';
import { type Observable, of } from 'rxjs';
import { type DataQueryResponse, LoadingState } from '@grafana/data';
import { RAW } from '../ground/texts';
import { labelOf } from '../ground/labels';
import { queryError, type Request, type Run } from '../table/runner';

/** A stored query with an invalid field or type. */
interface RefusedQuery extends DataQuery {
  refused: { field: string; value: unknown };
}

/** An error for each invalid query. It names the field as in the editor. */
export function runRefused(targets: RefusedQuery[], _request: Request): Observable<DataQueryResponse> {
  const errors = targets.map(errorOf);
  return of({ data: [], errors, error: errors[0], state: LoadingState.Error });
}

/** An error for each query of a request without a time range. */
export function withoutRange(runs: readonly Run[]) {
  const refIds = uniq(runs.flatMap(({ targets }) => targets.map(({ refId }) => refId)));
  const text = t('inputs.no-range', 'The time range is missing or not valid.');
  const errors = refIds.map((refId) => queryError(refId, new Error(text)));
  return { data: [], errors, error: errors[0], state: LoadingState.Error };
}

function errorOf({ refId, refused: { field, value } }: RefusedQuery) {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (field === 'queryType') {
    return queryError(refId, new Error(unknownType(text)));
  }
  return queryError(refId, new Error(unreadable(labelOf(field), text)));
}

function unknownType(type: string): string {
  return t('inputs.unknown-type', 'This version does not know the query type "{{type}}".', { type, ...RAW });
}

function unreadable(field: string, text: string): string {
  return t('inputs.unreadable', '{{field}}: {{text}} is not valid.', { field, text, ...RAW });
}
