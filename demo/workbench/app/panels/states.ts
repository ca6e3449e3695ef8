import {
  applyNullInsertThreshold,
  type DataFrame,
  type Field,
  FieldType,
  formattedValueToString,
  getFieldDisplayName,
} from '@grafana/data';
import { findIndex, findLastIndex, sortBy, sortedLastIndex, sortedUniq, uniq, uniqBy } from 'lodash';

export interface Lane {
  /** Its state from each of the common times to the next. Null is unknown. */
  field: Field;
  /** The address of its first link at a time. */
  linkAt: (time: number) => string | undefined;
}

/** One lane per field other than the time. All have their states at the same times. */
export function lanesOf(frames: DataFrame[], from: number, to: number) {
  const timeOf = ({ fields }: DataFrame) => fields.find(({ type }) => type === FieldType.time)?.values as number[];
  const drawn = frames.filter((frame) => timeOf(frame)?.length > 0);
  // As in Grafana, the state is unknown if points are farther apart than the frame's interval, and after the last one.
  const filled = drawn.map((frame) =>
    applyNullInsertThreshold({ frame, refFieldPseudoMin: from, refFieldPseudoMax: to })
  );
  const times = sortedUniq(sortBy(filled.flatMap(timeOf)));
  const lanes = filled.flatMap((frame, i): Lane[] =>
    frame.fields
      .filter(({ type, config }) => type !== FieldType.time && !config.custom?.hideFrom?.viz)
      .map((field) => ({
        field: {
          ...field,
          values: times.map((time) => stateAt(time, field, timeOf(frame))),
          config: { ...field.config, displayName: getFieldDisplayName(field, frame, frames) },
        },
        linkAt: (time: number) =>
          field.getLinks?.({ valueRowIndex: sortedLastIndex(timeOf(drawn[i]), time) - 1 })[0]?.href,
      }))
  );
  return { times, lanes };
}

/** A value is the state until the next one, also across nulls between values that are closer than `spanNulls`. */
function stateAt(time: number, { values, config }: Field, times: number[]): unknown {
  const newest = findLastIndex(values, (value) => value !== undefined, sortedLastIndex(times, time) - 1);
  if (newest < 0 || values[newest] !== null) {
    return values[newest] ?? null;
  }
  const spanNulls: unknown = config.custom?.spanNulls;
  const most = spanNulls === true ? Infinity : Number(spanNulls) || 0;
  const isKnown = (value: unknown) => value !== null && value !== undefined;
  const before = findLastIndex(values, isKnown, newest);
  const after = findIndex(values, isKnown, newest);
  return before >= 0 && after >= 0 && times[after] - times[before] < most ? values[before] : null;
}

/** The states of the lanes, including times without a state. Each text is listed once with its color. */
export function statesOf(lanes: Lane[]): Array<{ text: string; color?: string }> {
  const all = lanes.flatMap(({ field: { display, values } }) => uniq(values).map((value) => display?.(value)));
  const shown = all.flatMap((one) =>
    one?.color && one.text ? { text: formattedValueToString(one), color: one.color } : []
  );
  return uniqBy(shown, 'text');
}
