import {
  type DataFrame,
  DataFrameType,
  type Field,
  type FieldConfig,
  FieldType,
  type QueryResultMeta,
} from '@grafana/data';
import { type Band, BANDS } from './query';
import { type DeviationLimits } from './fields';
import { type Columns, hasValue, pick } from './columns';
import { isOutside, judge, type Judged, withoutMinor } from './judge';
import { labelsOf, type SeriesIdentity } from './frameNames';
import { spacingOf, withGapRows } from './spacing';
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

/** Data points as a frame that draws itself as a line in its corridors. */
export function corridorFrame(points: Judged, options: FrameOptions): CorridorFrame {
  const { drawn, interval } = drawnOf(points, options);
  const { refId, name, kind } = options;
  const field = fieldMaker(options);
  const fields: Field[] = [
    {
      name: 'time',
      type: FieldType.time,
      config: interval > 0 ? { interval } : {},
      // Grafana adds rows to the times of bars in place.
      values: numbersOf(drawn.time),
    },
  ];
  // An empty frame has the columns of its query type.
  const hasValues = kind !== 'forecast' || drawn.length === 0 || hasValue(drawn.smoothened);
  if (hasValues) {
    const config = valueConfig(options.place);
    fields.push(field('smoothened', valuesOf(drawn.smoothened), name, kind ? dashedConfig(config) : config));
  }
  fields.push(...bandFields(drawn, options, field));
  const outliers = options.outliers ? outliersOf(drawn, options.limits) : null;
  if (outliers) {
    fields.push(field('outlier', outliers, `${name} outlier`, outlierConfig()));
  }
  if (options.deviation) {
    fields.push(field('deviation', valuesOf(drawn.deviation), `${name} deviation`, deviationConfig()));
  }
  // The value is the first number field. A forecast without one has no frame type.
  const type = hasValues ? MULTI : {};
  return {
    frame: { refId, name, length: drawn.length, fields, meta: { ...type, preferredVisualisationType: 'graph' } },
    thinned: drawn.length < points.length ? { points: points.length, rows: drawn.length } : null,
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

/** The points to draw, and their distance in milliseconds: Grafana breaks a line at longer gaps. */
function drawnOf(points: Judged, { step, thin: width, deviation }: FrameOptions): { drawn: Judged; interval: number } {
  const spacing = spacingOf(points, step);
  if (!width || !isCrowded(points.length, width)) {
    const columns = withGapRows(points, spacing);
    return { drawn: columns === points ? points : judge(columns), interval: spacing.interval };
  }
  const drawn = judge(pick(points, thin(points, deviation, width)));
  return { drawn, interval: Math.max(spacing.interval, Math.ceil((width.to - width.from) / width.pixels)) };
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

/** The values of points that are outside and not minor, null for all others. Null if there are none. */
function outliersOf(drawn: Judged, limits?: DeviationLimits): Array<number | null> | null {
  const { distance, smoothened } = limits ? withoutMinor(drawn, limits).judged : drawn;
  return distance.some(isOutside)
    ? Array.from(distance, (far, row) => (isOutside(far) ? smoothened[row] : null))
    : null;
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

/* How the fields look. */

/**
 * Colors of the series, by Grafana's names, for both themes. Red is for outliers and alerts, green for metrics without
 * problems.
 */
const COLORS = ['blue', 'orange', 'purple', 'yellow', 'semi-dark-green', 'light-blue', 'dark-orange', 'light-purple'];

/** The main corridor is the most frequent behavior, so it is strong. sup and inf are only hints. */
const FILL: Record<Band, number> = { main: 22, sup: 9, inf: 9 };

function colorOf(place: number): FieldConfig['color'] {
  return { mode: 'fixed', fixedColor: COLORS[place % COLORS.length] };
}

/** Stacked values would not be in their corridors. A panel may modify the object, so each field has its own. */
const unstacked = () => ({ stacking: { mode: 'none' } });

/** The look of edges and outliers, whatever the panel's options for lines. @param isRead whether the tooltip shows it */
const ownLook = (isRead: boolean) => ({
  ...unstacked(),
  lineWidth: 0,
  spanNulls: false,
  hideFrom: { legend: true, tooltip: !isRead, viz: false },
});

/** The panel chooses how the line is drawn. @param place null if it also chooses the color */
export function valueConfig(place: number | null): FieldConfig {
  return place === null ? { custom: unstacked() } : { color: colorOf(place), custom: unstacked() };
}

/**
 * @param partner the display name of the lower edge, to fill down to; only for an upper edge
 * @param strength of the fill: a forecast has less
 */
export function bandConfig(place: number, band: Band, partner?: string, strength = 1): FieldConfig {
  const line = { ...ownLook(band === 'main'), drawStyle: 'line', pointSize: 1, showPoints: 'never' };
  const fill =
    partner === undefined ? { fillOpacity: 0 } : { fillOpacity: FILL[band] * strength, fillBelowTo: partner };
  return { color: colorOf(place), custom: { ...line, ...fill } };
}

export function outlierConfig(): FieldConfig {
  return {
    color: { mode: 'fixed', fixedColor: 'red' },
    custom: { ...ownLook(false), drawStyle: 'points', showPoints: 'always', pointSize: 5, fillOpacity: 0 },
  };
}

/** The deviation has another scale than the values, so it has its own axis on the right. */
function deviationConfig(): FieldConfig {
  return {
    color: { mode: 'fixed', fixedColor: 'super-light-purple' },
    decimals: 1,
    custom: {
      ...unstacked(),
      drawStyle: 'line',
      lineWidth: 1,
      fillOpacity: 8,
      showPoints: 'never',
      spanNulls: false,
      axisPlacement: 'right',
    },
  };
}

/** The line of values from another time. */
function dashedConfig({ custom, ...config }: FieldConfig): FieldConfig {
  return {
    ...config,
    custom: {
      ...custom,
      lineWidth: 1,
      showPoints: 'never',
      fillOpacity: 0,
      lineStyle: { fill: 'dash', dash: [6, 6] },
    },
  };
}
