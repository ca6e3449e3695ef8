import { type DataFrame, DataFrameType, type Field, type FieldConfig, FieldType, type Labels } from '@grafana/data';
import { type Band, BANDS } from '../query';
import { type Columns, EDGES } from './columns';
import { pick, pickColumn } from './decode';
import { judge, type Judgement } from './judge';
import { labelsOf, type SeriesIdentity } from './legend';
import { bandConfig, deviationConfig, forecastConfig, outlierConfig, valueConfig } from './style';
import { thin } from './thin';
import { hasValue, nulls, numbers, valuesOf } from './values';

/** What is to be drawn of a series. */
export interface FrameOptions {
  refId: string;
  /** Unique over the response. */
  name: string;
  identity: SeriesIdentity;
  /** The place of the series among all of the response, which gives its colour. */
  place: number;
  bands: readonly Band[];
  outliers: boolean;
  deviation: boolean;
  /** A forecast's lines are dashed, so that it is not taken for data. */
  forecast?: boolean;
  /** Milliseconds between the points. */
  step?: number;
  /** Thins for that many pixels over the range (epoch milliseconds); no thinning without it. */
  thin?: { pixels: number; from: number; to: number };
}

export interface CorridorFrame {
  frame: DataFrame;
  /** Where rows were dropped: how many there are, and how many are left. */
  thinned: { points: number; rows: number } | null;
}

/** Datapoints as a frame that draws itself as a line in its corridors (contract: Frames, `metric` and `forecast`). */
export function corridorFrame(columns: Columns, options: FrameOptions): CorridorFrame {
  const judgement = options.outliers || options.deviation || options.thin ? judge(columns, options.deviation) : null;
  const rows =
    options.thin && judgement
      ? thin(
          columns,
          judgement.distance,
          judgement.deviation ? [judgement.deviation] : [],
          options.thin,
          options.thin.pixels
        )
      : null;
  const drawn = rows ? pick(columns, rows) : columns;
  const pixel = rows && options.thin ? (options.thin.to - options.thin.from) / options.thin.pixels : 0;
  const interval = Math.max(options.step ?? 0, Math.ceil(pixel));
  const labels = labelsOf(options.identity);
  const fields: Field[] = [
    {
      name: 'time',
      type: FieldType.time,
      config: interval > 0 ? { interval } : {},
      values: numbers(drawn.time),
    },
    ...valueField(drawn, labels, options),
    ...bandFields(drawn, labels, options),
    ...judgedFields(drawn, rows, judgement, labels, options),
  ];
  return {
    frame: {
      refId: options.refId,
      name: options.name,
      length: drawn.length,
      fields,
      meta: { type: DataFrameType.TimeSeriesWide, typeVersion: [0, 1], preferredVisualisationType: 'graph' },
    },
    thinned: rows ? { points: columns.length, rows: rows.length } : null,
  };
}

function valueField(columns: Columns, labels: Labels, { name, place, forecast }: FrameOptions): Field[] {
  if (forecast && !hasValue(columns.smoothened)) {
    return [];
  }
  const config = valueConfig(place);
  return [
    numberField(
      'smoothened',
      valuesOf(columns.smoothened),
      labels,
      name,
      forecast ? forecastConfig(config, true) : config
    ),
  ];
}

function bandFields(columns: Columns, labels: Labels, { name, place, bands, forecast }: FrameOptions): Field[] {
  return BANDS.filter((band) => bands.includes(band)).flatMap((band) => {
    const [up, down] = [`${band}_up`, `${band}_down`].map((edge) => columns.edges[EDGES.findIndex((e) => e === edge)]);
    if (!hasValue(up) && !hasValue(down)) {
      return [];
    }
    const names = { up: `${name} ${band} up`, down: `${name} ${band} down` };
    return (['up', 'down'] as const).map((side) => {
      const config = bandConfig(place, band, side === 'up' ? names.down : undefined);
      const edge = side === 'up' ? up : down;
      return numberField(
        `${band}_${side}`,
        edge ? valuesOf(edge) : nulls(columns.length),
        labels,
        names[side],
        forecast ? forecastConfig(config, band === 'main' && side === 'up') : config
      );
    });
  });
}

function judgedFields(
  columns: Columns,
  rows: ArrayLike<number> | null,
  judgement: Judgement | null,
  labels: Labels,
  { name, outliers, deviation }: FrameOptions
): Field[] {
  const fields: Field[] = [];
  const ofRows = (column: Float64Array) => (rows ? pickColumn(column, rows) : column);
  if (outliers && judgement && judgement.outliers > 0) {
    const values = outlierValues(columns.smoothened, ofRows(judgement.distance));
    fields.push(numberField('outlier', values, labels, `${name} outlier`, outlierConfig()));
  }
  if (deviation && judgement?.deviation) {
    const values = valuesOf(ofRows(judgement.deviation));
    fields.push(numberField('deviation', values, labels, `${name} deviation`, deviationConfig()));
  }
  return fields;
}

/** The values that lie outside every corridor, null for the rest. */
function outlierValues(values: Float64Array, distance: Float64Array): Array<number | null> {
  const outliers = nulls(values.length);
  for (let i = 0; i < values.length; i++) {
    if (distance[i] > 0 || distance[i] < 0) {
      outliers[i] = values[i];
    }
  }
  return outliers;
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
