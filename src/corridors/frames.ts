import { type DataFrame, DataFrameType, type Field, type FieldConfig, FieldType } from '@grafana/data';
import { type Band, BANDS } from '../query/query';
import { type Columns, concat, hasValue, pick } from './columns';
import { isOutside, judge } from './judge';
import { labelsOf, type SeriesIdentity } from './names';
import { spacingOf, withGapRows } from './spacing';
import { bandConfig, deviationConfig, dashedConfig, outlierConfig, valueConfig } from './style';
import { isCrowded, thin, type Width } from './thin';

/** How a series is drawn. */
export interface FrameOptions {
  outliers: boolean;
  deviation: boolean;
  /** Milliseconds between the points, if the service returned it; see `spacingOf`. */
  step?: number;
  /** Thins for that many pixels; no thinning without it. */
  thin?: Width;
  refId: string;
  /** Unique over the response. */
  name: string;
  identity: SeriesIdentity;
  /** The index of the series in the response, which gives its color; null if the panel chooses it. */
  place: number | null;
  bands: readonly Band[];
  /** Dashed, because a forecast and values of an earlier time are not data of the range. */
  kind?: 'forecast' | 'compare';
  /** The label `before`: how much earlier the values are. */
  compare?: string;
  /** Makes names unique if a panel shows several time ranges; see `rangeNameOf`. */
  range: string;
}

interface CorridorFrame {
  frame: DataFrame;
  /** If rows were dropped: how many there were, and how many are left. */
  thinned: { points: number; rows: number } | null;
}

/**
 * Datapoints as a frame that draws itself as a line in its corridors.
 *
 * @param pieces in time order
 */
export function corridorFrame(pieces: readonly Columns[], options: FrameOptions): CorridorFrame {
  const points = concat(pieces);
  const { columns, outlier, deviation, interval } = drawnOf(points, options);
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
  const hasValues = kind !== 'forecast' || hasValue(columns.smoothened);
  if (hasValues) {
    const config = valueConfig(options.place);
    fields.push(field('smoothened', columns.smoothened, name, kind ? dashedConfig(config) : config));
  }
  fields.push(...bandFields(columns, options, field));
  if (outlier && hasValue(outlier)) {
    fields.push(field('outlier', outlier, `${name} outlier`, outlierConfig()));
  }
  if (deviation) {
    fields.push(field('deviation', deviation, `${name} deviation`, deviationConfig()));
  }
  // The value is the first number field; a forecast without one claims no type.
  const type = hasValues ? { type: DataFrameType.TimeSeriesMulti, typeVersion: [0, 1] as [number, number] } : {};
  return {
    frame: { refId, name, length: columns.length, fields, meta: { ...type, preferredVisualisationType: 'graph' } },
    thinned: columns.length < points.length ? { points: points.length, rows: columns.length } : null,
  };
}

type FieldMaker = (name: string, column: Float64Array, shown: string, config: FieldConfig) => Field;

function fieldMaker({ identity, compare, kind }: FrameOptions): FieldMaker {
  const labels = labelsOf(identity);
  if (compare) {
    labels.compare = compare;
  }
  if (kind === 'forecast') {
    labels.forecast = 'true';
  }
  return (name, column, shown, config) => ({
    name,
    type: FieldType.number,
    labels,
    values: valuesOf(column),
    config: { ...config, displayNameFromDS: shown },
  });
}

/** The last array made of a column of the store, by the column's buffer: panels with the same rows share it. */
const shared = new WeakMap<ArrayBufferLike, { start: number; values: WeakRef<number[]> }>();

/** Null for NaN. Grafana changes nulls in place, so panels don't share an array with nulls. */
function valuesOf(column: Float64Array): Array<number | null> {
  const known = shared.get(column.buffer);
  const before = known?.start === column.byteOffset ? known.values.deref() : undefined;
  // A panel may have changed it since.
  if (before?.length === column.length && before.every((value, row) => value === column[row])) {
    return before;
  }
  if (column.includes(NaN)) {
    return withNulls(column);
  }
  const values = numbersOf(column);
  shared.set(column.buffer, { start: column.byteOffset, values: new WeakRef(values) });
  return values;
}

/**
 * The engine makes an array that starts with a fraction one of doubles, which takes a third of the memory and is filled several
 * times as fast. It must never get a null: the engine would then make later arrays of this function for any values.
 */
function numbersOf(column: Float64Array): number[] {
  const values = [0.5];
  values.length = column.length;
  for (let row = 0; row < column.length; row++) {
    values[row] = column[row];
  }
  return values;
}

function withNulls(column: Float64Array): Array<number | null> {
  const values = new Array<number | null>(column.length).fill(null);
  for (let row = 0; row < column.length; row++) {
    if (!Number.isNaN(column[row])) {
      values[row] = column[row];
    }
  }
  return values;
}

function bandFields({ edges, time }: Columns, options: FrameOptions, field: FieldMaker): Field[] {
  const { name, place, bands, kind, range } = options;
  // Grafana looks for the lower edge by this name in the whole panel, which may show several time ranges.
  const uniqueName = (shown: string) => `${shown} (${range})`;
  return BANDS.flatMap((band, b) => {
    const [up, down] = [edges[2 * b], edges[2 * b + 1]];
    if (!bands.includes(band) || (!hasValue(up) && !hasValue(down))) {
      return [];
    }
    const edge = (side: 'up' | 'down', column: Float64Array | null, partner?: string) => {
      const shown = `${name} ${band} ${side}`;
      const config = bandConfig(place ?? 0, band, partner);
      // Otherwise the panel's display name would give all edges the same name.
      return field(`${band}_${side}`, column ?? time.map(() => NaN), uniqueName(shown), {
        ...(kind ? dashedConfig(config) : config),
        displayName: shown,
      });
    };
    return [edge('up', up, uniqueName(`${name} ${band} down`)), edge('down', down)];
  });
}

/** Datapoints, and the columns to draw with them, of equal length; null if they are not wanted. */
interface Drawn {
  columns: Columns;
  /** The values outside every corridor. */
  outlier: Float64Array | null;
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

function withJudgment(columns: Columns, { outliers, deviation: isWanted }: FrameOptions): Drawn {
  if (!outliers && !isWanted) {
    return { columns, outlier: null, deviation: null };
  }
  const { distance, deviation } = judge(columns);
  const outlier = columns.smoothened.map((value, row) => (isOutside(distance[row]) ? value : NaN));
  return { columns, outlier: outliers ? outlier : null, deviation: isWanted ? deviation : null };
}

/** The frame of a query that has nothing to show: the fields of a metric without rows, and without an entry in legends. */
export function emptyFrame(refId: string): DataFrame {
  // Otherwise a legend would show a green line for it.
  const custom = { hideFrom: { legend: true, tooltip: false, viz: false } };
  return {
    refId,
    length: 0,
    fields: [
      { name: 'time', type: FieldType.time, config: {}, values: [] },
      { name: 'smoothened', type: FieldType.number, config: { custom }, values: [] },
    ],
  };
}
