import { type DataFrame, ThresholdsMode } from '@grafana/data';
import { t } from '@grafana/i18n';
import { type Column, countColumn, scoreColumn, tableFrame, timeColumn } from '../tables/frame';
import { type LinkPlace } from '../tables/links';
import { metricColumns } from '../tables/metricColumns';
import { type Candidate } from './candidates';
import { type Deviation } from './rank';

export type Row = Candidate & Deviation;

/** The columns that say which metric it is; filters compare them before anything is read. */
export function nameColumns<R extends Candidate>(place: LinkPlace, rows: readonly R[]) {
  return metricColumns<R>(
    place,
    rows,
    (row) => row,
    () => null
  );
}

/** Contract: Frames, `deviations`. */
export function deviationsTable(rows: readonly Row[], place: LinkPlace): DataFrame {
  return tableFrame(t('deviations.table', 'Deviations'), rows, columnsOf(rows, place));
}

/** With when each left its corridors, in epoch milliseconds. */
export function suspectsTable(rows: ReadonlyArray<Row & { leftAt: number }>, place: LinkPlace): DataFrame {
  const leftAt = timeColumn<Row & { leftAt: number }>('leftAt', (row) => row.leftAt);
  return tableFrame(t('deviations.table', 'Deviations'), rows, [...columnsOf(rows, place), leftAt]);
}

function columnsOf(rows: readonly Row[], place: LinkPlace): Array<Column<Row>> {
  const { nodeId, nodeName, systemId, systemName, metricId, metricName } = nameColumns(place, rows);
  return [
    metricName,
    nodeName,
    systemName,
    shareColumn(),
    worstColumn(),
    timeColumn('lastOutside', (row) => row.lastOutside),
    countColumn('points', (row) => row.points, { width: 80 }),
    nodeId,
    metricId,
    systemId,
  ];
}

function shareColumn(): Column<Row> {
  const column = scoreColumn<Row>('outsideShare', (row) => row.outsideShare, {
    width: 140,
    description: t('deviations.share', 'Share of the points with a corridor that lie outside every corridor'),
  });
  const steps = [
    { value: -Infinity, color: 'green' },
    { value: 0.05, color: 'dark-yellow' },
    { value: 0.2, color: 'dark-orange' },
    { value: 0.5, color: 'red' },
  ];
  const cellOptions = { type: 'gauge', mode: 'basic', valueDisplayMode: 'text' };
  return {
    ...column,
    config: {
      ...column.config,
      unit: 'percentunit',
      decimals: 0,
      min: 0,
      max: 1,
      color: { mode: 'thresholds' },
      thresholds: { mode: ThresholdsMode.Absolute, steps },
      custom: { ...column.config.custom, cellOptions },
    },
  };
}

function worstColumn(): Column<Row> {
  const column = scoreColumn<Row>('worst', (row) => row.worst, {
    width: 100,
    description: t('deviations.worst', 'The farthest distance to the nearest corridor, in widths of the main one'),
  });
  return { ...column, config: { ...column.config, decimals: 1 } };
}
