import { isEqual } from 'lodash';
import { DESCRIPTORS } from '../families';
import { migrate, QUERY_VERSION } from '../query/migration';
import { type AnomalyQuery, complete, type Fields, type Model, type QueryOf } from '../query/query';
import { type Shape } from '../query/shapes';

/**
 * What a dashboard stores after an edit: what it stored before, and of the edited query only the fields that differ from
 * it. A default that nobody touched is not written down, so that it may still change.
 */
export function toStored<M extends Model>(before: AnomalyQuery, edited: QueryOf<M>, model: M): AnomalyQuery {
  const shown: Record<string, unknown> = { ...complete(before, model) };
  const touched = Object.entries(edited).filter(([field, value]) => !isEqual(value, shown[field]));
  return {
    ...migrate(before),
    ...Object.fromEntries(touched),
    queryType: model.queryType,
    version: Math.max(QUERY_VERSION, Number(before.version) || 0),
  };
}

/**
 * The stored query with another type: what both know stays, and so does what the new one does not know. A field that
 * types of the list share by name alone, such as `format`, stays only where it means the same to both.
 */
export function switchType(before: AnomalyQuery, from: string, to: string): AnomalyQuery {
  const listed = Object.values(DESCRIPTORS).flatMap(({ model, about }) => (about ? [model] : []));
  const fieldsOf = (type: string): Fields => listed.find(({ queryType }) => queryType === type)?.fields ?? {};
  const switched: AnomalyQuery = { ...migrate(before), queryType: to };
  for (const [field, shape] of Object.entries(fieldsOf(to))) {
    const meanings = listed.flatMap<Shape>(({ fields }: Model) => fields[field] ?? []);
    const before = fieldsOf(from)[field];
    if (meanings.some((other) => !meansTheSame(other, shape)) && !(before && meansTheSame(before, shape))) {
      delete switched[field];
    }
  }
  return switched;
}

function meansTheSame(one: Shape, other: Shape): boolean {
  const meaning = (shape: Shape) => [shape.kind, shape.fallback, shape.kind === 'choice' ? shape.words : undefined];
  return isEqual(meaning(one), meaning(other));
}
