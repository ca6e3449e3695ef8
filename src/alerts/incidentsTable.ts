import { type DataFrame, dateTimeFormat } from '@grafana/data';
import { t } from '@grafana/i18n';
import { keyBy, sortBy, uniq, uniqBy, upperFirst } from 'lodash';
import { type AlertBook } from '../alertbook/alertBook';
import { type Course, type CourseMetric } from '../alertbook/course';
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
import { viewColumns } from './alertTable';

interface Options {
  place: LinkPlace;
  book: AlertBook;
  /** Epoch milliseconds. */
  now: number;
  /** Whether the alerts are all that there are. */
  isWhole: boolean;
  timeZone: string;
}

/** An incident; what is not known is null. Times are epoch milliseconds. */
interface Row {
  /** All of it, as an alert that began with its first one. */
  alert: Alert;
  title: string;
  alerts: number;
  metrics: number | null;
  nodes: number | null;
  systems: string[];
  lastJoined: number | null;
  why: string | null;
  perhaps: string | null;
  ids: string;
}

/** Systems that a headline names. */
const MOST_SYSTEMS = 3;

/** Alerts that belong together in one row: active ones first, the most severe first, then the newest. */
export function incidentsTable(alerts: readonly Alert[], { place, book, now, isWhole, timeZone }: Options): DataFrame {
  const byId = keyBy(alerts, 'id');
  const courseOf = (id: string) => (book.hasWholeCourse(id) ? book.courseOf(id) : null);
  const compared = alerts.map((alert) => {
    const { from, to, isOpen } = spanOf(alert, now);
    const metrics = courseOf(alert.id)?.metrics ?? null;
    const systems = uniq(metrics?.flatMap(({ systemId }) => systemId ?? []) ?? []);
    return {
      id: alert.id,
      from,
      to: isOpen ? Infinity : to,
      metrics: metrics?.map((one) => seriesKey(one)) ?? null,
      systems,
    };
  });
  const nameOf = (id: string) => book.titleOf(byId[id]);
  const rows = incidentsOf(compared, isWhole).map((incident) => rowOf(incident, byId, courseOf, nameOf));
  const inOrder = sortBy(rows, [
    ({ alert }) => alert.active !== true,
    ({ alert }) => impactRank(alert.impact),
    ({ alert }) => -(alert.firstSeenAt ?? 0),
    'ids',
  ]);
  const links = alertLinks(place, 'id', () => null);
  const columns: Array<Column<Row>> = [
    coloredColumn('impact', ({ alert }) => alert.impact, { width: 70 }),
    textColumn('headline', (row) => headlineOf(row, now, timeZone), { wrap: true, links }),
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
    ...viewColumns(now, false),
  ];
  return tableFrame(t('incidents.table', 'Incidents'), inOrder, columns);
}

function rowOf(
  { members, perhaps }: Incident,
  byId: Record<string, Alert>,
  courseOf: (id: string) => Course | null,
  nameOf: (id: string) => string
): Row {
  const alerts = members.map(({ id }) => byId[id]);
  const courses = alerts.map(({ id }) => courseOf(id));
  const isKnown = courses.every((course) => course !== null && course.metrics.length > 0);
  const metrics: CourseMetric[] = courses.flatMap((course) => course?.metrics ?? []);
  const [first] = alerts;
  const firstMetric = courses[0]?.metrics[0];
  const name = alerts.length > 1 && firstMetric ? metricTitle(firstMetric) : nameOf(first.id);
  const titles = new Map(metrics.map((metric) => [seriesKey(metric), metricTitle(metric)]));
  const seen = alerts.map(({ lastSeenAt }) => lastSeenAt);
  const joined = metrics.flatMap(({ joinedAt }) => joinedAt ?? []);
  return {
    alert: {
      ...first,
      impact: sortBy(alerts, ({ active, impact }) => [active !== true, impactRank(impact)].join())[0].impact,
      active: alerts.some(({ active }) => active),
      lastSeenAt: seen.includes(null) ? null : Math.max(...seen.map(Number)),
    },
    title: withOthers(name, alerts.length - 1),
    alerts: alerts.length,
    metrics: isKnown ? uniqBy(metrics, (metric) => seriesKey(metric)).length : null,
    nodes: isKnown ? uniqBy(metrics, 'nodeId').length : null,
    systems: uniq(metrics.flatMap(({ systemName, systemId }) => systemName ?? systemId ?? [])),
    lastJoined: isKnown && joined.length > 0 ? Math.max(...joined) : null,
    why:
      members
        .flatMap(({ id, shared }) =>
          shared ? `${nameOf(id)}: ${titles.get(shared.metric)} (${nameOf(shared.with)})` : []
        )
        .join('; ') || null,
    perhaps: perhaps.map(nameOf).join('; ') || null,
    ids: members.map(({ id }) => id).join(','),
  };
}

function unknownImpact(): string {
  return t('annotations.impact', '{{impact}} impact', { impact: t('explain.state-unknown', 'unknown'), ...RAW });
}

function withOthers(name: string, others: number): string {
  return others > 0
    ? t('incidents.and-others', '{{name}} and {{count}} more alerts', {
        name,
        count: others,
        defaultValue_one: '{{name}} and 1 more alert',
        ...RAW,
      })
    : name;
}

/**
 * `Severe since 08:39: Query time · orders-db and 2 more alerts (Webshop, Platform), 9 metrics on 6 nodes, last metric joined at
 * 10:00. As of 11:03.`
 */
function headlineOf({ alert, title, metrics, nodes, systems, lastJoined }: Row, now: number, timeZone: string): string {
  const clock = (time: number) => {
    const day = (moment: number) => dateTimeFormat(moment, { timeZone, format: 'YYYY-MM-DD' });
    return dateTimeFormat(time, { timeZone, format: day(time) === day(now) ? 'HH:mm' : 'MMM D, HH:mm' });
  };
  const { active, impact, firstSeenAt, lastSeenAt } = alert;
  const extent = extentOf({ activeMetrics: metrics, activeNodes: nodes });
  const spread =
    active && lastJoined !== null && (metrics ?? 0) > 1
      ? t('incidents.last-joined', 'last metric joined at {{time}}', { time: clock(lastJoined), ...RAW })
      : null;
  const more = systems.length > MOST_SYSTEMS ? ', …' : '';
  const where = systems.length > 0 ? ` (${systems.slice(0, MOST_SYSTEMS).join(', ')}${more})` : '';
  const values = {
    impact: upperFirst(impact === null ? unknownImpact() : wordOf(impact)),
    what: [title + where, extent, spread].filter((part) => part !== null).join(', '),
    now: clock(now),
    ...RAW,
  };
  if (active) {
    return firstSeenAt === null
      ? t('incidents.active-now', '{{impact}}: {{what}}. As of {{now}}.', values)
      : t('incidents.active', '{{impact}}, began {{time}}: {{what}}. As of {{now}}.', {
          ...values,
          time: clock(firstSeenAt),
        });
  }
  return lastSeenAt === null
    ? t('incidents.active-now', '{{impact}}: {{what}}. As of {{now}}.', {
        ...values,
        impact: `${values.impact}, ${wordOf('ended')}`,
      })
    : t('incidents.ended-at', '{{impact}}, ended at {{time}}: {{what}}. As of {{now}}.', {
        ...values,
        time: clock(lastSeenAt),
      });
}
