import { type DataFrame, type Field, FieldType } from '@grafana/data';

/** Panels with one value per field: by default the last one that is not null, however old it is. */
const ONE_VALUE = new Set<string | undefined>(['stat', 'gauge', 'bargauge', 'piechart']);

/**
 * The frames for a panel with one value per field. Fields that only help to draw a line (edges of corridors, outliers) are
 * omitted. A series whose newest values are missing has no value: an old outlier, or the 0 of a metric without current
 * data, would look like the current value.
 *
 * @param now epoch milliseconds
 */
export function withPresentValues(frames: readonly DataFrame[], panel: string | undefined, now: number): DataFrame[] {
  return ONE_VALUE.has(panel) ? frames.map((frame) => (isSeries(frame) ? presentOf(frame, now) : frame)) : [...frames];
}

function isSeries({ fields, meta }: DataFrame): boolean {
  const isDrawn = meta?.dataTopic === undefined && meta?.preferredVisualisationType !== 'table';
  return isDrawn && fields[0]?.type === FieldType.time;
}

function presentOf(frame: DataFrame, now: number): DataFrame {
  const [time, ...others] = frame.fields;
  const values = others.filter(({ config }) => config.custom?.hideFrom?.legend !== true);
  const fields = values.length > 0 ? values : others;
  return { ...frame, fields: [time, ...fields.map((field) => (isPresent(field, time, now) ? field : emptied(field)))] };
}

/** Whether the newest value is from the end of the series, or from its last step. */
function isPresent({ type, values, config }: Field, { values: times, config: { interval } }: Field, now: number) {
  const last = values.findLastIndex((value: unknown) => value !== null);
  if (type !== FieldType.number || last < 0) {
    return true;
  }
  const span: unknown = config.custom?.spanNulls;
  const end = Math.min(times[times.length - 1], now);
  return end - times[last] <= (typeof span === 'number' ? span : 2 * (interval ?? 0));
}

function emptied(field: Field): Field {
  return { ...field, values: field.values.map(() => null) };
}
