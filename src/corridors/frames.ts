import { type DataFrame, DataFrameType, type Field, type FieldConfig, FieldType, type Labels } from '@grafana/data';
import { type Band, BANDS } from '../query';
import { type Columns, concat, EDGES } from './columns';
import { pick, pickColumn } from './decode';
import { judge, type Judgement } from './judge';
import { labelsOf, type SeriesIdentity } from './legend';
import { bandConfig, deviationConfig, forecastConfig, outlierConfig, valueConfig } from './style';
import { POINTS_PER_PIXEL, thin } from './thin';
import { hasValue, lengthOf, type Stretch, valuesOf } from './values';

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

/**
 * Datapoints as a frame that draws itself as a line in its corridors (contract: Frames, `metric` and `forecast`).
 *
 * @param pieces in time order
 */
export function corridorFrame(pieces: readonly Columns[], options: FrameOptions): CorridorFrame {
  const points = lengthOf(pieces);
  const { drawn, interval } = thinned(pieces, points, options);
  const labels = labelsOf(options.identity);
  const rows = lengthOf(drawn);
  const fields: Field[] = [
    {
      name: 'time',
      type: FieldType.time,
      config: interval > 0 ? { interval } : {},
      values: valuesOf(stretches(drawn, ({ columns }) => columns.time)),
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

/** Datapoints with what is known of where they lie. */
interface Judged {
  length: number;
  columns: Columns;
  judgement: Judgement | null;
}

/** What is drawn of the pieces, and how far apart its points lie, in milliseconds. */
function thinned(
  pieces: readonly Columns[],
  points: number,
  { thin: width, outliers, deviation, step = 0 }: FrameOptions
) {
  if (width && points > width.pixels * POINTS_PER_PIXEL) {
    const columns = concat([...pieces]);
    const judgement = judge(columns, deviation);
    const extra = judgement.deviation ? [judgement.deviation] : [];
    const rows = thin(columns, judgement.distance, extra, width, width.pixels);
    if (rows) {
      const drawn: Judged = { length: rows.length, columns: pick(columns, rows), judgement: picked(judgement, rows) };
      return { drawn: [drawn], interval: Math.max(step, Math.ceil((width.to - width.from) / width.pixels)) };
    }
  }
  const drawn = pieces.map((columns): Judged => ({
    length: columns.length,
    columns,
    judgement: outliers || deviation ? judge(columns, deviation) : null,
  }));
  return { drawn, interval: step };
}

function picked({ distance, deviation, outliers }: Judgement, rows: ArrayLike<number>): Judgement {
  return { distance: pickColumn(distance, rows), deviation: deviation && pickColumn(deviation, rows), outliers };
}

function stretches(pieces: readonly Judged[], columnOf: (piece: Judged) => Float64Array | null | undefined): Stretch[] {
  return pieces.map((piece) => ({ length: piece.length, column: columnOf(piece) ?? null }));
}

function valueField(pieces: readonly Judged[], labels: Labels, { name, place, forecast }: FrameOptions): Field[] {
  const smoothened = stretches(pieces, ({ columns }) => columns.smoothened);
  if (forecast && !hasValue(smoothened)) {
    return [];
  }
  const config = valueConfig(place);
  return [
    numberField('smoothened', valuesOf(smoothened), labels, name, forecast ? forecastConfig(config, true) : config),
  ];
}

function bandFields(
  pieces: readonly Judged[],
  labels: Labels,
  { name, place, bands, forecast }: FrameOptions
): Field[] {
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
      const config = bandConfig(place, band, side === 'up' ? names.down : undefined);
      return numberField(
        `${band}_${side}`,
        valuesOf(side === 'up' ? up : down),
        labels,
        names[side],
        forecast ? forecastConfig(config, band === 'main' && side === 'up') : config
      );
    });
  });
}

function judgedFields(pieces: readonly Judged[], labels: Labels, { name, outliers, deviation }: FrameOptions): Field[] {
  const fields: Field[] = [];
  if (outliers && pieces.some(({ judgement }) => judgement && judgement.outliers > 0)) {
    fields.push(numberField('outlier', outlierValues(pieces), labels, `${name} outlier`, outlierConfig()));
  }
  if (deviation) {
    const values = valuesOf(stretches(pieces, ({ judgement }) => judgement?.deviation));
    fields.push(numberField('deviation', values, labels, `${name} deviation`, deviationConfig()));
  }
  return fields;
}

/** The values that lie outside every corridor, null for the rest. */
function outlierValues(pieces: readonly Judged[]): Array<number | null> {
  const outliers = new Array<number | null>(lengthOf(pieces)).fill(null);
  let at = 0;
  for (const { length, columns, judgement } of pieces) {
    for (let i = 0; judgement && judgement.outliers > 0 && i < length; i++) {
      const distance = judgement.distance[i];
      if (distance > 0 || distance < 0) {
        outliers[at + i] = columns.smoothened[i];
      }
    }
    at += length;
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
