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
  const values: Record<string, unknown> = { ...query };
  const flags: Record<string, boolean> = {};
  for (const [field, shape] of Object.entries(fields)) {
    const text = values[field];
    if (shape.kind !== 'flag' || typeof text !== 'string') {
      continue;
    }
    const missing = templates.missing(text, scopedVars);
    if (missing !== undefined) {
      throw new ServiceFailure('input', variableMissing(missing));
    }
    const word = templates.one(text, scopedVars).trim().toLowerCase();
    flags[field] = word === 'true' || (word !== 'false' && shape.fallback);
  }
  return { ...query, ...flags };
}
