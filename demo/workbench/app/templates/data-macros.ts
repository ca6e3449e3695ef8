import {
  type DataFrame,
  type DisplayValue,
  type Field,
  FieldType,
  formattedValueToString,
  getFieldDisplayName,
  type ScopedVars,
} from '@grafana/data';
import { get } from 'lodash';

interface DataContext {
  data: DataFrame[];
  frame: DataFrame;
  field: Field;
  rowIndex?: number;
  calculatedValue?: DisplayValue;
}

/**
 * The value of a data link's macro about its row: `${__value.raw}`, `${__data.fields.id}`, `${__data.fields["a b"].text}`,
 * `${__field.labels.node_id}`. Undefined if the macro is unknown, or there is no row.
 */
export function dataMacro(name: string, path = '', scopedVars?: ScopedVars): string | undefined {
  const context = scopedVars?.__dataContext?.value as DataContext | undefined;
  if (!context) {
    return undefined;
  }
  const { field, frame, data, rowIndex, calculatedValue } = context;
  const shown = path === 'time' ? frame.fields.find(({ type }) => type === FieldType.time) : field;
  if (name === '__data') {
    const [, plain, quoted, form] = /^fields(?:\.(\w+)|\[["']([^"']+)["']\])(?:\.(\w+))?$/.exec(path) ?? [];
    const wanted = plain ?? quoted;
    const found = frame.fields.find((one) => one.name === wanted || getFieldDisplayName(one, frame) === wanted);
    return found && rowIndex !== undefined ? cell(found, rowIndex, form) : undefined;
  }
  if (name === '__field') {
    return path.startsWith('labels') ? text(get(field, path)) : getFieldDisplayName(field, frame, data);
  }
  if (name !== '__value') {
    return undefined;
  }
  if (path !== 'time' && calculatedValue) {
    return path === 'text' ? formattedValueToString(calculatedValue) : text(calculatedValue.numeric);
  }
  return rowIndex === undefined || !shown ? undefined : cell(shown, rowIndex, path);
}

function cell(field: Field, row: number, form: string | undefined): string {
  const value: unknown = field.values[row];
  return form === 'text' && field.display ? formattedValueToString(field.display(value)) : text(value);
}

function text(value: unknown): string {
  return value === null || value === undefined ? '' : String(value);
}
