import { type Named } from '../answer/named';
import { type Column, textColumn } from './frame';
import { corridorsLink, type LinkPlace, nodeAlertsLink, type SpanOf } from './links';

type MetricColumns<Row> = Record<keyof Named, Column<Row>>;

/**
 * The columns that say which metric a row is about, by name: each table has its own order. Ids are hidden where every one
 * of them has a name; the system's only serves filters and links.
 *
 * @param rows those of the table
 * @param metricOf the row's metric, or null where it has none
 * @param spanOf the time that the corridors of the row's metric are to be seen over
 */
export function metricColumns<Row>(
  place: LinkPlace,
  rows: readonly Row[],
  metricOf: (row: Row) => Named | null,
  spanOf: SpanOf
): MetricColumns<Row> {
  const text = (name: keyof Named, look: Parameters<typeof textColumn>[2]) =>
    textColumn<Row>(name, (row) => metricOf(row)?.[name] ?? null, look);
  const named = (name: 'nodeName' | 'metricName') =>
    rows.length > 0 && rows.every((row) => Boolean((metricOf(row) ?? { [name]: 'none' })[name]));
  const node = [nodeAlertsLink(place, 'nodeId')];
  const metric = [corridorsLink(place, spanOf)];
  return {
    nodeId: text('nodeId', { width: 90, links: node, hidden: named('nodeName') }),
    nodeName: text('nodeName', { width: 125, links: node, wrap: true }),
    systemId: text('systemId', { hidden: true }),
    systemName: text('systemName', { width: 105, wrap: true }),
    metricId: text('metricId', { width: 160, links: metric, hidden: named('metricName') }),
    metricName: text('metricName', { width: 165, links: metric, wrap: true }),
  };
}
