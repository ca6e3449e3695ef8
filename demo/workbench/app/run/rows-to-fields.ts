import { type DataFrame, type DataTransformerInfo, type Field, FieldType } from '@grafana/data';
import { map } from 'rxjs';

interface Options {
  mappings?: Array<{ fieldName: string; handlerKey: string | null }>;
}

/** Each row becomes a field: Grafana's application adds this transformation to those of its library. */
export const rowsToFields: DataTransformerInfo<Options> = {
  id: 'rowsToFields',
  name: 'Rows to fields',
  defaultOptions: {},
  operator: (options) => (frames) => frames.pipe(map((list) => list.map((frame) => turned(frame, options)))),
};

function turned(frame: DataFrame, { mappings = [] }: Options): DataFrame {
  const mapped = (key: string) => {
    const name = mappings.find(({ handlerKey }) => handlerKey === key)?.fieldName;
    return frame.fields.find((field) => (field.state?.displayName ?? field.name) === name || field.name === name);
  };
  const names = mapped('field.name') ?? frame.fields.find(({ type }) => type === FieldType.string);
  const values = mapped('field.value') ?? frame.fields.find(({ type }) => type === FieldType.number);
  if (!names || !values) {
    return frame;
  }
  const fields: Field[] = names.values.map((name: unknown, row: number) => ({
    name: String(name),
    type: values.type,
    config: { ...values.config, displayName: undefined, displayNameFromDS: undefined },
    values: [values.values[row]],
  }));
  return { ...frame, fields, length: 1 };
}
