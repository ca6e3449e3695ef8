import { type Span } from '../time/spans';
import { CoreApp, type DataLink, type DataLinkClickEvent, type TimeRange } from '@grafana/data';
import { t } from '@grafana/i18n';
import { pickBy } from 'lodash';
import { type Lasting, spanOf } from '../alertbook/span';
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

/** The time that an alert lasted, or null where it has no start. @param isPast `now` is a moment that is over */
export function rowSpan(alert: Lasting | undefined, now: number, isPast = false): RowSpan | null {
  if (!alert || alert.firstSeenAt === null) {
    return null;
  }
  const { to, isOpen } = spanOf(alert, now);
  return { from: alert.firstSeenAt, to: Math.max(to ?? now, alert.firstSeenAt), open: isOpen && !isPast };
}

/** The fields of a row, as texts, by name. */
type Fields = (name: string) => string;

/** Gives the time of a row by its fields; null where it has none, and the range is kept. */
export type SpanOf = (field: Fields) => RowSpan | null;

/** A link of a row, whose query is made from the row's fields. Grafana's own links into Explore can only keep the range. */
function rowLink(
  title: string,
  place: LinkPlace,
  queryOf: (field: Fields) => Partial<AnomalyQuery>,
  spanOf: SpanOf = () => null
): DataLink {
  return builtLink(title, (field) => {
    const span = spanOf(field);
    return exploreUrl(place, queryOf(field), span ? { ...withMargin(span, place.now), open: span.open } : undefined);
  });
}

function builtLink(title: string, urlOf: (field: Fields) => string): DataLink {
  const build = ({ replaceVariables }: DataLinkClickEvent) => urlOf((name) => replaceVariables?.(fieldOf(name)) ?? '');
  return { title, url: '', onBuildUrl: build };
}

/** Opens the events of the alert that the field `field` of the row names, over the alert's own time with a margin. */
export function alertEventsLink(place: LinkPlace, field: string, spanOf: SpanOf): DataLink {
  const queryOf = (of: Fields) => ({ queryType: 'alertEvents', alertId: of(field), changes: true });
  return rowLink(t('links.alert-events', 'Events of this alert'), place, queryOf, spanOf);
}

/** Ways on from an alert: to its events, and from Explore to the Alert dashboard that ships with the plugin. */
export function alertLinks(place: LinkPlace, field: string, spanOf: SpanOf): DataLink[] {
  const events = alertEventsLink(place, field, spanOf);
  const dashboard = builtLink(t('links.alert-dashboard', 'Alert dashboard'), (of) =>
    alertDashboardUrl(place, of(field), spanOf(of))
  );
  return place.inExplore ? [events, dashboard] : [events];
}

/** Opens the alerts of the row's node. */
export function nodeAlertsLink(place: LinkPlace): DataLink {
  return rowLink(t('links.node-alerts', 'Alerts of this node'), place, (of) => ({
    queryType: 'alertSearch',
    nodeId: of('nodeId'),
  }));
}

/** Opens the alerts of the row's metric, on whichever node. */
export function metricAlertsLink(place: LinkPlace): DataLink {
  return rowLink(t('links.metric-alerts', 'Alerts of this metric'), place, (of) => ({
    queryType: 'alertSearch',
    metricId: of('metricId'),
  }));
}

/** Opens the updates of the row's anomaly. */
export function anomalyUpdatesLink(place: LinkPlace): DataLink {
  return rowLink(t('anomalies.editor.alert', 'All updates of an anomaly'), place, (of) => ({
    queryType: 'anomalies',
    scope: 'alert',
    alertId: of('id'),
  }));
}

/** Opens the row's update of an anomaly. */
export function anomalyUpdateLink(place: LinkPlace): DataLink {
  return rowLink(t('anomalies.editor.one-update', 'Single update'), place, (of) => ({
    queryType: 'anomalies',
    scope: 'update',
    alertId: of('id'),
    updateId: of('updateId'),
    withMetrics: true,
  }));
}

/** Opens the corridors of the row's metric (fields `nodeId` and `metricId`) over a time of the row's own, with a margin. */
export function corridorsLink(place: LinkPlace, spanOf: SpanOf): DataLink {
  const queryOf = (of: Fields) => {
    // Grafana leaves the name of a field that the table does not have.
    const known = (name: string) => (['null', fieldOf(name)].includes(of(name)) ? null : of(name));
    return corridorsQuery({
      nodeId: of('nodeId'),
      metricId: of('metricId'),
      nodeName: known('nodeName'),
      metricName: known('metricName'),
      systemName: known('systemName'),
    });
  };
  return rowLink(corridorsTitle(), place, queryOf, spanOf);
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

/**
 * The Alert dashboard that ships with the plugin, at an alert and over its time with a margin; of one that is still active
 * up to now, so that it continues. Without Grafana's base path.
 *
 * @param span null: the place's own range
 */
export function alertDashboardUrl(place: LinkPlace, alertId: string, span: RowSpan | null): string {
  const { from, to } = rangeText(place, span ? { ...withMargin(span, place.now), open: span.open } : undefined);
  const parameters = { 'var-datasource': place.dataSource.uid, 'var-alert': alertId, from, to };
  const query = Object.entries(parameters).map(([key, value]) => `${key}=${encodeURIComponent(value)}`);
  return `/d/anomaly-monitoring-alert/anomaly-alert?${query.join('&')}`;
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

function fieldOf(name: string): string {
  return `\${__data.fields.${name}}`;
}
