import { type DataFrame, DataFrameType, type DataLink, formattedValueToString, getValueFormat } from '@grafana/data';
import { t } from '@grafana/i18n';
import { nullMapping } from '../answer/nullMapping';
import { upperFirst } from 'lodash';
import { type Named } from '../service/alerts';
import {
  coloredColumn,
  type Column,
  countColumn,
  durationColumn,
  flagColumn,
  type Look,
  scoreColumn,
  tableFrame,
  textColumn,
  timeColumn,
  valueTexts,
} from '../tables/frame';
import { type LinkRows, linkRows } from '../tables/linkRows';
import { corridorsLinks, metricAlertsLinks, nodeLinks } from '../tables/links';
import { type LinkPlace } from '../tables/targets';
import { IMPACTS } from '../alertbook/order';
import { colorOf } from '../tables/colors';
import { mappedColumn } from '../tables/states';
import { wordOf } from '../tables/words';
import { type By } from './models';
import { type QualityFigure, type QualityRow } from './quality';
import { type ReportRow } from './rows';

type RowsBy = Exclude<By, 'quality' | 'summary'>;

/** One row per figure. Each number has the text of its unit. */
export function qualityTable(rows: readonly QualityRow[]): DataFrame {
  const columns: Array<Column<QualityRow>> = [
    mappedColumn('figure', ({ figure }) => figure, figureNames(), { heading: t('column.figure', 'Figure') }),
    figureColumn('value', rows),
    figureColumn('before', rows),
    changeColumn(),
    flagColumn('complete', ({ complete }) => complete),
  ];
  return typed(tableFrame(t('report.quality', 'Quality of alerting'), rows, columns), DataFrameType.NumericLong);
}

/** A number that two figures format differently has no text, and is shown unchanged. */
function figureColumn(name: 'value' | 'before', rows: readonly QualityRow[]): Column<QualityRow> {
  const texts = rows.flatMap(({ figure, [name]: value }) =>
    value === null ? [] : [[value, figureText(figure, value)] as const]
  );
  const isClear = ([value, text]: readonly [number, string]) =>
    texts.every(([other, another]) => other !== value || another === text);
  return scoreColumn(name, (row) => row[name], { config: { mappings: [valueTexts(texts.filter(isClear))] } });
}

function figureText(figure: QualityFigure, value: number): string {
  const isShare = figure === 'topTen';
  const decimals = isShare || Number.isInteger(value) ? 0 : 1;
  return formattedValueToString(getValueFormat(isShare ? 'percentunit' : 'none')(value, decimals));
}

function figureNames(): Record<QualityFigure, string> {
  return {
    alerts: t('report.began', 'Alerts that began'),
    perDay: t('report.per-day', 'Alerts per day'),
    busiest: t('report.busiest', 'Most alerts in 10 min'),
    chattering: t('report.chattering', 'Chattering (3 in 1 h)'),
    fleeting: t('report.fleeting', 'Fleeting (< 5 min)'),
    standing: t('report.standing', 'Standing (> 24 h)'),
    topTen: t('report.top-ten', 'Joins of top 10 metrics'),
  };
}

/** Frames of `alertReport`. @param isComplete all its alerts and their histories are known */
export function reportTable(by: RowsBy, rows: readonly ReportRow[], place: LinkPlace, isComplete = true): DataFrame {
  const linked = linkRows(() => rows.map((row) => ({ metric: namedOf(by, row) })));
  const columns = [
    ...keyColumns(by, place, linked),
    ...figureColumns(by === 'day'),
    ...(by === 'day' ? impactColumns() : []),
    ...idColumns(by, place, linked, isComplete),
  ];
  const frame = tableFrame(t('type.alert-report', 'Alert report'), rows, columns);
  return typed(frame, by === 'day' ? DataFrameType.TimeSeriesWide : DataFrameType.NumericLong);
}

export function typed(frame: DataFrame, type: DataFrameType): DataFrame {
  return { ...frame, meta: { ...frame.meta, type, typeVersion: [0, 1] } };
}

function keyColumns(by: RowsBy, place: LinkPlace, linked: LinkRows): Array<Column<ReportRow>> {
  return by === 'series'
    ? [metricColumn(corridorsLinks(place, linked)), nodeColumn('node', 'name', nodeLinks(place, linked))]
    : [keyColumn(by, place, linked)];
}

function nodeColumn(name: string, part: 'name' | 'id', links: DataLink[]): Column<ReportRow> {
  return textColumn(name, ({ node }) => node?.[part] ?? null, { width: 120, wrap: true, links });
}

