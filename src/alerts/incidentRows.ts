import { t } from '@grafana/i18n';
import { keyBy, max, uniq, uniqBy } from 'lodash';
import { type AlertBook } from '../alertbook/alertBook';
import { type MetricHistory } from '../alertbook/history';
import { bySeverity } from '../alertbook/order';
import { metricTitle } from '../alertbook/titles';
import { presentImpact } from '../judging/impacts';
import { type Incident } from '../judging/incidents';
import { pair, RAW } from '../loading/texts';
import { seriesKey } from '../query/series';
import { type Alert } from '../service/alerts';
import { type LinkPlace } from '../tables/links';

export interface IncidentOptions {
  place: LinkPlace;
  book: AlertBook;
  /** The moment of the answer in epoch milliseconds, and whether it is in the past. */
  now: number;
  isPast: boolean;
  timeZone: string;
}

/** An incident. Unknown values are null. */
export interface IncidentRow {
  /** The whole incident, as an alert that began with its first one. */
  alert: Alert;
  /** Since when it has its impact, and its first impact, if that changed. */
  risen: { since: number; beganAs: string } | null;
  first: Alert;
  firstMetric: MetricHistory | null;
  title: string;
  alerts: number;
  metrics: number | null;
  nodes: number | null;
  /** The nodes' names, or IDs. */
  nodeNames: string[];
  systems: string[];
  /** Whether data of all its metrics is missing. False also if they are unknown. */
  isOfMissingData: boolean;
  lastJoined: number | null;
  why: string | null;
  perhaps: string | null;
  ids: string[];
}

/** What an incident's place among others depends on. */
interface Outline extends Pick<IncidentRow, 'alert' | 'risen' | 'ids'> {
  incident: Incident;
  /** All alerts of the table by ID. */
  byId: Readonly<Record<string, Alert>>;
}

/** Incidents in the order of their rows: active ones first, then the most severe. */
export function orderedIncidents(
  incidents: readonly Incident[],
  alerts: readonly Alert[],
  options: IncidentOptions
): Outline[] {
  const byId = keyBy(alerts, 'id');
  return incidents
    .map((incident) => outlineOf(incident, byId, options))
    .sort((a, b) => Number(b.alert.active === true) - Number(a.alert.active === true) || bySeverity(a.alert, b.alert));
}

function outlineOf(incident: Incident, byId: Outline['byId'], { book, now }: IncidentOptions): Outline {
  const ids = incident.members.map(({ id }) => id);
  const alerts = ids.map((id) => byId[id]);
  const seen = alerts.map(({ lastSeenAt }) => lastSeenAt);
  const { impact, since, beganAs } = presentImpact(
    alerts.map((alert) => ({ alert, events: book.wholeHistoryOf(alert.id) ? book.knownEvents(alert.id) : null })),
    now
  );
  return {
    incident,
    byId,
    ids,
    alert: {
      ...alerts[0],
      impact,
      active:
        alerts.some(({ active }) => active === true) || (alerts.every(({ active }) => active === false) ? false : null),
      lastSeenAt: seen.includes(null) ? null : Math.max(...seen.map(Number)),
    },
    risen: since !== null && beganAs !== null ? { since, beganAs } : null,
  };
}

/** @param unread the IDs of the alerts whose first page of events was not read */
export function incidentRow(
  { incident: { members, perhaps }, byId, ...outline }: Outline,
  unread: ReadonlySet<string>,
  { book, now }: IncidentOptions
): IncidentRow {
  const alerts = outline.ids.map((id) => byId[id]);
  const [first] = alerts;
  const histories = alerts.map(({ id }) => book.knownHistory(id, now)?.metrics ?? []);
  const isKnown =
    alerts.every(({ id }) => book.wholeHistoryOf(id) !== null) && histories.every((history) => history.length > 0);
  const metrics = histories.flat();
  const onNodes = uniqBy(metrics, 'nodeId');
  const titles = new Map(metrics.map((metric) => [seriesKey(metric), metricTitle(metric)]));
  const nameOf = (id: string) => book.titleOf(byId[id]);
  const reasons = members.flatMap(({ id, shared }) =>
    shared ? pair(nameOf(id), `${titles.get(shared.metric)} (${nameOf(shared.with)})`) : []
  );
  const [[firstMetric = null]] = histories;
  return {
    ...outline,
    first,
    firstMetric,
    title: alerts.length > 1 && firstMetric ? withOthers(firstMetric, alerts.length - 1) : nameOf(first.id),
    alerts: alerts.length,
    metrics: isKnown ? titles.size : null,
    nodes: isKnown ? onNodes.length : null,
    nodeNames: onNodes.flatMap(({ nodeName, nodeId }) => nodeName || nodeId || []),
    systems: uniq(metrics.flatMap(({ systemName, systemId }) => systemName ?? systemId ?? [])),
    isOfMissingData: isKnown && metrics.every(({ type }) => type === 'missing_data'),
    lastJoined: isKnown ? (max(metrics.flatMap(({ joinedAt }) => joinedAt ?? [])) ?? null) : null,
    why: unread.has(first.id) ? notRead() : reasons.join('; ') || null,
    perhaps: perhaps.map(nameOf).join('; ') || null,
  };
}

function notRead(): string {
  return t('incidents.not-read', 'Not grouped: its events were not read.');
}

function withOthers(metric: MetricHistory, others: number): string {
  return t('incidents.and-others', '{{name}} and {{count}} more alerts', {
    name: metricTitle(metric),
    count: others,
    defaultValue_one: '{{name}} and 1 more alert',
    ...RAW,
  });
}
