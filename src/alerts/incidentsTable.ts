import { type DataFrame } from '@grafana/data';
import { t } from '@grafana/i18n';
import { compact, memoize, upperFirst } from 'lodash';
import { durationOf } from '../alertbook/span';
import { extentOf } from '../alertbook/titles';
import { type News } from '../judging/news';
import { type Trend } from '../judging/judgeMetric';
import { pair, RAW } from '../loading/texts';
import {
  activeColumn,
  coloredColumn,
  type Column,
  countColumn,
  durationColumn,
  minuteColumn,
  tableFrame,
  textColumn,
} from '../tables/frame';
import { linkRows } from '../tables/linkRows';
import { alertLinks, rowSpan } from '../tables/links';
import { trendColumn, trendWord } from '../tables/states';
import { likeMostColumn, likeMostText, verdictWord } from '../tables/verdicts';
import { wordOf } from '../tables/words';
import { shortTime } from '../time/timeTexts';
import { viewColumns } from './alertTable';
import { type IncidentOptions, type IncidentRow } from './incidentRows';
import { type Trends } from './trends';

/** Additional columns, by the ID of the first alert. Undefined while they are loading. */
interface Judgments {
  news?: ReadonlyMap<string, News> | null;
  trends?: Trends;
}

/** The maximum of systems and of nodes in a headline. */
const MOST_NAMED = 3;

/** @param judgments null if the query has none */
export function incidentsTable(
  rows: readonly IncidentRow[],
  judgments: Judgments | null,
  { place, book, now, isPast, timeZone }: IncidentOptions
): DataFrame {
  const linked = linkRows(() =>
    rows.map(({ alert, title }) => ({
      alert: { id: alert.id, title, impact: alert.impact },
      metric: book.firstMetricOf(alert),
      span: rowSpan(alert, now, isPast),
    }))
  );
  const links = alertLinks(place, 'id', linked);
  const judged = (...columns: Array<Column<IncidentRow>>) => (judgments ? columns : []);
  const trendOf = ({ alert }: IncidentRow) => judgments?.trends?.get(alert.id) ?? null;
  const newsOf = ({ alert }: IncidentRow) => judgments?.news?.get(alert.id);
  const judgedText = (row: IncidentRow) => judgedOf(trendOf(row), newsOf(row), place.now, timeZone);
  const clock = memoize((time: number) => shortTime(time, place.now, timeZone));
  const columns: Array<Column<IncidentRow>> = [
    coloredColumn('impact', ({ alert }) => alert.impact, { width: 70 }),
    textColumn('headline', (row) => headlineOf(row, judgedText(row), now, clock), {
      width: 480,
      wrap: true,
      links,
      heading: t('label.summary', 'Summary'),
    }),
    ...judged(likeMostColumn(newsOf, place.now, timeZone)),
    textColumn('title', ({ title }) => title, { width: 220, wrap: true, links }),
    minuteColumn('firstSeenAt', ({ alert }) => alert.firstSeenAt, place.now),
    minuteColumn('lastSeenAt', ({ alert }) => alert.lastSeenAt, place.now),
    durationColumn('duration', ({ alert }) => durationOf(alert, now)),
    activeColumn(({ alert }) => alert.active),
    ...judged(trendColumn(trendOf)),
    countColumn('alerts', (row) => row.alerts, { width: 75 }),
    countColumn('metrics', (row) => row.metrics, { width: 80 }),
    countColumn('nodes', (row) => row.nodes, { width: 75 }),
    textColumn('systems', ({ systems }) => systems.join(', ') || null, {
      wrap: true,
      heading: t('label.systems', 'Systems'),
    }),
    minuteColumn('lastJoined', (row) => row.lastJoined, place.now, { heading: t('column.last-joined', 'Last joined') }),
    textColumn('why', ({ why }) => why, {
      width: 300,
      wrap: true,
      description: t('incidents.why', 'The metric that each alert shares with another one of the incident.'),
    }),
    textColumn('perhaps', ({ perhaps }) => perhaps, {
      heading: t('column.perhaps', 'Perhaps related'),
      width: 220,
      wrap: true,
      description: t('incidents.perhaps', 'Other alerts that began within 15 minutes in the same system.'),
    }),
    textColumn('id', ({ alert }) => alert.id, { hidden: true }),
    textColumn('alertIds', ({ ids }) => ids.map(csvText).join(','), { hidden: true }),
    ...viewColumns(now, isPast),
  ];
  return tableFrame(t('incidents.table', 'Incidents'), rows, columns);
}

