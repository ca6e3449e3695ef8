import { type DataFrame } from '@grafana/data';
import { t } from '@grafana/i18n';
import { compact, keyBy, max, minBy, sortBy, uniq, uniqBy, upperFirst } from 'lodash';
import { type AlertBook } from '../alertbook/alertBook';
import { type CourseMetric } from '../alertbook/course';
import { type Incident, incidentsOf } from '../alertbook/incidents';
import { impactRank } from '../alertbook/order';
import { spanOf } from '../alertbook/span';
import { extentOf, metricTitle } from '../alertbook/titles';
import { RAW } from '../loading/texts';
import { seriesKey } from '../query/series';
import { type Alert } from '../service/alerts';
import {
  activeColumn,
  coloredColumn,
  type Column,
  countColumn,
  minuteColumn,
  tableFrame,
  textColumn,
} from '../tables/frame';
import { alertLinks, type LinkPlace } from '../tables/links';
import { wordOf } from '../tables/words';
import { shortTime } from '../time/timeTexts';
import { viewColumns } from './alertTable';

interface Options {
  place: LinkPlace;
  book: AlertBook;
  /** As of when the alerts are shown, in epoch milliseconds, and whether that is over. */
  now: number;
  isPast: boolean;
  /** Whether the alerts are all that there are. */
  isWhole: boolean;
  timeZone: string;
}

type Row = ReturnType<typeof rowOf>;

/** Systems that a headline names. */
const MOST_SYSTEMS = 3;

/** Alerts that belong together in one row: active ones first, the most severe first, then the newest. */
export function incidentsTable(alerts: readonly Alert[], { place, book, now, isPast, isWhole, timeZone }: Options): DataFrame {
  const compared = alerts.map((alert) => {
    const { from, to, isOpen } = spanOf(alert, now);
    const metrics = book.wholeCourseOf(alert.id)?.metrics;
    return {
      id: alert.id,
      from,
      to: isOpen ? Infinity : to,
      metrics: metrics?.map((one) => seriesKey(one)) ?? null,
      systems: uniq(metrics?.flatMap(({ systemId }) => systemId ?? [])),
    };
  });
  const byId = keyBy(alerts, 'id');
  const rows = sortBy(
    incidentsOf(compared, isWhole).map((incident) => rowOf(incident, byId, book)),
    [
      ({ alert }) => alert.active !== true,
      ({ alert }) => impactRank(alert.impact),
      ({ alert }) => -(alert.firstSeenAt ?? 0),
      'ids',
    ]
  );
  const links = alertLinks(place, 'id', () => null);
  const columns: Array<Column<Row>> = [
    coloredColumn('impact', ({ alert }) => alert.impact, { width: 70 }),
    textColumn('headline', (row) => headlineOf(row, { place, now, timeZone }), { wrap: true, links }),
    textColumn('title', ({ title }) => title, { width: 220, wrap: true, links }),
    minuteColumn('firstSeenAt', ({ alert }) => alert.firstSeenAt, false),
    minuteColumn('lastSeenAt', ({ alert }) => alert.lastSeenAt, false),
    activeColumn(({ alert }) => alert.active),
    countColumn('alerts', (row) => row.alerts, { width: 75 }),
    countColumn('metrics', (row) => row.metrics, { width: 80 }),
    countColumn('nodes', (row) => row.nodes, { width: 75 }),
    textColumn('systems', ({ systems }) => systems.join(', ') || null, { wrap: true }),
    minuteColumn('lastJoined', (row) => row.lastJoined, false),
    textColumn('why', ({ why }) => why, {
      width: 300,
      wrap: true,
      description: t('incidents.why', 'The metric that each alert shares with another one of the incident.'),
    }),
    textColumn('perhaps', ({ perhaps }) => perhaps, {
      width: 220,
      wrap: true,
      description: t('incidents.perhaps', 'Other alerts that began within 15 minutes in the same system.'),
    }),
    textColumn('id', ({ alert }) => alert.id, { hidden: true }),
    textColumn('alertIds', ({ ids }) => ids, { hidden: true }),
    ...viewColumns(now, isPast),
  ];
  return tableFrame(t('incidents.table', 'Incidents'), rows, columns);
}

