import { type DataFrame, ThresholdsMode } from '@grafana/data';
import { t } from '@grafana/i18n';
import { type Column, countColumn, scoreColumn, tableFrame, textColumn, timeColumn } from '../tables/frame';
import { corridorsLink, type LinkPlace, nodeAlertsLink } from '../tables/links';
import { type Candidate } from './candidates';
import { type Deviation } from './rank';

export type Row = Candidate & Deviation;

/** The columns that say which metric it is; filters compare them before anything is read. */
export function nameColumns(place: LinkPlace): Array<Column<Candidate>> {
  const metric = [corridorsLink(place, () => null)];
  const node = [nodeAlertsLink(place, 'nodeId')];
  return [
    textColumn('nodeId', (row) => row.nodeId, { width: 90, links: node }),
    textColumn('nodeName', (row) => row.nodeName, { width: 160, links: node }),
    textColumn('systemName', (row) => row.systemName, { width: 130 }),
    textColumn('metricId', (row) => row.metricId, { width: 160, links: metric }),
    textColumn('metricName', (row) => row.metricName, { width: 180, links: metric }),
  ];
}

/** Not shown, but compared by filters and links. */
export function systemIdColumn(): Column<Candidate> {
  return textColumn('systemId', (row) => row.systemId, { hidden: true });
}

/** Contract: Frames, `deviations`. */
export function deviationsTable(rows: readonly Row[], place: LinkPlace): DataFrame {
  const columns: Array<Column<Row>> = [
    ...nameColumns(place),
    shareColumn(),
    worstColumn(),
    timeColumn('lastOutside', (row) => row.lastOutside),
    countColumn('points', (row) => row.points, { width: 80 }),
    systemIdColumn(),
  ];
  return tableFrame(t('deviations.table', 'Deviations'), rows, columns);
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
    description: t('deviations.worst', 'The farthest deviation, in widths of the main corridor'),
  });
  return { ...column, config: { ...column.config, decimals: 1 } };
}
