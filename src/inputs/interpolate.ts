import { type ScopedVars } from '@grafana/data';
import { type AnomalyQuery, type Model } from '../query/query';
import { namesIn } from '../query/series';
import { isReadable, type Shape, shaped, isFilled, type Texts } from '../query/shapes';
import { type Templates } from './templates';

/**
 * The query as it leaves its dashboard, with values instead of variables, and several as a list. A variable without a
 * value becomes `['']`, which requests nothing, while `''` would request everything. A variable's label for a single value
 * becomes its name. The argument is not modified.
 */
export function interpolated(
  query: AnomalyQuery,
  { fields }: Model,
  templates: Templates,
  scopedVars?: ScopedVars
): AnomalyQuery {
  const result: AnomalyQuery = { ...query };
  const names: Record<string, string> = {};
  for (const [field, shape] of Object.entries(fields)) {
    const stored = query[field];
    if (!isReadable(stored, shape)) {
      continue;
    }
    if (![stored].flat().some((text) => typeof text === 'string' && templates.holdsVariable(text, scopedVars))) {
      continue;
    }
    result[field] = valueOf(shaped(stored, shape), shape, templates, scopedVars);
    const { nameField = '' } = shape.kind === 'texts' ? shape : {};
    const name = templates.texts(stored as Texts, scopedVars).get(String(result[field]));
    if (nameField && name) {
      names[nameField] = name;
    } else if (field === 'series' && name) {
      Object.assign(names, namesIn(name));
    }
  }
  return { ...result, ...names };
}

function valueOf(value: unknown, shape: Shape, templates: Templates, scopedVars?: ScopedVars): unknown {
  const { kind } = shape;
  if (kind === 'texts' || kind === 'list') {
    const values = isFilled(value as Texts) ? templates.all(value as Texts, scopedVars) : [];
    return kind === 'list' || values.length > 1 ? values : (values[0] ?? ['']);
  }
  if (typeof value !== 'string' || kind === 'choice') {
    return value;
  }
  if (kind === 'text' && !shape.isShown) {
    const values = templates.all(value, scopedVars);
    // Several values are rejected both there and here.
    return values.length > 1 ? values : (values[0] ?? '');
  }
  const text = templates.one(value, scopedVars);
  // Other values are kept, so that they are rejected there as well.
  return kind === 'flag' && isReadable(text, shape) ? shaped(text, shape) : text;
}