/** A value of a list with commas, quoted as in CSV if it contains a comma or a quote. */
function csvText(value: string): string {
  return /[",]/.test(value) ? `"${value.replace(/"/g, '""')}"` : value;
}

/**
 * `Severe since 09:10, began 08:39 as medium: Query time · orders-db and 2 more alerts (Webshop, Platform), 9 metrics on 6 nodes,
 * last metric joined 10:00. As of 11:03.`
 */
function headlineOf(row: IncidentRow, judged: string[], now: number, clock: (time: number) => string): string {
  const { active, firstSeenAt, lastSeenAt } = row.alert;
  const impact = upperFirst(impactText(row.alert.impact));
  const values = { impact, what: [whatOf(row, clock), ...judged].join('. '), now: clock(now), ...RAW };
  const began = firstSeenAt === null ? {} : { began: clock(firstSeenAt) };
  if (active && firstSeenAt !== null && row.risen) {
    const { since, beganAs } = row.risen;
    const risen = { ...values, ...began, since: clock(since), before: impactText(beganAs) };
    if (beganAs === row.alert.impact) {
      return t('incidents.again', '{{impact}} again since {{since}}, began {{began}}: {{what}}. As of {{now}}.', risen);
    }
    return t(
      'incidents.risen',
      '{{impact}} since {{since}}, began {{began}} as {{before}}: {{what}}. As of {{now}}.',
      risen
    );
  }
  if (active && firstSeenAt !== null) {
    const since = { ...values, time: clock(firstSeenAt) };
    return t('incidents.active', '{{impact}}, began {{time}}: {{what}}. As of {{now}}.', since);
  }
  if (active === false && firstSeenAt !== null && lastSeenAt !== null) {
    const lasted = { ...values, ...began, ended: clock(lastSeenAt) };
    return t('incidents.ended', '{{impact}}, began {{began}}, ended {{ended}}: {{what}}. As of {{now}}.', lasted);
  }
  if (active === false && lastSeenAt !== null) {
    const until = { ...values, time: clock(lastSeenAt) };
    return t('incidents.ended-at', '{{impact}}, ended {{time}}: {{what}}. As of {{now}}.', until);
  }
  const untimed = active !== false ? values : { ...values, impact: `${impact}, ${wordOf('ended')}` };
  return t('incidents.active-now', '{{impact}}: {{what}}. As of {{now}}.', untimed);
}

/** Trend and verdict, because their columns are out of sight on a narrow screen. */
function judgedOf(trend: Trend | null, news: News | null | undefined, now: number, timeZone: string): string[] {
  const likeMost = likeMostText(news?.likeMost ?? null, now, timeZone);
  return [
    ...(trend ? [pair(t('column.trend', 'Trend'), trendWord(trend))] : []),
    ...(news?.verdict ? [pair(t('label.verdict', 'Verdict'), verdictWord(news.verdict))] : []),
    ...(likeMost ? [pair(t('column.like-most', 'Most like'), likeMost)] : []),
  ];
}

/** Title, systems, and extent. */
function whatOf(row: IncidentRow, clock: (time: number) => string) {
  const { alert, title, metrics, nodes, nodeNames, systems, isOfMissingData, lastJoined } = row;
  const more = systems.length > MOST_NAMED ? ', …' : '';
  const where = systems.length > 0 ? ` (${systems.slice(0, MOST_NAMED).join(', ')}${more})` : '';
  // A single node is in the title.
  const isNamed = nodes !== null && nodes > 1 && nodes <= MOST_NAMED;
  const extent = extentOf({ activeMetrics: metrics, activeNodes: nodes });
  const what = [
    (title || t('label.alert', 'Alert')) + where,
    extent && isNamed ? `${extent} (${nodeNames.join(', ')})` : extent,
  ];
  if (isOfMissingData) {
    what.push(wordOf('missing_data'));
  }
  if (alert.active && lastJoined !== null && (metrics ?? 0) > 1) {
    what.push(t('incidents.last-joined', 'last metric joined {{time}}', { time: clock(lastJoined), ...RAW }));
  }
  return compact(what).join(', ');
}

function impactText(impact: string | null): string {
  return impact === null
    ? t('annotations.impact', '{{impact}} impact', { impact: t('explain.state-unknown', 'unknown'), ...RAW })
    : wordOf(impact);
}
