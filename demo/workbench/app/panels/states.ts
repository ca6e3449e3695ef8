import {
  applyNullInsertThreshold,
  type DataFrame,
  type Field,
  FieldColorModeId,
  FieldType,
  formattedValueToString,
} from '@grafana/data';
import { uniqBy } from 'lodash';

export interface Span {
  from: number;
  to: number;
  value: unknown;
}

/** As in Grafana: the state is unknown where points are farther apart than the frame's interval, and after the last one. */
export function withGaps(frame: DataFrame, { from, to }: { from: number; to: number }): DataFrame {
  return applyNullInsertThreshold({ frame, refFieldPseudoMin: from, refFieldPseudoMax: to });
}

/**
 * Equal neighbours are one span; a value holds until the next one, the last until the range's end; null is no state, but
 * between values that lie no farther apart than the field's `spanNulls`.
 *
 * @param times epoch milliseconds @param end of the range
 */
export function spansOf(field: Field, times: readonly number[], end: number): Span[] {
  // Numbers coloured by thresholds are one state as long as they keep their colour.
  const byColor = field.config.color?.mode === FieldColorModeId.Thresholds && field.type === FieldType.number;
  const stateOf = (value: unknown) => (byColor && value !== null ? field.display?.(value).color : value);
  const spans: Span[] = [];
  const isSpanned = spannedNulls(field, times);
  times.forEach((time, i) => {
    const value: unknown = field.values[i];
    const last = spans[spans.length - 1];
    if (value === undefined || isSpanned[i] || (last && stateOf(last.value) === stateOf(value))) {
      return;
    }
    if (last) {
      last.to = time;
    }
    spans.push({ from: time, to: end, value });
  });
  return spans.filter(({ value }) => value !== null);
}

function spannedNulls({ values, config }: Field, times: readonly number[]): boolean[] {
  const most = config.custom?.spanNulls === true ? Infinity : Number(config.custom?.spanNulls) || 0;
  const known = (i: number) => values[i] !== null && values[i] !== undefined;
  const spanned: boolean[] = [];
  let before = NaN;
  for (let i = 0; i < times.length; i++) {
    if (known(i)) {
      for (let k = i - 1; !known(k) && k >= 0 && times[i] - before < most; k--) {
        spanned[k] = true;
      }
      before = times[i];
    }
  }
  return spanned;
}

/** The states that the fields have, each text once with its color. */
export function statesOf(fields: readonly Field[]): Array<{ text: string; color?: string }> {
  const all = fields.flatMap(({ values, display }) => values.map((value) => display?.(value)));
  const shown = all.flatMap((one) =>
    one?.color && one.text ? { text: formattedValueToString(one), color: one.color } : []
  );
  return uniqBy(shown, 'text');
}
