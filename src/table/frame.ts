import {
  type DataFrame,
  type DataFrameType,
  type DataLink,
  type Field,
  type FieldConfig,
  FieldType,
  type ValueMapping,
} from '@grafana/data';
import { memoize } from 'lodash';
import { t } from '@grafana/i18n';
import { dayAndTimeFormat, durationText, isFar } from '../ground/texts';
import { coloredWords } from './colors';
import { textMapping, wordMappings } from './words';
import { type Named } from '../service/alerts';
import { corridorsLinks, type LinkRowOf, nodeLinks, type RowLink } from './links';
import { type LinkPlace } from './targets';

/** A column of a table: its values, and their look. */
export interface Column<Row> {
  name: string;
  type: FieldType;
  /** An object is a small frame. */
  of: (row: Row) => string | number | boolean | object | null;
  config: FieldConfig;
  /** The look in a table with these values, if it depends on them. */
  configFor?: (values: ReadonlyArray<ReturnType<Column<Row>['of']>>) => FieldConfig;
  /** How a number is formatted if none of Grafana's units fits. */
  textOf?: (value: number) => string;
  /** Columns can share them. */
  links?: ReadonlyArray<RowLink<Row>>;
}

/** The look of a column in addition to its kind. Its heading in Explore is in `editor/columnNames.ts`. */
export interface Look<Row = never> {
  /** Pixels. */
  width?: number;
  /** Not drawn, unless a field override of the panel shows it. */
  hidden?: boolean;
  /** For names and sentences: a narrow column breaks them into lines, if Grafana supports that. */
  wrap?: boolean;
  links?: ReadonlyArray<RowLink<Row>>;
  description?: string;
  config?: FieldConfig;
}

type Of<Row, T> = (row: Row) => T | null;

export function textColumn<Row>(name: string, of: Of<Row, string>, look: Look<Row> = {}): Column<Row> {
  const config = configOf({ width: 150, ...look }, { filterable: true });
  return { name, type: FieldType.string, of, config, links: look.links };
}

/** A word of one of the interface's enumerations, in the user's language. @param words the existing ones */
export function wordColumn<Row>(
  name: string,
  words: readonly string[],
  of: Of<Row, string>,
  look: Look<Row> = {}
): Column<Row> {
  const mappings = wordMappings(words);
  return textColumn(name, of, mappings.length > 0 ? { config: { mappings }, ...look } : look);
}

/** A word of the interface's impacts and severities, in its color. */
export function coloredColumn<Row>(name: string, of: Of<Row, string>, look: Look<Row> = {}): Column<Row> {
  const custom = { filterable: true, cellOptions: { type: 'color-text' } };
  return {
    name,
    type: FieldType.string,
    of,
    config: { ...configOf({ width: 95, ...look }, custom), ...coloredWords() },
  };
}

/** @param of epoch milliseconds. It is wide enough for milliseconds, which Grafana adds if all times are within a minute. */
export function timeColumn<Row>(name: string, of: Of<Row, number>, look: Look<Row> = {}): Column<Row> {
  return { name, type: FieldType.time, of, config: configOf({ width: 185, ...look }), links: look.links };
}

/** A time to the minute, for tables with many columns. If one of its times is far from now, all are shown with their year. */
export function minuteColumn<Row>(name: string, of: Of<Row, number>, now: number, look: Look<Row> = {}): Column<Row> {
  const column = (year: boolean) =>
    timeColumn(name, of, { width: year ? 148 : 112, config: { unit: `time:${dayAndTimeFormat(year)}` }, ...look });
  return { ...column(false), configFor: (values) => column(hasYear(values, now)).config };
}

/** Whether one of these times is shown with its year. */
export function hasYear(times: readonly unknown[], now: number): boolean {
  return times.some((time) => typeof time === 'number' && isFar(time, now));
}

/**
 * A duration as text, `8 d 23 h`. Grafana's own durations have weeks and end after two units, so each value has its own
 * text. The unit is for values that Grafana computes, such as a sum.
 *
 * @param of milliseconds
 */
