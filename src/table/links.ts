import { CoreApp, type DataLink } from '@grafana/data';
import { config } from '@grafana/runtime';
import { t } from '@grafana/i18n';
import { groupBy, identity, mapValues } from 'lodash';
import { type Courses } from '../facts/courses';
import { type Lasting, lastingOf, spanOf } from '../facts/history';
import { momentOfEnd, rangeOf, type Span } from '../ground/spans';
import { type Context, type Request } from './runner';
import { fillIn, type LinkedKind, type OwnLink, type Placeholder, readLinks } from '../ground/linkSettings';
import { type Alert, type AlertEvent, type Named } from '../service/alerts';
import { isShipped } from './access';
import {
  alertsView,
  alertView,
  corridorsView,
  type LinkPlace,
  type RowSpan,
  type Subject,
  type Target,
  targetsOf,
  urlOf,
  type View,
  withMargin,
} from './targets';

export { type LinkPlace, type RowSpan } from './targets';

/** What links need to know about a row. */
export interface LinkRow {
  alert?: { id: string; title?: string; impact?: string | null };
  /** Its metric, or the first of several. */
  metric?: Partial<Named> | null;
  /** Its own time. Without one, it uses the panel's. */
  span?: RowSpan | null;
}

export type LinkRowOf<Row> = (row: Row) => LinkRow;

/**
 * A link on the cells of a column. Its addresses are data: a hidden column has them (`tableFrame`), so that snapshots and
 * exports keep them, and a refresh changes no configuration of the panel.
 */
export interface RowLink<Row> {
  title: string;
  targetBlank?: boolean;
  /** Instead of an address. */
  onClick?: DataLink['onClick'];
  /** '' if the row lacks what the link needs: tables omit links without an address. */
  urlOf(row: Row): string;
}

/** Where and when a query runs. Times are epoch milliseconds. */
export interface Scope {
  request: Request;
  context: Context;
  range: Span;
  now: number;
  /** The end of a past range. */
  moment: number | undefined;
  /** Where its links are. */
  place: LinkPlace;
  timeZone: string;
}

export function scopeOf(request: Request, context: Context): Scope {
  const [range, now] = [rangeOf(request), context.now()];
  const moment = momentOfEnd(range.to, now);
  return { request, context, range, now, moment, place: linkPlace(request, context), timeZone: request.timezone };
}