/** The parts of a day's time under alert, for stacked bars. */
function impactColumns(): Array<Column<ReportRow>> {
  return IMPACTS.map((impact) =>
    durationColumn(impact, ({ byImpact }) => byImpact?.[impact] ?? null, {
      width: 95,
      heading: upperFirst(wordOf(impact)),
      config: { color: { mode: 'fixed', fixedColor: colorOf(impact) } },
    })
  );
}

function keyColumn(by: Exclude<RowsBy, 'series'>, place: LinkPlace, linked: LinkRows): Column<ReportRow> {
  const width = 180;
  switch (by) {
    case 'impact':
      return withNone(
        coloredColumn('impact', ({ name }) => name),
        t('option.none', 'none')
      );
    case 'day':
      return timeColumn('day', ({ day }) => day, {
        width: 150,
        heading: t('label.day', 'Day'),
        config: { unit: 'time:ddd YYYY-MM-DD' },
      });
    case 'system':
      return withNone(textColumn('system', nameOf, { width, wrap: true }), t('report.no-system', 'no system'));
    case 'node':
      return textColumn('node', nameOf, { width, wrap: true, links: nodeLinks(place, linked) });
    case 'metric':
      return metricColumn(metricAlertsLinks(place, linked));
  }
}

function metricColumn(links: DataLink[]): Column<ReportRow> {
  return textColumn('metric', nameOf, { width: 180, wrap: true, links });
}

function nameOf({ name, isUnknown }: ReportRow): string | null {
  return isUnknown ? t('report.unknown', 'metrics unknown') : name;
}

/** @param isOfDays whose rows have no previous period */
function figureColumns(isOfDays: boolean): Array<Column<ReportRow>> {
  return [
    countColumn('alerts', ({ alerts }) => alerts, { width: 70 }),
    durationColumn('activeTime', (row) => row.activeTime, {
      description: t('report.active-time', 'Time that alerts were active; overlapping alerts are added up'),
    }),
    durationColumn('longest', (row) => row.longest, { heading: t('column.longest', 'Longest') }),
    durationColumn('median', (row) => row.median, { heading: t('column.median', 'Median') }),
    countColumn('repeats', ({ repeats }) => repeats, {
      width: 80,
      heading: t('column.repeats', 'Repeats'),
      description: t('report.repeats', 'Alerts that returned within an hour'),
    }),
    countColumn('alertsBefore', (row) => row.alertsBefore, { width: 105, hidden: isOfDays }),
    durationColumn('activeTimeBefore', (row) => row.activeTimeBefore, { hidden: isOfDays }),
    changeColumn({
      description: t('report.change', 'Time under alert compared with the previous period; below 0 is better'),
      hidden: isOfDays,
    }),
  ];
}

function changeColumn<Row extends { change: number | null }>(look: Look = {}): Column<Row> {
  const config = { unit: 'percentunit', decimals: 0 };
  const percent = getValueFormat(config.unit);
  const textOf = (change: number) => `${change > 0 ? '+' : ''}${formattedValueToString(percent(change, 0))}`;
  return { ...scoreColumn<Row>('change', (row) => row.change, { width: 95, config, ...look }), textOf };
}

/** What a link needs to know about a row. */
function namedOf(by: RowsBy, { id, node, plain }: ReportRow): Partial<Named> {
  return by === 'node'
    ? { nodeId: id, nodeName: plain?.name }
    : { metricId: id, metricName: plain?.name, nodeId: node?.id, nodeName: plain?.node };
}

const IDS = { system: 'systemId', node: 'nodeId', metric: 'metricId', series: 'metricId' } as const;

function idColumns(by: RowsBy, place: LinkPlace, linked: LinkRows, isComplete: boolean): Array<Column<ReportRow>> {
  if (by === 'impact' || by === 'day') {
    return [];
  }
  const metric = metricAlertsLinks(place, linked);
  const links = { node: nodeLinks(place, linked), metric, series: metric, system: undefined }[by];
  return [
    ...(by === 'series' ? [nodeColumn('nodeId', 'id', nodeLinks(place, linked))] : []),
    textColumn(IDS[by], ({ id }) => id, { width: 120, links }),
    // An alert that is missing, or whose history is unknown, may belong to any row.
    flagColumn('complete', () => isComplete),
  ];
}

/** The column with a text instead of missing values. */
function withNone(column: Column<ReportRow>, text: string): Column<ReportRow> {
  const { mappings = [] } = column.config;
  return { ...column, config: { ...column.config, mappings: [...mappings, nullMapping({ text })] } };
}
