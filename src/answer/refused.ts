import { type DataQuery } from '@grafana/schema';
import { t } from '@grafana/i18n';
import { uniq } from 'lodash';
import { from, map, type Observable } from 'rxjs';
import { type DataQueryResponse, LoadingState } from '@grafana/data';
import { RAW } from '../loading/texts';
import { labelOf } from '../inputs/labels';
import { queryError, type Request, type Run } from './runner';

/** A stored query with an invalid field or type. */
interface RefusedQuery extends DataQuery {
  refused: {
    field: string;
    value: unknown;
    /** The rows of its editor. */
    fields: () => Promise<Array<{ fields: Array<{ name: string; label: string }> }>>;
  };
}

/** An error for each invalid query. It names the field as in the editor. */
export function runRefused(targets: RefusedQuery[], _request: Request): Observable<DataQueryResponse> {
  return from(Promise.all(targets.map(errorOf))).pipe(
    map((errors) => ({ data: [], errors, error: errors[0], state: LoadingState.Error }))
  );
}

/** An error for each query of a request without a time range. */
export function withoutRange(runs: readonly Run[]) {
  const refIds = uniq(runs.flatMap(({ targets }) => targets.map(({ refId }) => refId)));
  const text = t('inputs.no-range', 'The time range is missing or not valid.');
  const errors = refIds.map((refId) => queryError(refId, new Error(text)));
  return { data: [], errors, error: errors[0], state: LoadingState.Error };
}

async function errorOf({ refId, refused: { field, value, fields } }: RefusedQuery) {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (field === 'queryType') {
    return queryError(refId, new Error(unknownType(text)));
  }
  // Without the editor's chunk, the field's name in the query is second best.
  const rows = await fields().catch(() => []);
  const label = rows.flatMap((row) => row.fields).find(({ name }) => name === field)?.label ?? labelOf(field);
  return queryError(refId, new Error(unreadable(label, text)));
}

function unknownType(type: string): string {
  return t('inputs.unknown-type', 'This version does not know the query type "{{type}}".', { type, ...RAW });
}

function unreadable(field: string, text: string): string {
  return t('inputs.unreadable', '{{field}}: {{text}} is not valid.', { field, text, ...RAW });
}
