import { type ScopedVars } from '@grafana/data';
import { type Templates } from '../templates';

/**
 * The values that a filter field stands for: undefined where the field is empty and selects nothing out, an empty list
 * where its variables left nothing.
 */
export function selection(templates: Templates, text: string, scopedVars?: ScopedVars): string[] | undefined {
  return text.trim() === '' ? undefined : templates.all(text, scopedVars);
}
