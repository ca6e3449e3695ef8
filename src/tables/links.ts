import { CoreApp, type DataLink, type DataLinkClickEvent } from '@grafana/data';
import { t } from '@grafana/i18n';
import { type Lasting, spanOf } from '../alertbook/span';
import { type Context, type Request } from '../answer/runner';
import { readLinks } from '../linkSettings';
import { type AnomalyQuery } from '../query/query';
import { type Span } from '../time/spans';
import { isShipped } from './access';
import { type Fields, fieldsOf, type LinkRows } from './linkRows';
import { ownLinks, ownValueLinks } from './ownLinks';
import {
  alertsView,
  alertView,
  corridorsView,
  type LinkPlace,
  type RowSpan,
  type ShownMetric,
  type Subject,
  type Target,
  targetsOf,
  urlOf,
  type View,
} from './targets';

export { type LinkPlace, type RowSpan, withMargin } from './targets';

export function linkPlace(request: Request, { dataSource, now, settings }: Context): LinkPlace {
  const { range, app, dashboardUID } = request;
  return {
    dataSource,
    range,
    now: now(),
    onShipped: isShipped(dashboardUID),
    inExplore: app === CoreApp.Explore,
    links: readLinks(settings.stored.links),
  };
}

/** The duration of an alert, or null if it has no start. @param isPast `now` is a past moment */
export function rowSpan(alert: Lasting | undefined, now: number, isPast = false): RowSpan | null {
  if (!alert || alert.firstSeenAt === null) {
    return null;
  }
  const { to, isOpen } = spanOf(alert, now);
  return { from: alert.firstSeenAt, to: Math.max(to ?? now, alert.firstSeenAt), open: isOpen && !isPast };
}

interface RowLink {
  titleOf: (target: Target) => string;
  /** Null if the row lacks what the link needs. */
  viewOf: (field: Fields) => View | null;
  /** For the row's own time. Without it, the range is kept. */
  rows?: LinkRows;
}

/** A link on a row, with an address from the row's fields. Grafana's own links to Explore can only keep the range. */
function rowLink(target: Target, place: LinkPlace, { titleOf, viewOf, rows }: RowLink): DataLink {
  const build = ({ replaceVariables }: DataLinkClickEvent) => {
    const field = fieldsOf(replaceVariables);
    const view = viewOf(field);
    // Tables omit links without an address.
    return view ? urlOf(target, view, place, rows?.find(field)?.span ?? null) : '';
  };
  return { title: titleOf(target), url: '', onBuildUrl: build };
}

/** The best link that the user may open. */
function bestLink(subject: Subject, place: LinkPlace, link: RowLink): DataLink[] {
  return targetsOf(subject, place)
    .slice(0, 1)
    .map((target) => rowLink(target, place, link));
}

/**
 * Links from the alert in the row's field `field`, over the alert's own time with a margin.
 *
 * @param all every link, not only the best one: Explore itself has no links to the dashboards
 */
export function alertLinks(place: LinkPlace, field: string, rows: LinkRows, all = place.inExplore): DataLink[] {
  const viewOf = (of: Fields) => (of(field) ? alertView(of(field)) : null);
  const targets = targetsOf('alert', place);
  const links = (all ? targets : targets.slice(0, 1)).map((target) =>
    rowLink(target, place, { titleOf: alertLinkTitle, viewOf, rows })
  );
  return [...links, ...ownLinks('alert', place, rows)];
}

export function alertLinkTitle(target: Target): string {
  return target === 'explore'
    ? t('links.alert-events', 'Events of this alert')
    : t('links.alert-dashboard', 'Alert dashboard');
}

/** Opens the alerts of the row's node. */
export function nodeLinks(place: LinkPlace, rows: LinkRows): DataLink[] {
  return [
    ...alertsLinks('node', t('links.node-alerts', 'Alerts of this node'), place, rows),
    ...ownLinks('node', place, rows),
  ];
}

