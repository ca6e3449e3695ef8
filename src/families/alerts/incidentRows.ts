import { t } from '@grafana/i18n';
import { countBy, keyBy, max, uniq, uniqBy } from 'lodash';
import { type Courses } from '../../facts/courses';
import { type MetricHistory } from '../../facts/history';
import { bySeverity } from '../../facts/order';
import { metricTitle } from '../../facts/titles';
import { impactSince, type Incident, presentImpact } from '../../judging/incidents';
import { pair, RAW } from '../../ground/texts';
import { seriesKey } from '../../ground/series';
import { type Alert } from '../../service/alerts';
import { MINUTE } from '../../ground/settings';
import { type LinkPlace } from '../../table/links';

export interface IncidentOptions {
  place: LinkPlace;
  courses: Courses;
  /** The moment of the answer in epoch milliseconds, and whether it is in the past. */
  now: number;
  isPast: boolean;
  timeZone: string;
}

/** An incident. Unknown values are null. */
export interface IncidentRow {
  /** The whole incident: its most severe alert, from the start of the first one to the end of the last. */
  alert: Alert;
  /** The most severe alert itself, and the metric with which it began. */
  lead: Alert;
  firstMetric: MetricHistory | null;
  title: string;
  /** When it reached its present impact. Null also if it has ended. */
  impactSince: number | null;
  alerts: number;
  metrics: number | null;
  nodes: number | null;
  systems: string[];
  lastJoined: number | null;
  /** Whether at least three of its alerts began with one metric. */
  isFlapping: boolean;
  why: string | null;
  /** The titles of other incidents that began within half an hour. */
  related: string | null;
  ids: string[];
}

/** What an incident's place among others depends on. */
export interface Outline extends Pick<IncidentRow, 'alert' | 'lead' | 'ids'> {
  incident: Incident;
  /** All its alerts, in the order in which they began. */
  alerts: Alert[];
}

/** Incidents that began this close to each other are related, in milliseconds. */
const NEAR = 30 * MINUTE;
/** The minimum of alerts that began with one metric. */
const FLAPS = 3;

/** Incidents in the order of their rows: active ones first, then the most severe. */
export function orderedIncidents(incidents: readonly Incident[], alerts: readonly Alert[]): Outline[] {
  const byId = keyBy(alerts, 'id');
  return incidents
    .map((incident) => outlineOf(incident, byId))
    .sort((a, b) => Number(b.alert.active === true) - Number(a.alert.active === true) || bySeverity(a.alert, b.alert));
}

function outlineOf(incident: Incident, byId: Readonly<Record<string, Alert>>): Outline {
  const ids = incident.members.map(({ id }) => id);
  const alerts = ids.map((id) => byId[id]);
  const seen = alerts.map(({ lastSeenAt }) => lastSeenAt);
  const active = alerts.filter((alert) => alert.active === true);
  const [lead] = [...(active.length > 0 ? active : alerts)].sort(bySeverity);
  const isOver = alerts.every((alert) => alert.active === false);
  return {
    incident,
    ids,
    alerts,
    lead,
    alert: {
      ...lead,
      impact: presentImpact(alerts),
      active: active.length > 0 || (isOver ? false : null),
      firstSeenAt: alerts[0].firstSeenAt,
      lastSeenAt: seen.includes(null) ? null : Math.max(...seen.map(Number)),
    },
  };
}

/** @param all the outlines of all incidents @param unread the IDs of the alerts whose first page of events was not read */
export function incidentRow(
  outline: Outline,
  all: readonly Outline[],
  unread: ReadonlySet<string>,
  { courses, now }: IncidentOptions
): IncidentRow {
  const { incident, alerts, alert, lead, ids } = outline;
  const histories = alerts.map(({ id }) => courses.of(id)?.metrics ?? []);
  const isKnown =
    alerts.every(({ id }) => courses.whole(id) !== null) && histories.every((history) => history.length > 0);
  const metrics = histories.flat();
  const titles = new Map(metrics.map((metric) => [seriesKey(metric), metricTitle(metric)]));
  const byId = keyBy(alerts, 'id');
  const reasons = incident.members.flatMap(({ id, shared }) =>
    shared
      ? pair(courses.titleOf(byId[id]), `${titles.get(shared.metric)} (${courses.titleOf(byId[shared.with])})`)
      : []
  );
  const began = countBy(histories.flatMap(([first]) => (first ? seriesKey(first) : [])));
  return {
    alert,
    lead,
    ids,
    firstMetric: histories[alerts.indexOf(lead)].at(0) ?? null,
    title: titleOf(outline, courses),
    impactSince: impactSince(
      alerts.map((one) => ({ alert: one, events: courses.whole(one.id)?.events ?? null })),
      now
    ),
    alerts: alerts.length,
    metrics: isKnown ? titles.size : null,
    nodes: isKnown ? uniqBy(metrics, 'nodeId').length : null,
    systems: uniq(metrics.flatMap(({ systemName, systemId }) => systemName ?? systemId ?? [])),
    lastJoined: isKnown ? lastJoinedOf(metrics) : null,
    isFlapping: Object.values(began).some((count) => count >= FLAPS),
    why: unread.has(lead.id) ? notRead() : reasons.join('; ') || null,
    related:
      relatedOf(outline, all)
        .map((one) => titleOf(one, courses))
        .join('; ') || null,
  };
}

/** A metric can leave and join again. */
function lastJoinedOf(metrics: readonly MetricHistory[]): number | null {
  return max(metrics.flatMap(({ spans }) => spans.map(({ from }) => from)).filter(Number.isFinite)) ?? null;
}

function relatedOf(outline: Outline, all: readonly Outline[]): Outline[] {
  const { firstSeenAt: began } = outline.alert;
  const isNear = ({ alert: { firstSeenAt } }: Outline) =>
    began !== null && firstSeenAt !== null && Math.abs(firstSeenAt - began) <= NEAR;
  return all.filter((other) => other !== outline && isNear(other));
}

/** The title of the most severe alert, or its first metric, and the number of further alerts. */
function titleOf({ lead, alerts }: Outline, courses: Courses): string {
  const first = courses.of(lead.id)?.metrics.at(0);
  if (!first || alerts.length === 1) {
    return courses.titleOf(lead);
  }
  const others = alerts.length - 1;
  return t('incidents.and-others', '{{name}} and {{count}} more alerts', {
    name: metricTitle(first),
    count: others,
    defaultValue_one: '{{name}} and 1 more alert',
    ...RAW,
  });
}

function notRead(): string {
  return t('incidents.not-read', 'Not grouped: its events were not read.');
}
