import { type DataFrame } from '@grafana/data';
import { t } from '@grafana/i18n';
import { keyBy, max, uniq, uniqBy } from 'lodash';
import { type Courses } from '../../facts/courses';
import { type MetricHistory, durationOf } from '../../facts/history';
import { bySeverity } from '../../facts/order';
import { metricTitle } from '../../facts/titles';
import { seriesKey } from '../../ground/series';
import { MINUTE } from '../../ground/spans';
import { pair, RAW } from '../../ground/texts';
import { type SeenFound } from '../../judging/earlierAlerts';
import { flappingMetric, impactSince, type Incident, presentImpact } from '../../judging/incidents';
import { type EndedBy } from '../../judging/endedBy';
import { type JudgedPoints } from '../../judging/judgeMetric';
import { type Alert } from '../../service/alerts';
import {
  distanceColumn,
  type DistanceGraph,
  endedByColumn,
  lineColumn,
  seenColumn,
  silentText,
  trendColumn,
} from '../../table/columns';
import {
  activeColumn,
  coloredColumn,
  type Column,
  countColumn,
  durationColumn,
  flagColumn,
  minuteColumn,
  scoreColumn,
  tableFrame,
  textColumn,
} from '../../table/frame';
import { inSentence } from '../../table/texts';
import { textMapping } from '../../table/words';
import { alertLinks, type LinkPlace, rowSpan } from '../../table/links';
import { type AlertSearchQuery } from './models';

/** The prepared search. */
export interface IncidentOptions {
  query: Pick<AlertSearchQuery, 'distance' | 'earlier' | 'ended'>;
  place: LinkPlace;
  courses: Courses;
  /** The moment of the answer in epoch milliseconds, and whether it is in the past. */
  now: number;
  isPast: boolean;
  timeZone: string;
}

/** What an incident's place among others depends on. */
export interface Outline {
  incident: Incident;
  /** All its alerts, in the order in which they began, and their IDs. */
  alerts: Alert[];
  ids: string[];
  /** Its most severe alert. */
  lead: Alert;
  /** The whole incident as one alert: from the start of the first one to the end of the last. */
  alert: Alert;
}

/** An incident. Unknown values are null. */
export interface IncidentRow extends Outline {
  title: string;
  /** The metric with which its most severe alert began. */
  firstMetric: MetricHistory | null;
  /** When it reached its present impact. Null also if it has ended. */
  impactSince: number | null;
  metrics: number | null;
  nodes: number | null;
  systems: string[];
  lastJoined: number | null;
  isFlapping: boolean;
  why: string | null;
  /** The titles of other incidents that began within half an hour. */
  related: string | null;
}

