import { type DataFrame, DataFrameType, type Field, FieldType, type Labels } from '@grafana/data';

/**
 * Violations of Grafana's data plane contract in a response, one sentence each: 0.1 for time series and numeric frames,
 * 0.0 for logs. Frames without a type, and annotations, only need unique names.
 */
export function dataPlaneFaults(frames: DataFrame[]): string[] {
  const typed = frames.filter(({ meta }) => meta?.dataTopic === undefined);
  const wide = typed.filter(({ meta }) => meta?.type === DataFrameType.TimeSeriesWide);
  return [
    ...(wide.length > 1 ? [`${wide.length} frames claim timeseries-wide`] : []),
    ...typed.flatMap((frame) => faultsOf(frame).map((fault) => `${frame.name ?? frame.refId}: ${fault}`)),
    ...duplicates(typed.flatMap(itemsOf)).map((item) => `two items are ${item}`),
  ];
}

const RULES: Partial<Record<string, (frame: DataFrame) => string[]>> = {
  [DataFrameType.TimeSeriesWide]: (frame) => [...timeFaults(frame), ...needs(frame, FieldType.number)],
  [DataFrameType.TimeSeriesMulti]: (frame) => [...timeFaults(frame), ...needs(frame, FieldType.number)],
  [DataFrameType.TimeSeriesLong]: (frame) => [...timeFaults(frame), ...needs(frame, FieldType.string)],
  [DataFrameType.NumericWide]: (frame) => [
    ...needs(frame, FieldType.number),
    ...(frame.length > 1 ? [`${frame.length} rows of wide numbers`] : []),
  ],
  [DataFrameType.NumericLong]: (frame) => [
    ...needs(frame, FieldType.number),
    ...(frame.length > 1 ? needs(frame, FieldType.string) : []),
    ...duplicates(rowKeys(frame)).map((row) => `two rows are ${row}`),
  ],
  [DataFrameType.LogLines]: (frame) => [
    ...(fieldNamed(frame, 'timestamp')?.type === FieldType.time ? [] : ['no time field "timestamp"']),
    ...(fieldNamed(frame, 'body')?.type === FieldType.string ? [] : ['no text field "body"']),
  ],
};

function faultsOf(frame: DataFrame): string[] {
  const { type, typeVersion = [] } = frame.meta ?? {};
  if (type === undefined || frame.fields.length === 0) {
    return [];
  }
  const rule = RULES[type];
  const version = type === DataFrameType.LogLines ? '0.0' : '0.1';
  return [
    ...(typeVersion.join('.') === version ? [] : [`${type} in version "${typeVersion.join('.')}"`]),
    ...(rule ? rule(frame) : [`the type ${type} is unknown`]),
  ];
}

function timeFaults(frame: DataFrame): string[] {
  const time = frame.fields.find(({ type }) => type === FieldType.time);
  if (!time) {
    return ['no time field'];
  }
  const isAscending = time.values.every((at: number, i: number) => i === 0 || at > time.values[i - 1]);
  return isAscending ? [] : ['times are not ascending'];
}

function needs({ fields }: DataFrame, type: FieldType): string[] {
  return fields.some((field) => field.type === type) ? [] : [`no ${type} field`];
}

function fieldNamed({ fields }: DataFrame, name: string): Field | undefined {
  return fields.find((field) => field.name === name);
}

/** The items of a frame by name and labels: the first number field of a multi frame, all number fields of a wide one. */
function itemsOf(frame: DataFrame): string[] {
  const numbers = frame.fields.filter(({ type }) => type === FieldType.number);
  switch (frame.meta?.type) {
    case DataFrameType.TimeSeriesMulti:
      return numbers.slice(0, 1).map(itemOf);
    case DataFrameType.TimeSeriesWide:
    case DataFrameType.NumericWide:
      return numbers.map(itemOf);
    default:
      return [];
  }
}

function itemOf({ name, labels = {} }: { name: string; labels?: Labels }): string {
  return `${name} ${JSON.stringify(Object.entries(labels).sort())}`;
}

/** What distinguishes the rows of a long frame. */
function rowKeys({ fields, length }: DataFrame): string[] {
  const texts = fields.filter(({ type }) => type === FieldType.string);
  return Array.from({ length }, (_, row) => JSON.stringify(texts.map(({ values }) => values[row] ?? null)));
}

function duplicates(texts: string[]): string[] {
  return [...new Set(texts.filter((text, i) => texts.indexOf(text) !== i))];
}
