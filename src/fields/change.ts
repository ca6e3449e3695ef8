import { type DataQuery } from '@grafana/schema';
import { type EditorProps } from './props';

/**
 * The way an editor changes its query: takes the fields that were set, stores the query with them and runs it. Call it
 * with what is committed (a choice, a text that was left), not with what is still being typed.
 */
export function change<Q extends DataQuery>({ query, onChange, onRunQuery }: EditorProps<Q>) {
  return (fields: Partial<Q>): void => {
    onChange({ ...query, ...fields });
    onRunQuery();
  };
}