export function durationColumn<Row>(name: string, of: Of<Row, number>, look: Look<Row> = {}): Column<Row> {
  const config = { ...configOf({ width: 105, ...look }), unit: 'dtdurationms', decimals: 2 };
  return { name, type: FieldType.number, of, config, textOf: (span) => (span === 0 ? '0' : durationText(span)) };
}

export function countColumn<Row>(name: string, of: Of<Row, number>, look: Look<Row> = {}): Column<Row> {
  return { name, type: FieldType.number, of, config: { ...configOf({ width: 110, ...look }), decimals: 0 } };
}

/** A number whose scale the interface does not define: Grafana chooses the decimals by its size. */
export function scoreColumn<Row>(name: string, of: Of<Row, number>, look: Look<Row> = {}): Column<Row> {
  return { name, type: FieldType.number, of, config: configOf({ width: 110, ...look }) };
}

export function flagColumn<Row>(name: string, of: Of<Row, boolean>, look: Look<Row> = {}): Column<Row> {
  return { name, type: FieldType.boolean, of, config: configOf({ width: 80, ...look }) };
}

/** Whether an alert is active, as a word. */
export function activeColumn<Row>(of: Of<Row, boolean>, look: Look<Row> = {}): Column<Row> {
  const words = textMapping([
    ['true', { text: t('tables.active', 'active') }],
    ['false', { text: t('words.ended', 'ended') }],
  ]);
  return flagColumn('active', of, { config: { mappings: [words] }, ...look });
}

function configOf(
  { width, hidden, wrap, description, config }: Look,
  custom: Record<string, unknown> = {}
): FieldConfig {
  return {
    ...config,
    custom: {
      ...custom,
      ...config?.custom,
      ...(width ? { width } : {}),
      ...(hidden ? { hideFrom: { viz: true } } : {}),
      ...(wrap ? { wrapText: true } : {}),
    },
    ...(description ? { description } : {}),
  };
}

/** A table. Even without rows, it has all columns. @param type of Grafana's data plane */
export function tableFrame<Row>(
  name: string,
  rows: readonly Row[],
  columns: ReadonlyArray<Column<Row>>,
  type?: DataFrameType
): DataFrame {
  return {
    name,
    length: rows.length,
    fields: columnFields(rows, columns),
    meta: { preferredVisualisationType: 'table', ...(type && { type, typeVersion: [0, 1] }) },
  };
}

/** The fields of columns. The last ones are hidden, with the addresses of links. */
export function columnFields<Row>(rows: readonly Row[], columns: ReadonlyArray<Column<Row>>): Field[] {
  const addresses = new Map<RowLink<Row>, Field>();
  const fields = columns.map(({ name, type, of, config, configFor, textOf, links = [] }) => {
    const values = rows.map(of);
    const wide = withHeadingWidth(configFor?.(values) ?? config, name);
    const shown = links.flatMap((link, i) => {
      const field = addresses.get(link) ?? addressField(link, `${name}Link${i > 0 ? i + 1 : ''}`, rows);
      addresses.set(link, field);
      return link.onClick || hasAddress(field) ? [dataLink(link, field)] : [];
    });
    const look = textOf ? { ...wide, mappings: [eachText(values, textOf)] } : wide;
    return { name, type, config: shown.length > 0 ? { ...look, links: shown } : look, values };
  });
  return [...fields, ...[...addresses.values()].filter(hasAddress)];
}

function hasAddress({ values }: Field): boolean {
  return values.some((url) => url !== '');
}

function addressField<Row>(link: RowLink<Row>, name: string, rows: readonly Row[]): Field {
  // A panel's text for a missing value is no address.
  const config = { custom: { hideFrom: { viz: true } }, noValue: '' };
  return { name, type: FieldType.string, config, values: rows.map((row) => link.urlOf(row)) };
}

/** Grafana would encode the address again if it were not raw. */
function dataLink<Row>({ title, targetBlank, onClick }: RowLink<Row>, { name }: Field): DataLink {
  const target = targetBlank ? { targetBlank } : {};
  return onClick ? { title, url: '', onClick } : { title, url: `\${__data.fields.${name}:raw}`, ...target };
}

