import { type TimeRange } from '@grafana/data';
import { config } from '@grafana/runtime';
import { pickBy } from 'lodash';
import { type OwnLink } from '../ground/linkSettings';
import { type AnomalyQuery } from '../ground/query';
import { type Named } from '../service/alerts';
import { type Span, MINUTE } from '../ground/spans';
import { type Dashboard, DASHBOARDS, isDashboardFound, isExploreOpen } from './access';

/** What links keep: the data source, and the range if a link has none. */
export interface LinkPlace {
  dataSource: { uid: string; type: string };
  range: TimeRange;
  /** Epoch milliseconds. No margin extends beyond it. */
  now: number;
  /** Links on one shipped dashboard open another. */
  onShipped?: boolean;
  /** In Explore, an alert has one more link, because Explore itself has none to the dashboards. */
  inExplore?: boolean;
  /** The administrator's links. */
  links?: readonly OwnLink[];
}

/** A row's own time. `open` if it continues. */
export interface RowSpan extends Span {
  open?: boolean;
}

/** The subject of a link. */
export type Subject = 'alert' | 'metric' | 'alerts';

const DASHBOARD_OF: Record<Subject, Dashboard> = {
  alert: 'alert',
  metric: 'metric',
  alerts: 'overview',
};

/** The target's content: a query in Explore, or a shipped dashboard with these variables. */
export interface View {
  query: Partial<AnomalyQuery>;
  variables: Record<string, string>;
}

export type Target = 'explore' | Dashboard;

/**
 * Chooses the target of every link by the user's rights: the best first, none if the user may open nothing. The dashboard
 * shows more about an alert than a query. For everything else, it is the alternative to Explore.
 */
export function targetsOf(subject: Subject, { onShipped = false }: Pick<LinkPlace, 'onShipped'> = {}): Target[] {
  const dashboard = DASHBOARD_OF[subject];
  const isFound = isDashboardFound(dashboard);
  // On a shipped dashboard, which leads to the others, Explore waits for the search.
  const explore: Target[] = isExploreOpen() && (isFound !== undefined || !onShipped) ? ['explore'] : [];
  const shipped: Target[] = isFound ? [dashboard] : [];
  return subject === 'alert' || onShipped ? [...shipped, ...explore] : [...explore, ...shipped];
}

/** The page of an alert for other people: they may open the dashboard even if this user's rights are unknown. */
export function alertAddress(alertId: string, place: LinkPlace, span: RowSpan | null): string {
  const target = isDashboardFound('alert') === false && isExploreOpen() ? 'explore' : 'alert';
  return `${window.location.origin}${config.appSubUrl ?? ''}${urlOf(target, alertView(alertId), place, span)}`;
}

/**
 * A page of Grafana, without its base path: Grafana adds it to the URL of a data link.
 *
 * @param span null: the place's own range
 * @returns '' if an ID can't be part of an address: a lone surrogate
 */
export function urlOf(target: Target, view: View, place: LinkPlace, span: RowSpan | null): string {
  const before = target === 'explore' ? LEAST_MARGIN : LEAST_BEFORE;
  const range = span ? rangeText({ ...withMargin(span, place.now, before), open: span.open }) : rawRange(place.range);
  try {
    return target === 'explore' ? exploreUrl(view, place, range) : dashboardUrl(target, view, place, range);
  } catch {
    return '';
  }
}

export function alertView(alertId: string): View {
  return { query: { queryType: 'alertEvents', alertId, changes: true }, variables: { 'var-alert': alertId } };
}

/** A metric by its IDs, and its known names. */
type ShownMetric = Omit<Named, 'systemId'>;

/** A metric in its corridors. Unknown names are omitted, because people read and share links. */
export function corridorsView({ nodeId, metricId, nodeName, metricName, systemName }: ShownMetric): View {
  return {
    query: { queryType: 'metric', nodeId, metricId, ...pickBy({ nodeName, metricName, systemName }) },
    variables: { 'var-node': nodeId ?? '', 'var-metric': metricId ?? '' },
  };
}

/** The alerts of a node, or of a metric on any node. @param name what the filter shows instead of the ID */
export function alertsView(what: 'node' | 'metric', id: string, name: string): View {
  const value = [id, ...(name ? [name] : [])].map(filterValue).join(',');
  return {
    query: { queryType: 'alertSearch', [`${what}Id`]: id },
    variables: { 'var-filters': `${what}|=|${value}` },
  };
}

/** A value in an address's filters, escaped as in Grafana. */
function filterValue(text: string): string {
  return text.replaceAll('|', '__gfp__').replaceAll('#', '__gfh__').replaceAll(',', '__gfc__');
}

/** Margin on either side of a row's time: a quarter of it, but never less than this, in milliseconds. */
const LEAST_MARGIN = 30 * MINUTE;
/** The least margin in front of it on pages, in milliseconds: an alert of missing data is long after the last value. */
const LEAST_BEFORE = 90 * MINUTE;

/** @param before the least margin before the row's time, in milliseconds */
export function withMargin({ from, to }: RowSpan, now: number, before = LEAST_MARGIN): Span {
  const quarter = (to - from) / 4;
  const end = to + Math.max(LEAST_MARGIN, quarter);
  return { from: Math.round(from - Math.max(before, quarter)), to: Math.round(Math.min(end, Math.max(to, now))) };
}

interface RangeText {
  from: string;
  to: string;
}

/** A time that continues is shown up to now, and refreshed. */
function rangeText({ from, to, open }: RowSpan): RangeText {
  return { from: String(from), to: open ? 'now' : String(to) };
}

function rawRange({ raw: { from, to } }: TimeRange): RangeText {
  const text = (moment: typeof from) => (typeof moment === 'string' ? moment : String(moment.valueOf()));
  return { from: text(from), to: text(to) };
}

function exploreUrl({ query }: View, { dataSource: { uid, type } }: LinkPlace, range: RangeText): string {
  const panes = {
    link: { datasource: uid, queries: [{ refId: 'A', datasource: { uid, type }, ...query }], range },
  };
  return `/explore?schemaVersion=1&panes=${encodeURIComponent(JSON.stringify(panes))}`;
}

function dashboardUrl(name: Dashboard, { variables }: View, { dataSource }: LinkPlace, range: RangeText): string {
  const parameters = { 'var-datasource': dataSource.uid, ...variables, ...range };
  const query = Object.entries(parameters).map(([key, value]) => `${key}=${encodeURIComponent(value)}`);
  return `/d/${DASHBOARDS[name]}/anomaly-${name}?${query.join('&')}`;
}
