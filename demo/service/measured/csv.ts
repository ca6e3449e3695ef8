import { readFileSync, readdirSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { parse } from 'csv-parse/sync';
import { HOUR, MINUTE } from '../time';

/** One measured series from its file. */
export interface Measured {
  /** The file's name without its extension, and its folder relative to the data folder (`.` for the data folder). */
  readonly name: string;
  readonly folder: string;
  /** In time order. Times without a zone are UTC. */
  readonly points: ReadonlyArray<{ time: number; value: number }>;
  /** The usual distance between two points. */
  readonly spacing: number;
  /** The finest granularity of the interface that fits the points: 1m, 15m, or 60m. */
  readonly step: number;
}

/** All CSV files in `folder` with the columns `timestamp` and `value`. @throws if there are none, or a line is wrong */
export function readMeasured(folder: string): Measured[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.csv'));
  const series = files.sort().flatMap((file) => readSeries(folder, join(folder, file)));
  if (series.length === 0) {
    throw new Error(`there is no CSV with timestamp,value below ${folder}`);
  }
  return series;
}

function readSeries(folder: string, file: string): Measured[] {
  const rows = parse(readFileSync(file), { columns: true, trim: true, bom: true, skip_empty_lines: true }) as unknown[];
  const points = rows.filter(isRow).map((row, i) => pointOf(row, `${file}, line ${i + 2}`));
  if (points.length < 2) {
    return [];
  }
  points.sort((a, b) => a.time - b.time);
  const spacing = usualSpacing(points.map((point) => point.time));
  return [
    {
      name: basename(file, '.csv'),
      folder: relative(folder, dirname(file)) || '.',
      points,
      spacing,
      step: spacing <= MINUTE ? MINUTE : spacing <= 15 * MINUTE ? 15 * MINUTE : HOUR,
    },
  ];
}

interface Row {
  timestamp: string;
  value: string;
}

function isRow(row: unknown): row is Row {
  return typeof row === 'object' && row !== null && 'timestamp' in row && 'value' in row;
}

function pointOf({ timestamp, value }: Row, place: string) {
  const zoned = /(?:Z|[+-]\d\d:?\d\d)$/i.test(timestamp) ? timestamp : `${timestamp.replace(' ', 'T')}Z`;
  const point = { time: Date.parse(zoned), value: Number(value) };
  if (Number.isNaN(point.time) || value === '' || !Number.isFinite(point.value)) {
    throw new Error(`${place}: "${timestamp},${value}" is no point`);
  }
  return point;
}

/** The median distance, so that gaps in the series don't count. */
function usualSpacing(times: readonly number[]): number {
  const gaps = times.slice(1).map((time, i) => time - times[i]);
  gaps.sort((a, b) => a - b);
  return gaps[gaps.length >> 1];
}
