import { type DataFrame } from '@grafana/data';
import { t } from '@grafana/i18n';
import { durationOf } from '../../facts/span';
import { type SeenFound } from '../../judging/earlierAlerts';
import { RAW } from '../../ground/texts';
import { distanceField } from '../../table/distance';
import { seenColumn, trendColumn } from '../../table/columns';
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
import { alertLinks, rowSpan } from '../../table/links';
import { shortTime } from '../../ground/timeTexts';
import { viewColumns } from './alertTable';
import { type IncidentMetrics } from './incidentMetrics';
import { type IncidentOptions, type IncidentRow } from './incidentRows';

/** What the query asks for, by the IDs of the most severe alerts. Null if it does not, undefined while it is loading. */
export interface IncidentDetails {
  metrics: IncidentMetrics | null | undefined;
  seen: ReadonlyMap<string, SeenFound> | null | undefined;
}

export function incidentsTable(
  rows: readonly IncidentRow[],
  { metrics, seen }: IncidentDetails,
  { place, courses, now, isPast, timeZone }: IncidentOptions
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
    scoreColumn(name, of, { hidden: metrics === null });
  const trendOf = (row: IncidentRow): string | null => {
    const judgment = judgmentOf(row);
    return judgment?.state === 'unknown'
      ? silentText(judgment.newest?.at ?? null, place.now, timeZone)
      : (judgment?.trend ?? null);
  };
  const columns: Array<Column<IncidentRow>> = [
    coloredColumn('impact', ({ alert }) => alert.impact, { width: 70 }),
    textColumn('incident', ({ title }) => title, {
      width: 260,
      wrap: true,
      links,
      heading: t('column.incident', 'Incident'),
    }),
    number('value', (row) => newestOf(row)?.value ?? null),
    number('expectedFrom', (row) => newestOf(row)?.expectedFrom ?? null),
    number('expectedTo', (row) => newestOf(row)?.expectedTo ?? null),
    number('deviation', (row) => newestOf(row)?.deviation ?? null),
    trendColumn(trendOf, { hidden: metrics === null }),
    minuteColumn('firstSeenAt', ({ alert }) => alert.firstSeenAt, place.now),
    minuteColumn('impactSince', ({ impactSince }) => impactSince, place.now, {
      heading: t('column.impact-since', 'Impact since'),
    }),
    durationColumn('duration', ({ alert }) => durationOf(alert, now)),
    activeColumn(({ alert }) => alert.active),
    seenColumn(({ lead }) => seen?.get(lead.id)?.seen ?? null, { now: place.now, timeZone, hidden: seen === null }),
    countColumn('alerts', (row) => row.alerts, { width: 75 }),
    countColumn('metrics', (row) => row.metrics, { width: 80 }),
    countColumn('nodes', (row) => row.nodes, { width: 75 }),
    textColumn('systems', ({ systems }) => systems.join(', ') || null, {
      wrap: true,
      heading: t('label.systems', 'Systems'),
    }),
    minuteColumn('lastJoined', (row) => row.lastJoined, place.now, { heading: t('column.last-joined', 'Last joined') }),
    flagColumn('flapping', ({ isFlapping }) => isFlapping, {
      heading: t('column.flapping', 'Flapping'),
      description: t('incidents.flapping', 'Three or more of its alerts began with one metric'),
    }),
    textColumn('why', ({ why }) => why, {
      width: 300,
      wrap: true,
      description: t('incidents.why', 'The metric that each alert shares with another one of the incident.'),
    }),
    textColumn('related', ({ related }) => related, {
      heading: t('column.related', 'Perhaps related'),
      width: 220,
      wrap: true,
      description: t('incidents.related', 'Other incidents that began within 30 minutes'),
    }),
    minuteColumn('lastSeenAt', ({ alert }) => alert.lastSeenAt, place.now),
    textColumn('id', ({ lead }) => lead.id, { hidden: true }),
    textColumn('alertIds', ({ ids }) => ids.map(csvText).join(','), { hidden: true }),
    ...viewColumns(now, isPast),
  ];
  const frame = tableFrame(t('incidents.table', 'Incidents'), rows, columns);
  const graphs = rows.map(({ lead }) => {
    const read = metrics?.get(lead.id);
    return read ? { snapshot: read.snapshot, from: read.when.from } : null;
  });
  const before = frame.fields.findIndex(({ name }) => name === 'trend');
  return { ...frame, fields: frame.fields.toSpliced(before, 0, distanceField(graphs, metrics === null)) };
}

/** A metric without data, and since when, if it had any. @param newest epoch milliseconds */
function silentText(newest: number | null, now: number, timeZone: string): string {
  return newest === null
    ? t('deviations.no-data', 'No data')
    : t('incidents.silent-since', 'silent since {{time}}', { time: shortTime(newest, now, timeZone), ...RAW });
}

/** A value of a list with commas, quoted as in CSV if it contains a comma or a quote. */
function csvText(value: string): string {
  return /[",]/.test(value) ? `"${value.replace(/"/g, '""')}"` : value;
}
