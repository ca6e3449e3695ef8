import { type DataFrame, DataFrameType, type Field, type FieldConfig, FieldType, type Labels } from '@grafana/data';
import { type Band, BANDS } from '../query/query';
import { type Columns, EDGES, lengthOf } from './columns';
import { type Drawing, drawnOf, type Piece } from './drawn';
import { labelsOf, type SeriesIdentity } from './legend';
import { type SharedArrays, sharedValuesOf } from './sharedArrays';
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
  /** The arrays that frames of this series share. */
  shared?: SharedArrays;
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
  const labels = { ...labelsOf(options.identity), ...(options.compare ? { compare: options.compare } : {}) };
  const rows = lengthOf(drawn);
  const times = stretches(drawn, ({ columns }) => columns.time);
  const fields: Field[] = [
    {
      name: 'time',
      type: FieldType.time,
      config: interval > 0 ? { interval } : {},
      values: give('time', times, options),
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
      meta: { type: DataFrameType.TimeSeriesWide, typeVersion: [0, 1], preferredVisualisationType: 'graph' },
    },
    thinned: rows < points ? { points, rows } : null,
  };
}

function stretches(pieces: readonly Piece[], columnOf: (piece: Piece) => Float64Array | null): Stretch[] {
  return pieces.map((piece) => ({ length: piece.length, column: columnOf(piece) }));
}

function give(field: string, stretched: readonly Stretch[], { shared }: FrameOptions): Array<number | null> {
  return shared ? sharedValuesOf(shared, field, stretched) : valuesOf(stretched);
}

function valueField(pieces: readonly Piece[], labels: Labels, options: FrameOptions): Field[] {
  const { name, place, kind } = options;
  const smoothened = stretches(pieces, ({ columns }) => columns.smoothened);
  if (kind === 'forecast' && !hasValue(smoothened)) {
    return [];
  }
  const config = valueConfig(place);
  return [
    numberField(
      'smoothened',
      give('smoothened', smoothened, options),
      labels,
      name,
      kind ? dashedConfig(config) : config
    ),
  ];
}

function bandFields(pieces: readonly Piece[], labels: Labels, options: FrameOptions): Field[] {
  const { name, place, bands, kind } = options;
  return BANDS.filter((band) => bands.includes(band)).flatMap((band) => {
    const [up, down] = [`${band}_up`, `${band}_down`].map((edge) => {
      const index = EDGES.findIndex((other) => other === edge);
      return stretches(pieces, ({ columns }) => columns.edges[index]);
    });
    if (!hasValue(up) && !hasValue(down)) {
      return [];
    }
    const names = { up: `${name} ${band} up`, down: `${name} ${band} down` };
    return (['up', 'down'] as const).map((side) => {
      const config = bandConfig(place ?? 0, band, side === 'up' ? names.down : undefined);
      return numberField(
        `${band}_${side}`,
        give(`${band}_${side}`, side === 'up' ? up : down, options),
        labels,
        names[side],
        // A panel's display name would call all edges the same, and no edge would find its partner.
        { ...(kind ? dashedConfig(config) : config), displayName: names[side] }
      );
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
