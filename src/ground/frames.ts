import {
  type DataFrame,
  DataFrameType,
  type Field,
  type FieldConfig,
  FieldType,
  type QueryResultMeta,
} from '@grafana/data';
import { type Band, BANDS } from './query';
import { type Columns, concat, hasValue, pick } from './columns';
import { type DeviationLimits } from './limits';
import { isOutside, judge, outsideRows, withoutMinor } from './judge';
import { labelsOf, type SeriesIdentity } from './frameNames';
import { spacingOf, withGapRows } from './spacing';
import { bandConfig, deviationConfig, dashedConfig, outlierConfig, valueConfig } from './style';
import { isCrowded, thin, type Width } from './thin';

/** The type of a frame whose first number field is the value. */
const MULTI: QueryResultMeta = { type: DataFrameType.TimeSeriesMulti, typeVersion: [0, 1] };

/** How a series is drawn. */
export interface FrameOptions {
  outliers: boolean;
  deviation: boolean;
  /** Smaller deviations are no outliers. */
  limits?: DeviationLimits;
  /** Milliseconds between the points, if the service returned it; see `spacingOf`. */
  step?: number;
  /** Thins rows for this width. Without it, there is no thinning. */
  thin?: Width;
  refId: string;
  /** Unique in the response. */
  name: string;
  identity: SeriesIdentity;
  /** The index of the series in the response, which determines its color. Null if the panel chooses it. */
  place: number | null;
  bands: readonly Band[];
  /** Dashed, because a forecast and values from an earlier time are not data of the range. */
  kind?: 'forecast' | 'compare';
  /** The label `before`: how much earlier the values are. */
  compare?: string;
  /** See `partnerSuffix`. */
  partner: string;
}

interface CorridorFrame {
  frame: DataFrame;
  /** If rows were dropped: the original number, and the rest. */
  thinned: { points: number; rows: number } | null;
}

/**
 * Data points as a frame that draws itself as a line in its corridors.
 *
 * @param pieces in time order
 */
export function corridorFrame(pieces: readonly Columns[], options: FrameOptions): CorridorFrame {
  const points = concat(pieces);
  const { columns, outside, deviation, interval } = drawnOf(points, options);
  const { refId, name, kind } = options;
  const field = fieldMaker(options);
  const fields: Field[] = [
    {
      name: 'time',
      type: FieldType.time,
      config: interval > 0 ? { interval } : {},
      // Grafana adds rows to the times of bars in place.
      values: numbersOf(columns.time),
    },
  ];
  // An empty frame has the columns of its query type.
  const hasValues = kind !== 'forecast' || columns.length === 0 || hasValue(columns.smoothened);
  if (hasValues) {
    const config = valueConfig(options.place);
    fields.push(field('smoothened', valuesOf(columns.smoothened), name, kind ? dashedConfig(config) : config));
  }
  fields.push(...bandFields(columns, options, field));
  if (outside.length > 0) {
    fields.push(field('outlier', outliersOf(columns, outside), `${name} outlier`, outlierConfig()));
  }
  if (deviation) {
    fields.push(field('deviation', valuesOf(deviation), `${name} deviation`, deviationConfig()));
  }
  // The value is the first number field. A forecast without one has no frame type.
  const type = hasValues ? MULTI : {};
  return {
    frame: { refId, name, length: columns.length, fields, meta: { ...type, preferredVisualisationType: 'graph' } },
    thinned: columns.length < points.length ? { points: points.length, rows: columns.length } : null,
  };
}

type FieldMaker = (name: string, values: Array<number | null>, shown: string, config: FieldConfig) => Field;

function fieldMaker({ identity, compare, kind }: FrameOptions): FieldMaker {
  const labels = labelsOf(identity);
  if (compare) {
    labels.compare = compare;
  }
  if (kind === 'forecast') {
    labels.forecast = 'true';
  }
  return (name, values, shown, config) => ({
    name,
    type: FieldType.number,
    labels,
    values,
    config: { ...config, displayNameFromDS: shown },
  });
}