/** Incidents that began this close to each other are related, in milliseconds. */
const NEAR = 30 * MINUTE;

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
  { courses, now, titleOf }: Pick<IncidentOptions, 'courses' | 'now'> & { titleOf: (outline: Outline) => string }
): IncidentRow {
  const { incident, alerts, lead } = outline;
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
  return {
    ...outline,
    title: titleOf(outline),
    firstMetric: histories[alerts.indexOf(lead)].at(0) ?? null,
    impactSince: impactSince(
      alerts.map((one) => ({ alert: one, events: courses.whole(one.id)?.events ?? null })),
      now
    ),
    metrics: isKnown ? titles.size : null,
    nodes: isKnown ? uniqBy(metrics, 'nodeId').length : null,
    systems: uniq(metrics.flatMap(({ systemName, systemId }) => systemName ?? systemId ?? [])),
    lastJoined: isKnown ? lastJoinedOf(metrics) : null,
    isFlapping: flappingMetric(histories.flatMap((history) => history.slice(0, 1))) !== undefined,
    why: unread.has(lead.id)
      ? t('incidents.not-read', 'Not grouped: its events were not read.')
      : reasons.join('; ') || null,
    related: relatedOf(outline, all).map(titleOf).join('; ') || null,
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
export function outlineTitle({ lead, alerts }: Outline, courses: Courses): string {
  const first = courses.of(lead.id)?.metrics.at(0);
  const others = alerts.length - 1;
  if (!first || others === 0) {
    return courses.titleOf(lead);
  }
  return t('incidents.and-others', '{{name}} and {{count}} more alerts', {
    name: metricTitle(first),
    count: others,
    defaultValue_one: '{{name}} and 1 more alert',
    ...RAW,
  });
}

/** What the query requests of incidents, by the IDs of their most severe alerts. */
export interface IncidentDetails {
  /** Their first metrics. */
  metrics?: ReadonlyMap<string, JudgedPoints & { graph: DistanceGraph & { to: number } }>;
  /** Earlier alerts. */
  seen?: ReadonlyMap<string, SeenFound>;
  /** How they ended. */
  endings?: ReadonlyMap<string, EndedBy | null>;
}

export function incidentsTable(
  rows: readonly IncidentRow[],
  { metrics, seen, endings }: IncidentDetails,
  { query, place, courses, now, isPast, timeZone }: IncidentOptions
): DataFrame {
  const links = alertLinks(place, ({ alert, title, firstMetric }: IncidentRow) => ({
    alert: { id: alert.id, title, impact: alert.impact },
    metric: firstMetric ?? courses.firstMetricOf(alert),
    span: rowSpan(alert, now, isPast),
  }));
  const judgmentOf = ({ lead }: IncidentRow) => metrics?.get(lead.id)?.judgment ?? null;
  // An old value is not the current value.
  const newestOf = (row: IncidentRow) =>
    judgmentOf(row)?.state === 'unknown' ? null : (judgmentOf(row)?.newest ?? null);
  const number = (name: string, of: (row: IncidentRow) => number | null) =>
    scoreColumn(name, of, { hidden: !query.distance });
  const trendOf = (row: IncidentRow): string | null => {
    const { judgment, silence = null } = metrics?.get(row.lead.id) ?? {};
    return silence ? silentText(silence, place.now, timeZone) : (judgment?.trend ?? null);
  };
  const graphOf = ({ lead }: IncidentRow) => metrics?.get(lead.id)?.graph ?? null;
  const widthsOf = (row: IncidentRow) => {
    const { deviation = null } = newestOf(row) ?? {};
    return deviation === null ? null : Math.abs(deviation);
  };
  // One that is 0.0 has no sign.
  const below = rows.flatMap((row) => ((newestOf(row)?.deviation ?? 0) <= -0.05 ? [widthsOf(row) ?? 0] : []));
  const signs = textMapping(below.map((widths) => [widths, { text: `${inSentence((-widths).toFixed(1))} ×` }]));
  const columns: Array<Column<IncidentRow>> = [
    coloredColumn('impact', ({ alert }) => alert.impact, { width: 70 }),
    textColumn('incident', ({ title }) => title, { width: 260, wrap: true, links }),
    number('value', (row) => newestOf(row)?.value ?? null),
    number('expectedFrom', (row) => newestOf(row)?.expectedFrom ?? null),
    number('expectedTo', (row) => newestOf(row)?.expectedTo ?? null),
    number('deviation', (row) => newestOf(row)?.deviation ?? null),
    distanceColumn(graphOf, !query.distance),
    trendColumn(trendOf, { hidden: !query.distance }),
    minuteColumn('firstSeenAt', ({ alert }) => alert.firstSeenAt, place.now),
    minuteColumn('impactSince', ({ impactSince }) => impactSince, place.now),
    durationColumn('duration', ({ alert }) => durationOf(alert, now)),
    activeColumn(({ alert }) => alert.active),
    seenColumn(({ lead }) => seen?.get(lead.id)?.seen ?? null, { now: place.now, timeZone, hidden: !query.earlier }),
    countColumn('alerts', ({ alerts }) => alerts.length, { width: 75 }),
    countColumn('metrics', (row) => row.metrics, { width: 80 }),
    countColumn('nodes', (row) => row.nodes, { width: 75 }),
    textColumn('systems', ({ systems }) => systems.join(', ') || null, { wrap: true }),
    minuteColumn('lastJoined', (row) => row.lastJoined, place.now),
    flagColumn('flapping', ({ isFlapping }) => isFlapping, {
      description: t('incidents.flapping', 'Three or more of its alerts began with one metric'),
    }),
    textColumn('why', ({ why }) => why, {
      width: 300,
      wrap: true,
      description: t('incidents.why', 'The metric that each alert shares with another one of the incident.'),
    }),
    textColumn('related', ({ related }) => related, {
      width: 220,
      wrap: true,
      description: t('incidents.related', 'Other incidents that began within 30 minutes'),
    }),
    minuteColumn('lastSeenAt', ({ alert }) => alert.lastSeenAt, place.now),
    textColumn('id', ({ lead }) => lead.id, { hidden: true }),
    textColumn('alertIds', ({ ids }) => ids.map(csvText).join(','), { hidden: true }),
    // For a gauge, which begins at 0, so that only its text has the sign, and for a line over its own time.
    ...(query.distance
      ? [scoreColumn('widths', widthsOf, { hidden: true, config: { mappings: [signs] } }), lineColumn(graphOf)]
      : []),
    ...(query.ended ? [endedByColumn<IncidentRow>(({ lead }) => endings?.get(lead.id) ?? null)] : []),
  ];
  return tableFrame(t('incidents.table', 'Incidents'), rows, columns);
}

/** A value of a list with commas, quoted as in CSV if it contains a comma or a quote. */
function csvText(value: string): string {
  return /[",]/.test(value) ? `"${value.replace(/"/g, '""')}"` : value;
}
