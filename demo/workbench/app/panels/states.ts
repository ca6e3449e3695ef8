import {
  applyNullInsertThreshold,
  type DataFrame,
  type Field,
  FieldColorModeId,
  FieldType,
  formattedValueToString,
  getFieldDisplayName,
} from '@grafana/data';
import { sortBy, sortedLastIndex, uniq, uniqBy } from 'lodash';

export interface Span {
  from: number;
  to: number;
  value: unknown;
}

export interface Lane {
  field: Field;
  spans: Span[];
  /** The address of its first link at a time. */
  linkAt: (time: number) => string | undefined;
}

interface Range {
  from: number;
  to: number;
}

/** One lane per field other than the time, with its spans in a range. */
export function lanesOf(frames: DataFrame[], { from, to }: Range): Lane[] {
  return frames.flatMap((given) => {
    const place = given.fields.findIndex(({ type }) => type === FieldType.time);
    if (place < 0 || given.length === 0) {
      return [];
    }
    // As in Grafana, the state is unknown if points are farther apart than the frame's interval, and after the last one.
    const frame = applyNullInsertThreshold({ frame: given, refFieldPseudoMin: from, refFieldPseudoMax: to });
    return frame.fields
      .filter(({ type, config }) => type !== FieldType.time && !config.custom?.hideFrom?.viz)
      .map((field) => ({
        field: { ...field, config: { ...field.config, displayName: getFieldDisplayName(field, frame, frames) } },
        spans: spansOf(field, frame.fields[place].values, to).filter((span) => span.to > from && span.from < to),
        linkAt: (time) => {
          const valueRowIndex = sortedLastIndex(given.fields[place].values, time) - 1;
          return field.getLinks?.({ valueRowIndex })[0]?.href;
        },
      }));
  });
}

/**
 * Equal neighbors are one span. A value continues until the next one, the last until the range's end. Null is not a state,
 * except between values that are not farther apart than the field's `spanNulls`.
 *
 * @param times epoch milliseconds @param end of the range
 */
function spansOf(field: Field, times: readonly number[], end: number): Span[] {
  // Numbers with colors from thresholds are one state while the color stays the same.
  const byColor = field.config.color?.mode === FieldColorModeId.Thresholds && field.type === FieldType.number;
  const stateOf = (value: unknown) => (byColor && value !== null ? field.display?.(value).color : value);
  const spanNulls: unknown = field.config.custom?.spanNulls;
  const most = spanNulls === true ? Infinity : Number(spanNulls) || 0;
  const points = times
    .map((time, i) => ({ time, value: field.values[i] as unknown }))
    .filter(({ value }) => value !== undefined);
  const known = points.flatMap(({ value }, i) => (value === null ? [] : [i]));
  const spans: Span[] = [];
  known.forEach((i, k) => {
    const [{ time, value }, following, next] = [points[i], points[i + 1], points[known[k + 1]]];
    const to = (next && next.time - time < most ? next : following)?.time ?? end;
    const last = spans[spans.length - 1];
    if (last?.to === time && stateOf(last.value) === stateOf(value)) {
      last.to = to;
    } else {
      spans.push({ from: time, to, value });
    }
  });
  return spans;
}

/** The lanes as one frame with a row at each start or end of a state. */
export function alignedLanes(lanes: Lane[]): DataFrame {
  const times = sortBy(uniq(lanes.flatMap(({ spans }) => spans.flatMap(({ from, to }) => [from, to]))));
  const at = (spans: Span[], time: number) => spans.find(({ from, to }) => from <= time && time < to)?.value ?? null;
  const axis: Field = { name: 'time', type: FieldType.time, config: {}, values: times };
  const values = lanes.map(({ field, spans }) => ({ ...field, values: times.map((one) => at(spans, one)) }));
  return { length: times.length, fields: [axis, ...values] };
}

/** The states of the lanes, including times without a state. Each text is listed once with its color. */
export function statesOf(lanes: Lane[]): Array<{ text: string; color?: string }> {
  const all = lanes.flatMap(({ field: { display, values } }) => uniq(values).map((value) => display?.(value)));
  const shown = all.flatMap((one) =>
    one?.color && one.text ? { text: formattedValueToString(one), color: one.color } : []
  );
  return uniqBy(shown, 'text');
}