/** A text for every value: Grafana shows it instead of the value, and sorts by the value. */
function eachText(values: readonly unknown[], textOf: (value: number) => string): ValueMapping {
  const numbers = new Set(values.filter((value): value is number => typeof value === 'number'));
  return textMapping([...numbers].map((value) => [value, { text: textOf(value) }]));
}

type MetricColumns<Row> = Record<keyof Named, Column<Row>>;

/**
 * The columns for a row's metric, by name, because each table has its own order. IDs are hidden if all have names, and
 * these tell them apart. The system's ID is only for filters and links.
 *
 * @param rows the table's rows
 * @param metricOf the row's metric, or null if it has none
 * @param linked what links need to know about a row, if that is more than the metric
 */
export function metricColumns<Row>(
  place: LinkPlace,
  rows: readonly Row[],
  metricOf: (row: Row) => Named | null,
  linked: LinkRowOf<Row> = (row) => ({ metric: metricOf(row) })
): MetricColumns<Row> {
  const text = (name: keyof Named, look: Look<Row>) =>
    textColumn<Row>(name, (row) => metricOf(row)?.[name] ?? null, look);
  const metrics = rows.flatMap((row) => metricOf(row) ?? []);
  const named = (name: 'nodeName' | 'metricName', id: 'nodeId' | 'metricId') =>
    metrics.every((metric) => metric[name]) && haveDistinctNames(metrics, id);
  const node = nodeLinks(place, linked);
  const metric = corridorsLinks(place, linked);
  return {
    nodeId: text('nodeId', { width: 90, links: node, hidden: named('nodeName', 'nodeId') }),
    nodeName: text('nodeName', { width: 125, links: node, wrap: true }),
    systemId: text('systemId', { hidden: true }),
    systemName: text('systemName', { width: 105, wrap: true }),
    metricId: text('metricId', { width: 160, links: metric, hidden: named('metricName', 'metricId') }),
    metricName: text('metricName', { width: 165, links: metric, wrap: true }),
  };
}

/** Whether metrics that look alike have the same ID. */
function haveDistinctNames(metrics: readonly Named[], id: 'nodeId' | 'metricId'): boolean {
  const ids = new Map<string, string | null>();
  return metrics.every((metric) => {
    const shown = `${metric.metricName} · ${metric.nodeName}`;
    const known = ids.get(shown);
    ids.set(shown, metric[id]);
    return known === undefined || known === metric[id];
  });
}

/** Grafana's padding of a cell, and the icon of a filter next to a heading. */
const EDGES = 13;
const FILTER = 20;
/** Headings are slightly bolder than the letters below, and some tables have more padding. */
const SPARE = 6;

/** Pixels of narrower and wider letters, in Grafana's font of 14 pixels. */
const WIDTHS: ReadonlyArray<readonly [RegExp, number]> = [
  [/[ijlI]/, 3.5],
  [/[ .,:·]/, 4.2],
  [/[frt()]/, 5.3],
  [/[mwM]/, 12.3],
  [/[%W]/, 13.8],
  [/[A-Z]/, 9.8],
];
const LETTER = 8.4;

/** About the width of a heading or a word in Grafana's table. Each table has the same ones in every answer. */
export const widthOf = memoize((text: string): number =>
  [...text].reduce((sum, one) => sum + (WIDTHS.find(([of]) => of.test(one))?.[1] ?? LETTER), 0)
);

/** Pixels that a column needs for its heading. */
export function headingWidth(heading: string, isFilterable: boolean): number {
  return widthOf(heading) + EDGES + (isFilterable ? FILTER : 0);
}

/** The width of a column that shows one of these words, in any language. */
export function wordsWidth(words: readonly string[]): number {
  return Math.ceil(Math.max(...words.map(widthOf)) + EDGES);
}

/** A column that is at least as wide as its heading, in any language. A column without a width grows anyway. */
export function withHeadingWidth(config: FieldConfig, heading: string): FieldConfig {
  const { width, filterable } = config.custom ?? {};
  const needed = Math.ceil(headingWidth(heading, filterable === true)) + SPARE;
  return typeof width === 'number' && width < needed
    ? { ...config, custom: { ...config.custom, width: needed } }
    : config;
}
