import { type ScopedVars } from '@grafana/data';
import { type Model, type QueryOf } from '../query/query';
import { ServiceFailure } from '../service/failure';
import { variableMissing } from './inputs';
import { type Templates } from './templates';

/**
 * The query with `true` or `false` in each flag that holds a variable; one with another value takes the flag's default.
 *
 * @throws ServiceFailure (`input`) where there is no such variable
 */
export function withFlags(
  query: QueryOf<Model>,
  { fields }: Model,
  templates: Templates,
  scopedVars: ScopedVars
): QueryOf<Model> {
  const flags = textFlags(query, fields).map(([field, text, fallback]) => {
    const missing = templates.missing(text, scopedVars);
    if (missing !== undefined) {
      throw new ServiceFailure('input', variableMissing(missing));
    }
    const word = templates.one(text, scopedVars).trim().toLowerCase();
    return [field, word === 'true' || (word !== 'false' && fallback)];
  });
  return { ...query, ...Object.fromEntries(flags) };
}

function textFlags(query: QueryOf<Model>, fields: Model['fields']): Array<[string, string, boolean]> {
  const values: Record<string, unknown> = { ...query };
  return Object.entries(fields).flatMap(([field, shape]): Array<[string, string, boolean]> => {
    const value = values[field];
    return shape.kind === 'flag' && typeof value === 'string' ? [[field, value, shape.fallback]] : [];
  });
}
