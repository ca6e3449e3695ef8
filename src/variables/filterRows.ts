import { type AdHocVariableFilter, type DataFrame, FieldType } from '@grafana/data';
import { escapeRegExp } from 'lodash';

/** The columns that a key is compared with; a row has it where any of them does. */
const COLUMNS: Record<string, string[]> = {
  node: ['nodeId', 'nodeName'],
  metric: ['metricId', 'metricName'],
  system: ['systemId', 'systemName'],
  impact: ['impact'],
  severity: ['severity', 'metricSeverity'],
  type: ['type'],
};

/**
 * The rows that pass all filters whose columns the frame has.
 *
 * @param must those among which `idle` names what the frame has no column for
 * @param may further ones, left out in silence
 */
export function filterRows(
  frame: DataFrame,
  must: AdHocVariableFilter[],
  may: AdHocVariableFilter[] = []
): { frame: DataFrame; idle: AdHocVariableFilter[] } {
  const idle: AdHocVariableFilter[] = [];
  let rows = Array.from({ length: frame.length }, (_, row) => row);
  for (const filter of [...must, ...may]) {
    const columns = columnsOf(frame, filter.key);
    if (columns.length === 0) {
      if (must.includes(filter)) {
        idle.push(filter);
      }
      continue;
    }
    const passes = testOf(filter);
    rows = rows.filter((row) => passes(columns.map((values) => textOf(values[row]))));
  }
  if (rows.length === frame.length) {
    return { frame, idle };
  }
  const fields = frame.fields.map((field) => ({
    ...field,
    values: rows.map((row) => field.values[row]),
    state: undefined,
  }));
  return { frame: { ...frame, fields, length: rows.length }, idle };
}

function columnsOf(frame: DataFrame, key: string): unknown[][] {
  const names = COLUMNS[key];
  return frame.fields
    .filter(({ name, type }) => (key === 'text' ? type === FieldType.string : names?.includes(name)))
    .map(({ values }) => values);
}

function textOf(value: unknown): string {
  return value === null || value === undefined ? '' : String(value);
}

/** A row's texts in the compared columns against a filter: one has to match, of a negated filter none may. */
function testOf({ key, operator, value, values }: AdHocVariableFilter): (texts: string[]) => boolean {
  const wanted = values?.length ? values : [value];
  const matches = (pattern: RegExp) => (texts: string[]) => texts.some((text) => pattern.test(text));
  const equals = (texts: string[]) => texts.some((text) => wanted.includes(text));
  const positive = key === 'text' ? matches(new RegExp(wanted.map(escapeRegExp).join('|'), 'i')) : equals;
  switch (operator) {
    case '!=':
    case '!=|':
      return (texts) => !positive(texts);
    case '=~':
      return matches(patternOf(value));
    case '!~':
      return (texts) => !matches(patternOf(value))(texts);
    default:
      return positive;
  }
}

/** As Grafana's own sources have it: the whole text has to match. A broken pattern is taken by its letters. */
function patternOf(text: string): RegExp {
  try {
    return new RegExp(`^(?:${text})$`);
  } catch {
    return new RegExp(escapeRegExp(text));
  }
}
