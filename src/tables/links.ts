import { type Span } from '../time/spans';
import { CoreApp, type DataLink, type DataLinkClickEvent, type TimeRange } from '@grafana/data';
import { t } from '@grafana/i18n';
import { pickBy } from 'lodash';
import { type Named } from '../service/alerts';
import { type AnomalyQuery } from '../query/query';
import { type Context, type Request } from '../answer/runner';

/** Where links lead: the same data source, and the same range where a link has none of its own. */
export interface LinkPlace {
  dataSource: Context['dataSource'];
  range: TimeRange;
  /** Epoch milliseconds; no margin reaches beyond it. */
  now: number;
  /** A dashboard has links of its own to the dashboards; Explore has none. */
  inExplore?: boolean;
}

/** Margin on either side of an alert's time: a quarter of it, and never less than this, in milliseconds. */
const LEAST_MARGIN = 30 * 60_000;

export function linkPlace(request: Request, { dataSource, now }: Context): LinkPlace {
  return { dataSource, range: request.range, now: now(), inExplore: request.app === CoreApp.Explore };
}

/** A time of a row's own; `open` where it continues. */
export interface RowSpan extends Span {
  open?: boolean;
}

/** Gives the time of a row by its fields; null where it has none, and the range is kept. */
export type SpanOf = (field: (name: string) => string) => RowSpan | null;

/** Opens the events of the alert that the field `field` of the row names, over the alert's own time with a margin. */
export function alertEventsLink(place: LinkPlace, field: string, spanOf: SpanOf): DataLink {
  return rowLink(t('links.alert-events', 'Events of this alert'), place, spanOf, (of) => ({
    queryType: 'alertEvents',
    alertId: of(field),
    changes: true,
  }));
}

/** Ways on from an alert: to its events, and from Explore to the Alert dashboard that ships with the plugin. */
export function alertLinks(place: LinkPlace, field: string, spanOf: SpanOf): DataLink[] {
  const events = alertEventsLink(place, field, spanOf);
  const build = ({ replaceVariables }: DataLinkClickEvent): string => {
    const of = (name: string) => replaceVariables?.(fieldOf(name)) ?? '';
    return alertDashboardUrl(place, of(field), spanOf(of));
  };
  const dashboard = { title: t('links.alert-dashboard', 'Alert dashboard'), url: '', onBuildUrl: build };
  return place.inExplore ? [events, dashboard] : [events];
}

/** Opens the alerts of the node that the cell names, or that the field `field` of the row does. */
export function nodeAlertsLink(place: LinkPlace, field?: string): DataLink {
  return exploreLink(t('links.node-alerts', 'Alerts of this node'), place, {
    queryType: 'alertSearch',
    nodeId: valueOf(field),
  });
}

/** Opens the alerts of the metric, on whichever node, that the cell names, or that the field `field` of the row does. */
export function metricAlertsLink(place: LinkPlace, field?: string): DataLink {
  return exploreLink(t('links.metric-alerts', 'Alerts of this metric'), place, {
    queryType: 'alertSearch',
    metricId: valueOf(field),
  });
}

/** Opens the updates of the anomaly that the cell names. */
export function anomalyUpdatesLink(place: LinkPlace): DataLink {
  return exploreLink(t('anomalies.editor.alert', 'All updates of an anomaly'), place, {
    queryType: 'anomalies',
    scope: 'alert',
    alertId: valueOf(),
  });
}

/** Opens the update of the anomaly that the cell names. */
export function anomalyUpdateLink(place: LinkPlace): DataLink {
  return exploreLink(t('anomalies.editor.one-update', 'Single update'), place, {
    queryType: 'anomalies',
    scope: 'update',
    alertId: valueOf('id'),
    updateId: valueOf(),
    withMetrics: true,
  });
}

/** Opens the corridors of the row's metric (fields `nodeId` and `metricId`) over a time of the row's own, with a margin. */
export function corridorsLink(place: LinkPlace, spanOf: SpanOf): DataLink {
  return rowLink(corridorsTitle(), place, spanOf, (of) => {
    const known = (name: string) => {
      const value = of(name);
      return value === 'null' || value === fieldOf(name) ? null : value;
    };
    return corridorsQuery({
      nodeId: of('nodeId'),
      metricId: of('metricId'),
      nodeName: known('nodeName'),
      metricName: known('metricName'),
      systemName: known('systemName'),
    });
  });
}