/** An incident; what is not known is null. Its `alert` is all of it, as an alert that began with its first one. */
function rowOf({ members, perhaps }: Incident, byId: Record<string, Alert>, book: AlertBook) {
  const alerts = members.map(({ id }) => byId[id]);
  const [first] = alerts;
  const courses = alerts.map(({ id }) => book.wholeCourseOf(id)?.metrics ?? []);
  const isKnown = courses.every((course) => course.length > 0);
  const metrics = courses.flat();
  const titles = new Map(metrics.map((metric) => [seriesKey(metric), metricTitle(metric)]));
  const nameOf = (id: string) => book.titleOf(byId[id]);
  const reasons = members.flatMap(({ id, shared }) =>
    shared ? `${nameOf(id)}: ${titles.get(shared.metric)} (${nameOf(shared.with)})` : []
  );
  const [[firstMetric]] = courses;
  const seen = alerts.map(({ lastSeenAt }) => lastSeenAt);
  const active = alerts.filter((alert) => alert.active);
  return {
    alert: {
      ...first,
      impact: minBy(active.length > 0 ? active : alerts, ({ impact }) => impactRank(impact))?.impact ?? null,
      active: active.length > 0 || (alerts.every((alert) => alert.active === false) ? false : null),
      lastSeenAt: seen.includes(null) ? null : Math.max(...seen.map(Number)),
    },
    title: alerts.length > 1 && firstMetric ? withOthers(firstMetric, alerts.length - 1) : nameOf(first.id),
    alerts: alerts.length,
    metrics: isKnown ? titles.size : null,
    nodes: isKnown ? uniqBy(metrics, 'nodeId').length : null,
    systems: uniq(metrics.flatMap(({ systemName, systemId }) => systemName ?? systemId ?? [])),
    lastJoined: isKnown ? (max(metrics.flatMap(({ joinedAt }) => joinedAt ?? [])) ?? null) : null,
    why: reasons.join('; ') || null,
    perhaps: perhaps.map(nameOf).join('; ') || null,
    ids: members.map(({ id }) => id).join(','),
  };
}

function withOthers(metric: CourseMetric, others: number): string {
  return t('incidents.and-others', '{{name}} and {{count}} more alerts', {
    name: metricTitle(metric),
    count: others,
    defaultValue_one: '{{name}} and 1 more alert',
    ...RAW,
  });
}

/**
 * `Severe, began 08:39: Query time · orders-db and 2 more alerts (Webshop, Platform), 9 metrics on 6 nodes, last metric joined
 * 10:00. As of 11:03.`
 */
function headlineOf(
  { alert, title, metrics, nodes, systems, lastJoined }: Row,
  { place, now, timeZone }: Pick<Options, 'place' | 'now' | 'timeZone'>
): string {
  const clock = (time: number) => shortTime(time, place.now, timeZone);
  const { active, firstSeenAt, lastSeenAt } = alert;
  const more = systems.length > MOST_SYSTEMS ? ', …' : '';
  const where = systems.length > 0 ? ` (${systems.slice(0, MOST_SYSTEMS).join(', ')}${more})` : '';
  const what = [(title || t('label.alert', 'Alert')) + where, extentOf({ activeMetrics: metrics, activeNodes: nodes })];
  if (active && lastJoined !== null && (metrics ?? 0) > 1) {
    what.push(t('incidents.last-joined', 'last metric joined {{time}}', { time: clock(lastJoined), ...RAW }));
  }
  const impact = upperFirst(impactText(alert.impact));
  const values = { impact, what: compact(what).join(', '), now: clock(now), ...RAW };
  if (active && firstSeenAt !== null) {
    const since = { ...values, time: clock(firstSeenAt) };
    return t('incidents.active', '{{impact}}, began {{time}}: {{what}}. As of {{now}}.', since);
  }
  if (active === false && lastSeenAt !== null) {
    const until = { ...values, time: clock(lastSeenAt) };
    return t('incidents.ended-at', '{{impact}}, ended {{time}}: {{what}}. As of {{now}}.', until);
  }
  const untimed = active !== false ? values : { ...values, impact: `${impact}, ${wordOf('ended')}` };
  return t('incidents.active-now', '{{impact}}: {{what}}. As of {{now}}.', untimed);
}

function impactText(impact: string | null): string {
  return impact === null
    ? t('annotations.impact', '{{impact}} impact', { impact: t('explain.state-unknown', 'unknown'), ...RAW })
    : wordOf(impact);
}
