import { type DataFrame, DataFrameType } from '@grafana/data';
import { t } from '@grafana/i18n';
import { upperFirst } from 'lodash';
import { IMPACTS } from '../../facts/order';
import { nullMapping, wordOf } from '../../table/words';
import { type Named } from '../../service/alerts';
import { colorOf } from '../../table/colors';
import {
  coloredColumn,
  type Column,
  countColumn,
  durationColumn,
  flagColumn,
  tableFrame,
  textColumn,
  timeColumn,
} from '../../table/frame';
import { corridorsLinks, metricAlertsLinks, nodeLinks, type RowLink } from '../../table/links';
import { type LinkPlace } from '../../table/targets';
import { type DayRow, type Figures, type GroupBy, type MetricGroup, type ReportRow } from './rows';

/** @param isComplete all its alerts and their metrics are known */
export function reportTable(by: GroupBy, rows: readonly ReportRow[], place: LinkPlace, isComplete = true): DataFrame {
  const columns = by === 'impact' ? impactColumns() : groupColumns(by, place, isComplete);
  return numeric(tableFrame(t('type.alert-report', 'Alert report'), rows, columns));
}

/** The rows by day, with the parts of a day's time under alert for stacked bars. */
export function dayTable(rows: readonly DayRow[]): DataFrame {
  const day = timeColumn<DayRow>('day', (row) => row.day, {
    width: 150,
    heading: t('label.day', 'Day'),
    config: { unit: 'time:ddd YYYY-MM-DD' },
  });
  const ofImpact = IMPACTS.map((impact) =>
    durationColumn<DayRow>(impact, ({ byImpact }) => byImpact[impact], {
      width: 95,
      heading: upperFirst(wordOf(impact)),
      config: { color: { mode: 'fixed', fixedColor: colorOf(impact) } },
    })
  );
  const partial = flagColumn<DayRow>('partial', (row) => row.partial, { heading: t('column.partial', 'Partial') });
  const frame = tableFrame(t('type.alert-report', 'Alert report'), rows, [
    day,
    ...figureColumns<DayRow>(),
    ...ofImpact,
    partial,
  ]);
  return typed(frame, DataFrameType.TimeSeriesWide);
}

export function numeric(frame: DataFrame): DataFrame {
  return typed(frame, DataFrameType.NumericLong);
}

function typed(frame: DataFrame, type: DataFrameType): DataFrame {
  return { ...frame, meta: { ...frame.meta, type, typeVersion: [0, 1] } };
}

function impactColumns(): Array<Column<ReportRow>> {
  const impact = coloredColumn<ReportRow>('impact', ({ name }) => name);
  return [withNone(impact, t('option.none', 'none')), ...figureColumns<ReportRow>()];
}

const IDS = { system: 'systemId', node: 'nodeId', metric: 'metricId', series: 'metricId' } as const;

function groupColumns(by: MetricGroup, place: LinkPlace, isComplete: boolean): Array<Column<ReportRow>> {
  const linked = (row: ReportRow) => ({ metric: namedOf(by, row) });
  const node = nodeLinks(place, linked);
  const metric = metricAlertsLinks(place, linked);
  const nodeColumn = (name: string, part: 'name' | 'id') =>
    textColumn<ReportRow>(name, (row) => row.node?.[part] ?? null, { width: 120, wrap: true, links: node });
  return [
    keyColumn(by, { node, metric, series: corridorsLinks(place, linked), system: [] }[by]),
    ...(by === 'series' ? [nodeColumn('node', 'name')] : []),
    ...figureColumns<ReportRow>(),
    ...(by === 'series' ? [nodeColumn('nodeId', 'id')] : []),
    textColumn(IDS[by], ({ id }) => id, { width: 120, links: { node, metric, series: metric, system: undefined }[by] }),
    // An alert that is missing, or whose metrics are unknown, may belong to any row.
    flagColumn('complete', () => isComplete),
  ];
}

function keyColumn(by: MetricGroup, links: Array<RowLink<ReportRow>>): Column<ReportRow> {
  const nameOf = ({ name, isUnknown }: ReportRow) => (isUnknown ? t('report.unknown', 'metrics unknown') : name);
  const column = textColumn(by === 'series' ? 'metric' : by, nameOf, { width: 180, wrap: true, links });
  return by === 'system' ? withNone(column, t('report.no-system', 'no system')) : column;
}

/** What a link needs to know about a row. */
function namedOf(by: MetricGroup, { id, node, plain }: ReportRow): Partial<Named> {
  return by === 'node'
    ? { nodeId: id, nodeName: plain?.name }
    : { metricId: id, metricName: plain?.name, nodeId: node?.id, nodeName: plain?.node };
}

function figureColumns<Row extends Figures>(): Array<Column<Row>> {
  return [
    countColumn('alerts', ({ alerts }) => alerts, { width: 70 }),
    durationColumn('activeTime', (row) => row.activeTime, {
      description: t('report.active-time', 'Time that alerts were active; overlapping alerts are added up'),
    }),
    durationColumn('longest', (row) => row.longest, { heading: t('column.longest', 'Longest') }),
    durationColumn('median', (row) => row.median, { heading: t('column.median', 'Median') }),
  ];
}

/** The column with a text instead of missing values. */
function withNone(column: Column<ReportRow>, text: string): Column<ReportRow> {
  const { mappings = [] } = column.config;
  return { ...column, config: { ...column.config, mappings: [...mappings, nullMapping({ text })] } };
}
