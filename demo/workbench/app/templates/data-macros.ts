import {
  type DataFrame,
  type DisplayValue,
  type Field,
  formattedValueToString,
  getFieldDisplayName,
  type ScopedVars,
} from '@grafana/data';

interface DataContext {
  data: DataFrame[];
  frame: DataFrame;
  field: Field;
  rowIndex?: number;
  calculatedValue?: DisplayValue;
}

/**
 * What a data link says of the row it stands in: `${__value.raw}`, `${__data.fields.id}`, `${__data.fields["a b"].text}`,
 * `${__field.labels.node_id}`, `${__series.name}`. Undefined where the macro is unknown or no data surrounds it.
 */
export function dataMacro(name: string, path: string | undefined, scopedVars?: ScopedVars): string | undefined {
  const context = scopedVars?.__dataContext?.value as DataContext | undefined;
  if (!context) {
    return undefined;
  }
  switch (name) {
    case '__value':
      return valueMacro(path, context);
    case '__data':
      return fieldOfRow(path, context);
    case '__field':
      return fieldMacro(path, context);
    case '__series':
      return context.frame.name ?? context.frame.refId ?? '';
    default:
      return undefined;
  }
}

function valueMacro(path: string | undefined, { field, frame, rowIndex, calculatedValue }: DataContext) {
  if (path === 'time') {
    const time = frame.fields.find(({ type }) => type === 'time');
    return rowIndex === undefined || !time ? undefined : text(time.values[rowIndex]);
  }
  if (calculatedValue) {
    return path === 'text' ? formattedValueToString(calculatedValue) : text(calculatedValue.numeric);
  }
  return rowIndex === undefined ? undefined : cell(field, rowIndex, path);
}

function fieldOfRow(path: string | undefined, { frame, rowIndex }: DataContext) {
  const found = /^fields(?:\.(\w+)|\[(?:"([^"]+)"|'([^']+)'|(\d+))\])(?:\.(\w+))?$/.exec(path ?? '');
  if (!found || rowIndex === undefined) {
    return undefined;
  }
  const [, plain, double, single, place, form] = found;
  const name = plain ?? double ?? single;
  const field =
    place === undefined
      ? frame.fields.find((one) => one.name === name || getFieldDisplayName(one, frame) === name)
      : frame.fields[Number(place)];
  return field && cell(field, rowIndex, form);
}

function fieldMacro(path: string | undefined, { field, frame, data }: DataContext) {
  if (path === undefined || path === 'displayName') {
    return getFieldDisplayName(field, frame, data);
  }
  if (path === 'name') {
    return field.name;
  }
  const label = /^labels(?:\.(\w+)|\[["']([^"']+)["']\])$/.exec(path);
  return label ? (field.labels?.[label[1] ?? label[2]] ?? '') : undefined;
}

function cell(field: Field, row: number, form: string | undefined): string {
  const value: unknown = field.values[row];
  return form === 'text' && field.display ? formattedValueToString(field.display(value)) : text(value);
}

function text(value: unknown): string {
  return value === null || value === undefined ? '' : String(value);
}