function linkPlace(request: Request, { dataSource, now, settings }: Context): LinkPlace {
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

interface EventSpanOptions {
  /** The rows of the events' alerts, as far as they are known. */
  alerts: readonly Alert[];
  /** What all events of their alerts show, if some are missing here. */
  courses?: Courses;
  now: number;
  /** The end of a past range: nothing continues after it. Infinity for other ranges. Epoch milliseconds. */
  moment: number;
}

/** When the alerts of events were active, by their IDs, for links. */
export function eventSpans(
  events: readonly AlertEvent[],
  { alerts, courses, now, moment }: EventSpanOptions
): Readonly<Record<string, RowSpan | null>> {
  return mapValues(groupBy(events, 'alertId'), (own, id) => {
    const until = (courses?.of(id)?.events ?? own).filter(({ time }) => time === null || time <= moment);
    const row = alerts.find((alert) => alert.id === id);
    return rowSpan(lastingOf(id, until, row), Math.min(now, moment), moment !== Infinity);
  });
}

/** Links to a view of a row. @param viewOf null if the row lacks what the link needs */
export function linksTo<Row>(
  targets: readonly Target[],
  place: LinkPlace,
  titleOf: (target: Target) => string,
  viewOf: (row: Row) => { view: View; span?: RowSpan | null } | null
): Array<RowLink<Row>> {
  return targets.map((target) => ({
    title: titleOf(target),
    urlOf(row) {
      const shown = viewOf(row);
      return shown ? withBasePath(urlOf(target, shown.view, place, shown.span ?? null)) : '';
    },
  }));
}

/** The best target that the user may open. */
function bestTarget(subject: Subject, place: LinkPlace): Target[] {
  return targetsOf(subject, place).slice(0, 1);
}

/**
 * Links to a row's alert, over the alert's own time with a margin.
 *
 * @param all every link, not only the best one: Explore itself has no links to the dashboards
 */
export function alertLinks<Row>(
  place: LinkPlace,
  of: LinkRowOf<Row>,
  all = place.inExplore === true
): Array<RowLink<Row>> {
  const targets = all ? targetsOf('alert', place) : bestTarget('alert', place);
  const viewOf = (row: Row) => {
    const { alert, span } = of(row);
    return alert?.id ? { view: alertView(alert.id), span } : null;
  };
  return [...linksTo(targets, place, alertLinkTitle, viewOf), ...ownLinks('alert', place, of)];
}

function alertLinkTitle(target: Target): string {
  return target === 'explore'
    ? t('links.alert-events', 'Events of this alert')
    : t('links.alert-dashboard', 'Alert dashboard');
}

/** Opens the alerts of the row's node. */
export function nodeLinks<Row>(place: LinkPlace, of: LinkRowOf<Row>): Array<RowLink<Row>> {
  return alertsLinks('node', t('links.node-alerts', 'Alerts of this node'), place, of);
}

/** Opens the alerts of the row's metric, on any node. */
export function metricAlertsLinks<Row>(place: LinkPlace, of: LinkRowOf<Row>): Array<RowLink<Row>> {
  return alertsLinks('metric', t('links.metric-alerts', 'Alerts of this metric'), place, of);
}

function alertsLinks<Row>(
  what: 'node' | 'metric',
  title: string,
  place: LinkPlace,
  of: LinkRowOf<Row>
): Array<RowLink<Row>> {
  const viewOf = (row: Row) => {
    const { metric } = of(row);
    const id = metric?.[`${what}Id`];
    return id ? { view: alertsView(what, id, metric[`${what}Name`] ?? '') } : null;
  };
  return [...linksTo(bestTarget('alerts', place), place, () => title, viewOf), ...ownLinks(what, place, of)];
}

/** Opens the corridors of the row's metric over the row's own time, with a margin. */
export function corridorsLinks<Row>(place: LinkPlace, of: LinkRowOf<Row>): Array<RowLink<Row>> {
  const viewOf = (row: Row) => {
    const { metric, span } = of(row);
    const { nodeId, metricId, nodeName = null, metricName = null, systemName = null } = metric ?? {};
    return nodeId && metricId
      ? { view: corridorsView({ nodeId, metricId, nodeName, metricName, systemName }), span }
      : null;
  };
  const titleOf = () => t('links.corridors', 'This metric in its corridors');
  return [...linksTo(bestTarget('metric', place), place, titleOf, viewOf), ...ownLinks('metric', place, of)];
}

/** The links of metrics' values over time: a metric's corridors over the time of these values. */
export function laneLinks(place: LinkPlace): (lane: LinkRow) => DataLink[] {
  const links = [...corridorsLinks<LinkRow>(place, identity), ...ownLinks<LinkRow>('node', place, identity)];
  return (lane) => {
    // A link for metrics and nodes is there once. A tooltip also shows a link without an address.
    const shown = new Map(links.map(({ title, targetBlank, urlOf }) => [urlOf(lane), { title, targetBlank }]));
    return [...shown].flatMap(([url, link]) => (url === '' ? [] : [{ ...link, url }]));
  };
}

/** The administrator's links on cells of a kind. */
export function ownLinks<Row>(kind: LinkedKind, place: LinkPlace, of: LinkRowOf<Row>): Array<RowLink<Row>> {
  return (place.links ?? [])
    .filter(({ on }) => on.includes(kind))
    .map((link) => ({ title: link.title, targetBlank: true, urlOf: (row) => ownUrl(link, of(row), place) }));
}

/** @returns '' if the row lacks a value for the link */
function ownUrl({ url }: Pick<OwnLink, 'url'>, row: LinkRow, place: Pick<LinkPlace, 'range' | 'now'>): string {
  const values = valuesOf(row, place);
  return withBasePath(fillIn(url, (name) => values[name] || null));
}

/** Grafana adds its base path to an address, but not to one from a field. */
function withBasePath(url: string): string {
  return url.startsWith('/') ? `${config.appSubUrl ?? ''}${url}` : url;
}

/** What the placeholders of a link stand for. */
function valuesOf(
  { alert, metric, span }: LinkRow,
  { range, now }: Pick<LinkPlace, 'range' | 'now'>
): Record<Placeholder, string | null | undefined> {
  const { nodeId, nodeName, metricId, metricName, systemId, systemName } = metric ?? {};
  const time = span ? withMargin(span, now) : rangeOf({ range });
  return {
    title: alert?.title,
    alertId: alert?.id,
    impact: alert?.impact,
    node: nodeName || nodeId,
    nodeId,
    metric: metricName || metricId,
    metricId,
    system: systemName,
    systemId,
    from: String(time.from),
    to: String(time.to),
  };
}