/** Opens the alerts of the row's metric, on any node. */
export function metricAlertsLinks(place: LinkPlace, rows: LinkRows): DataLink[] {
  return [
    ...alertsLinks('metric', t('links.metric-alerts', 'Alerts of this metric'), place, rows),
    ...ownLinks('metric', place, rows),
  ];
}

function alertsLinks(what: 'node' | 'metric', title: string, place: LinkPlace, rows: LinkRows): DataLink[] {
  const viewOf = (of: Fields) => {
    const id = of(`${what}Id`);
    return id ? alertsView(what, id, rows.find(of)?.metric?.[`${what}Name`] ?? '') : null;
  };
  return bestLink('alerts', place, { titleOf: () => title, viewOf });
}

/** Opens the updates of the row's anomaly. */
export function anomalyUpdatesLinks(place: LinkPlace, rows: LinkRows): DataLink[] {
  const title = t('anomalies.editor.alert', 'All updates of an anomaly');
  return [...anomalyLinks(place, title, () => ({ scope: 'alert' })), ...ownLinks('alert', place, rows)];
}

/** Opens the row's update of an anomaly. */
export function anomalyUpdateLinks(place: LinkPlace): DataLink[] {
  const title = t('anomalies.editor.one-update', 'Single update');
  return anomalyLinks(place, title, (of) => ({ scope: 'update', updateId: of('updateId'), withMetrics: true }));
}

function anomalyLinks(place: LinkPlace, title: string, more: (field: Fields) => Partial<AnomalyQuery>): DataLink[] {
  const titleOf = (target: Target) => (target === 'explore' ? title : alertLinkTitle(target));
  const viewOf = (of: Fields): View | null => {
    const { variables } = alertView(of('id'));
    return of('id') ? { variables, query: { queryType: 'anomalies', alertId: of('id'), ...more(of) } } : null;
  };
  return bestLink('anomaly', place, { titleOf, viewOf });
}

/** Opens the corridors of the row's metric (fields `nodeId` and `metricId`) over the row's own time, with a margin. */
export function corridorsLinks(place: LinkPlace, rows: LinkRows): DataLink[] {
  const viewOf = (of: Fields) => {
    const [nodeId, metricId] = [of('nodeId'), of('metricId')];
    // A table may show the names with IDs, or in other columns.
    const { nodeName = null, metricName = null, systemName = null } = rows.find(of)?.metric ?? {};
    return nodeId && metricId ? corridorsView({ nodeId, metricId, nodeName, metricName, systemName }) : null;
  };
  return [...bestLink('metric', place, { titleOf: corridorsTitle, viewOf, rows }), ...ownLinks('metric', place, rows)];
}

/** A metric with a value, and the time of that value. */
interface Valued {
  metric: ShownMetric;
  span: Span;
}

/**
 * Opens a metric in its corridors from a value over time.
 *
 * @param metrics the metrics that may have the value
 * @param at returns the metric and its span for the time of the value
 */
export type ValueLinks = (metrics: readonly ShownMetric[], at: (time: number) => Valued) => DataLink[];

/** Links on values, for all fields of a frame. */
export function valueLinks(place: LinkPlace): ValueLinks {
  const ways = targetsOf('metric', place)
    .slice(0, 1)
    .map((target) => ({ target, title: corridorsTitle() }));
  return (metrics, at) => {
    const timed = (time: number) => {
      const { metric, span } = at(time);
      return { metric, span: Number.isFinite(span.from) && Number.isFinite(span.to) ? span : null };
    };
    return [
      ...ways.map(({ target, title }): DataLink => {
        const build = ({ replaceVariables }: DataLinkClickEvent): string => {
          const { metric, span } = timed(Number(replaceVariables?.('${__value.time}') || NaN));
          return metric.nodeId && metric.metricId ? urlOf(target, corridorsView(metric), place, span) : '';
        };
        return { title, url: '', onBuildUrl: build };
      }),
      ...ownValueLinks(place, metrics, timed),
    ];
  };
}

function corridorsTitle(): string {
  return t('links.corridors', 'This metric in its corridors');
}