function bandFields({ edges, time }: Columns, options: FrameOptions, field: FieldMaker): Field[] {
  const { name, place, bands, kind } = options;
  // Grafana looks for the lower edge by this name in the whole panel, which may show several time ranges.
  const uniqueName = (shown: string) => shown + options.partner;
  return BANDS.flatMap((band, b) => {
    const [up, down] = [edges[2 * b], edges[2 * b + 1]];
    if (!bands.includes(band) || (!hasValue(up) && !hasValue(down))) {
      return [];
    }
    const edge = (side: 'up' | 'down', column: Float64Array | null, partner?: string) => {
      const shown = `${name} ${band} ${side}`;
      const config = bandConfig(place ?? 0, band, partner, kind ? 0.5 : 1);
      // Otherwise the panel's display name would give all edges the same name.
      return field(`${band}_${side}`, valuesOf(column ?? time.map(() => NaN)), uniqueName(shown), {
        ...config,
        displayName: shown,
      });
    };
    return [edge('up', up, uniqueName(`${name} ${band} down`)), edge('down', down)];
  });
}

/** Data points, and what is drawn with them. */
interface Drawn {
  columns: Columns;
  /** The rows outside all corridors. Empty if outliers are not requested. */
  outside: number[];
  /** Null if it is not requested. */
  deviation: Float64Array | null;
}

/** Columns to draw, and the distance of their points in milliseconds: Grafana breaks a line at longer gaps. */
function drawnOf(points: Columns, options: FrameOptions): Drawn & { interval: number } {
  const spacing = spacingOf(points, options.step);
  const { thin: width } = options;
  if (!width || !isCrowded(points.length, width)) {
    return { ...withJudgment(withGapRows(points, spacing), options), interval: spacing.interval };
  }
  const rows = thin(points, options.deviation, width);
  const interval = Math.max(spacing.interval, Math.ceil((width.to - width.from) / width.pixels));
  return { ...withJudgment(pick(points, rows), options), interval };
}

function withJudgment(columns: Columns, { outliers, deviation, limits }: FrameOptions): Drawn {
  return {
    columns,
    outside: outliers ? markedRows(columns, limits) : [],
    deviation: deviation ? judge(columns).deviation : null,
  };
}

function markedRows(columns: Columns, limits?: DeviationLimits): number[] {
  if (!limits) {
    return outsideRows(columns);
  }
  const { distance } = withoutMinor(judge(columns), limits).judged;
  return [...distance.keys()].filter((row) => isOutside(distance[row]));
}

/** The frame of a query with nothing to show: the fields of a metric without rows, and without an entry in legends. */
export function emptyFrame(refId: string): DataFrame {
  // Otherwise a legend would show a green line for it.
  const custom = { hideFrom: { legend: true, tooltip: false, viz: false } };
  return {
    refId,
    length: 0,
    meta: { ...MULTI },
    fields: [
      { name: 'time', type: FieldType.time, config: {}, values: [] },
      { name: 'smoothened', type: FieldType.number, config: { custom }, values: [] },
    ],
  };
}

/** Null for NaN. */
function valuesOf(column: Float64Array): Array<number | null> {
  return column.includes(NaN) ? Array.from(column, (value) => (Number.isNaN(value) ? null : value)) : numbersOf(column);
}

/** The values of rows that are outside, null for all others. */
function outliersOf({ length, smoothened }: Columns, outside: readonly number[]): Array<number | null> {
  const array = new Array<number | null>(length).fill(null);
  outside.forEach((row) => (array[row] = smoothened[row]));
  return array;
}

/**
 * The engine creates an array of doubles if the first value is a fraction, which takes a third of the memory, and is
 * several times faster to fill. It must never contain a null: the engine would then create generic arrays in this function
 * from then on.
 */
function numbersOf(column: Float64Array): number[] {
  const { length } = column;
  const numbers = [0.5];
  numbers.length = length;
  for (let row = 0; row < length; row++) {
    numbers[row] = column[row];
  }
  return numbers;
}
