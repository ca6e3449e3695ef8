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
 * What a data link says about its row: `${__value.raw}`, `${__data.fields.id}`, `${__data.fields["a b"].text}`,
 * `${__field.labels.node_id}`. Undefined if the macro is unknown or no data surrounds it.
 */
export function dataMacro(name: string, path = '', scopedVars?: ScopedVars): string | undefined {
  const context = scopedVars?.__dataContext?.value as DataContext | undefined;
  if (!context) {
    return undefined;
  }
  const { field, frame, data, rowIndex, calculatedValue } = context;
  if (name === '__data') {
    return fieldOfRow(path, context);
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
  const of = path === 'time' ? frame.fields.find(({ type }) => type === FieldType.time) : field;
  return rowIndex === undefined || !of ? undefined : cell(of, rowIndex, path);
}

function fieldOfRow(path: string, { frame, rowIndex }: DataContext) {
  const found = /^fields(?:\.(\w+)|\[["']([^"']+)["']\])(?:\.(\w+))?$/.exec(path);
  const name = found?.[1] ?? found?.[2];
  const field = frame.fields.find((one) => one.name === name || getFieldDisplayName(one, frame) === name);
  return field && rowIndex !== undefined ? cell(field, rowIndex, found?.[3]) : undefined;
}

function cell(field: Field, row: number, form: string | undefined): string {
  const value: unknown = field.values[row];
  return form === 'text' && field.display ? formattedValueToString(field.display(value)) : text(value);
}

function text(value: unknown): string {
  return value === null || value === undefined ? '' : String(value);
}
