import {
  type DataFrame,
  DataFrameType,
  MappingType,
  SpecialValueMatch,
  ThresholdsMode,
  type ValueMapping,
} from '@grafana/data';
import { t } from '@grafana/i18n';
import { type Column, countColumn, scoreColumn, tableFrame, timeColumn } from '../tables/frame';
import { type LinkPlace } from '../tables/links';
import { type Candidate, nameColumns } from './candidates';
import { type Deviation } from './deviation';

export interface Row extends Candidate, Deviation {
  /** Of a suspect: when it left its corridors, in epoch milliseconds. */
  leftAt?: number;
}

/** Contract: Frames, `deviations`; frame types, FT6. @param hasLeftAt whether there is a column for it */
export function deviationsTable(rows: readonly Row[], place: LinkPlace, hasLeftAt: boolean): DataFrame {
  const { nodeId, nodeName, systemId, systemName, metricId, metricName } = nameColumns(place, rows);
  const columns: Array<Column<Row>> = [
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
  if (hasLeftAt) {
    columns.push(timeColumn('leftAt', (row) => row.leftAt ?? null));
  }
  const frame = tableFrame(t('type.deviations', 'Deviations'), rows, columns);
  return { ...frame, meta: { ...frame.meta, type: DataFrameType.NumericLong, typeVersion: [0, 1] } };
}

function shareColumn(): Column<Row> {
  const steps = [
    { value: -Infinity, color: 'green' },
    { value: 0.05, color: 'dark-yellow' },
    { value: 0.2, color: 'dark-orange' },
    { value: 0.5, color: 'red' },
  ];
  const cellOptions = { type: 'gauge', mode: 'basic', valueDisplayMode: 'text' };
  return scoreColumn('outsideShare', (row) => row.outsideShare, {
    width: 140,
    config: {
      unit: 'percentunit',
      decimals: 0,
      min: 0,
      max: 1,
      color: { mode: 'thresholds' },
      thresholds: { mode: ThresholdsMode.Absolute, steps },
      mappings: [notMeasured()],
      custom: { cellOptions },
    },
  });
}

/** A row without a share has no points, or an alert names it for missing data. */
function notMeasured(): ValueMapping {
  const text = t('deviations.no-data', 'No data');
  return { type: MappingType.SpecialValue, options: { match: SpecialValueMatch.Null, result: { text } } };
}

function worstColumn(): Column<Row> {
  const description = t('metric.editor.deviation-for', 'Distance to the nearest corridor, in main corridor widths');
  return scoreColumn('worst', (row) => row.worst, { width: 100, description, config: { decimals: 1 } });
}