/** Opens a metric in its corridors from a value over time: `at` gives the metric and its span by the time of the value. */
export function valueCorridorsLink(
  place: LinkPlace,
  at: (time: number) => { metric: ShownMetric; span: Span }
): DataLink {
  const build = ({ replaceVariables }: DataLinkClickEvent): string => {
    const { metric, span } = at(Number(replaceVariables?.('${__value.time}') || NaN));
    const hasTime = Number.isFinite(span.from) && Number.isFinite(span.to);
    return exploreUrl(place, corridorsQuery(metric), hasTime ? withMargin(span, place.now) : undefined);
  };
  return { title: corridorsTitle(), url: '', onBuildUrl: build };
}

/** A metric by its ids, and the names that are known of it. */
type ShownMetric = Omit<Named, 'systemId'>;

/** A metric in its corridors. Names that are not known are left out: links are read, and sent around. */
export function corridorsQuery({ nodeId, metricId, ...names }: ShownMetric): Partial<AnomalyQuery> {
  const { nodeName, metricName, systemName } = names;
  return { queryType: 'metric', nodeId, metricId, ...pickBy({ nodeName, metricName, systemName }) };
}

function corridorsTitle(): string {
  return t('links.corridors', 'This metric in its corridors');
}

/** A link that Grafana builds itself can only keep the range, so this one is a URL of Explore. */
function rowLink(
  title: string,
  place: LinkPlace,
  spanOf: SpanOf,
  queryOf: (field: (name: string) => string) => Partial<AnomalyQuery>
): DataLink {
  const build = ({ replaceVariables }: DataLinkClickEvent): string => {
    const field = (name: string) => replaceVariables?.(fieldOf(name)) ?? '';
    const span = spanOf(field);
    return exploreUrl(place, queryOf(field), span ? { ...withMargin(span, place.now), open: span.open } : undefined);
  };
  return { title, url: '', onBuildUrl: build };
}

/**
 * The Alert dashboard that ships with the plugin, at an alert and over its time with a margin; of one that is still active
 * up to now, so that it continues. Without Grafana's base path.
 *
 * @param span null: the place's own range
 */
export function alertDashboardUrl(place: LinkPlace, alertId: string, span: RowSpan | null): string {
  return dashboardUrl('alert', {
    'var-datasource': place.dataSource.uid,
    'var-alert': alertId,
    ...rangeText(place, span ? { ...withMargin(span, place.now), open: span.open } : undefined),
  });
}

/** @param name of a dashboard that ships with the plugin, as in `src/dashboards` */
export function dashboardUrl(name: string, parameters: Record<string, string>): string {
  const query = Object.entries(parameters).map(([key, value]) => `${key}=${encodeURIComponent(value)}`);
  return `/d/anomaly-monitoring-${name}/anomaly-${name}?${query.join('&')}`;
}

export function withMargin({ from, to }: Span, now: number): Span {
  const margin = Math.max(LEAST_MARGIN, (to - from) / 4);
  return { from: Math.round(from - margin), to: Math.round(Math.min(to + margin, Math.max(to, now))) };
}

/** A view of Explore, without Grafana's base path: Grafana puts it before the URL of a data link. */
export function exploreUrl(place: LinkPlace, query: Partial<AnomalyQuery>, span?: RowSpan): string {
  const { uid, type } = place.dataSource;
  const panes = {
    link: {
      datasource: uid,
      queries: [{ refId: 'A', datasource: { uid, type }, ...query }],
      range: rangeText(place, span),
    },
  };
  return `/explore?schemaVersion=1&panes=${encodeURIComponent(JSON.stringify(panes))}`;
}

function rangeText({ range }: LinkPlace, span?: RowSpan): { from: string; to: string } {
  return span ? { from: String(span.from), to: span.open ? 'now' : String(span.to) } : rawRange(range);
}

function rawRange({ raw: { from, to } }: TimeRange) {
  const text = (moment: typeof from) => (typeof moment === 'string' ? moment : String(moment.valueOf()));
  return { from: text(from), to: text(to) };
}

function exploreLink(title: string, { dataSource, range }: LinkPlace, query: Partial<AnomalyQuery>): DataLink {
  const { uid, name, type } = dataSource;
  return {
    title,
    url: '',
    internal: {
      datasourceUid: uid,
      datasourceName: name,
      range,
      query: { refId: 'A', datasource: { uid, type }, ...query },
    },
  };
}

function valueOf(field?: string): string {
  return field === undefined ? '${__value.raw}' : fieldOf(field);
}

function fieldOf(name: string): string {
  return `\${__data.fields.${name}}`;
}
