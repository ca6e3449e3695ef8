import {
  type DataFrame,
  DataFrameType,
  type Field,
  type FieldConfig,
  FieldType,
  type Labels,
  type QueryResultMeta,
} from '@grafana/data';
import { type Band, BANDS } from '../query/query';
import { type Columns, EDGES, lengthOf } from './columns';
import { type Drawing, drawnOf, type Piece } from './drawn';
import { labelsOf, type SeriesIdentity } from './names';
import { bandConfig, deviationConfig, dashedConfig, outlierConfig, valueConfig } from './style';
import { hasValue, type Stretch, valuesOf } from './values';

/** What is to be drawn of a series. */
export interface FrameOptions extends Drawing {
  refId: string;
  /** Unique over the response. */
  name: string;
  identity: SeriesIdentity;
  /** The place of the series among all of the response, which gives its colour; null where that is the panel's choice. */
  place: number | null;
  bands: readonly Band[];
  /** A forecast and the values of a time before are dashed, so that they are not taken for data. */
  kind?: 'forecast' | 'compare';
  /** How long before, for the label of that name. */
  compare?: string;
  /** The time range, for names that have to be unique over the ranges in a panel; see `rangeName`. */
  range?: string;
}

export interface CorridorFrame {
  frame: DataFrame;
  /** Where rows were dropped: how many there are, and how many are left. */
  thinned: { points: number; rows: number } | null;
}

/**
 * Datapoints as a frame that draws itself as a line in its corridors (contract: Frames, `metric` and `forecast`).
 *
 * @param pieces in time order
 */
export function corridorFrame(pieces: readonly Columns[], options: FrameOptions): CorridorFrame {
  const points = lengthOf(pieces);
  const { drawn, interval } = drawnOf(pieces, points, options);
  const labels = labelsOf(options.identity);
  if (options.compare) {
    labels.compare = options.compare;
  }
  if (options.kind === 'forecast') {
    labels.forecast = 'true';
  }
  const rows = lengthOf(drawn);
  const times = stretches(drawn, ({ columns }) => columns.time);
  const fields: Field[] = [
    {
      name: 'time',
      type: FieldType.time,
      config: interval > 0 ? { interval } : {},
      values: valuesOf(times),
    },
    ...valueField(drawn, labels, options),
    ...bandFields(drawn, labels, options),
    ...judgedFields(drawn, labels, options),
  ];
  return {
    frame: {
      refId: options.refId,
      name: options.name,
      length: rows,
      fields,
      meta: { ...typeOf(fields), preferredVisualisationType: 'graph' },
    },
    thinned: rows < points ? { points, rows } : null,
  };
}

function stretches(pieces: readonly Piece[], columnOf: (piece: Piece) => Float64Array | null): Stretch[] {
  return pieces.map((piece) => ({ length: piece.length, column: columnOf(piece) }));
}

/** The type that the frame claims: its value is the first number field. A forecast without one claims none. */
function typeOf(fields: Field[]): Pick<QueryResultMeta, 'type' | 'typeVersion'> {
  const hasValue = fields.some(({ name }) => name === 'smoothened');
  return hasValue ? { type: DataFrameType.TimeSeriesMulti, typeVersion: [0, 1] } : {};
}

function valueField(pieces: readonly Piece[], labels: Labels, options: FrameOptions): Field[] {
  const { name, place, kind } = options;
  const smoothened = stretches(pieces, ({ columns }) => columns.smoothened);
  if (kind === 'forecast' && !hasValue(smoothened)) {
    return [];
  }
  const config = valueConfig(place);
  return [numberField('smoothened', valuesOf(smoothened), labels, name, kind ? dashedConfig(config) : config)];
}

function bandFields(pieces: readonly Piece[], labels: Labels, options: FrameOptions): Field[] {
  const { name, place, bands, kind, range } = options;
  return BANDS.filter((band) => bands.includes(band)).flatMap((band) => {
    const [up, down] = [`${band}_up`, `${band}_down`].map((edge) => {
      const index = EDGES.findIndex((other) => other === edge);
      return stretches(pieces, ({ columns }) => columns.edges[index]);
    });
    if (!hasValue(up) && !hasValue(down)) {
      return [];
    }
    // Grafana looks for the lower edge by this name in the whole panel, which may show several time ranges.
    const uniqueName = (shown: string) => (range === undefined ? shown : `${shown} (${range})`);
    return (['up', 'down'] as const).map((side) => {
      const shown = `${name} ${band} ${side}`;
      const config = bandConfig(place ?? 0, band, side === 'up' ? uniqueName(`${name} ${band} down`) : undefined);
      // Without a display name of its own a panel's display name would call all edges the same.
      return numberField(`${band}_${side}`, valuesOf(side === 'up' ? up : down), labels, uniqueName(shown), {
        ...(kind ? dashedConfig(config) : config),
        displayName: shown,
      });
    });
  });
}

function judgedFields(pieces: readonly Piece[], labels: Labels, { name, outliers, deviation }: FrameOptions): Field[] {
  const fields: Field[] = [];
  if (outliers && pieces.some((piece) => piece.outliers.length > 0)) {
    fields.push(numberField('outlier', outlierValues(pieces), labels, `${name} outlier`, outlierConfig()));
  }
  if (deviation) {
    const values = valuesOf(stretches(pieces, (piece) => piece.deviation));
    fields.push(numberField('deviation', values, labels, `${name} deviation`, deviationConfig()));
  }
  return fields;
}

/** The values that lie outside every corridor, null for the rest. */
function outlierValues(pieces: readonly Piece[]): Array<number | null> {
  const values = new Array<number | null>(lengthOf(pieces)).fill(null);
  let start = 0;
  for (const { length, columns, outliers } of pieces) {
    for (let o = 0; o < outliers.length; o++) {
      values[start + outliers[o]] = columns.smoothened[outliers[o]];
    }
    start += length;
  }
  return values;
}

function numberField(
  name: string,
  values: Array<number | null>,
  labels: Labels,
  shown: string,
  config: FieldConfig
): Field {
  return { name, type: FieldType.number, labels, values, config: { ...config, displayNameFromDS: shown } };
}

/** The frame of a query that has nothing to show: the fields of a metric without rows, and without an entry in legends. */
export function emptyFrame(refId: string): DataFrame {
  // A legend would mark a line that is not there, in the green of the palette's first colour.
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
