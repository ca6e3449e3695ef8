import { type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { forkJoin, map, type Observable, of } from 'rxjs';
import { type Answer, type Each, readEach, runEach } from '../answer/answers';
import { Inputs } from '../answer/inputs';
import { notice } from '../answer/notices';
import { type Context, type Request } from '../answer/runner';
import { type Titles, withTitles } from '../catalogue/lookUps';
import { type ActiveAlerts, readActive, union } from '../incidents/active';
import { searchesOf } from '../tables/searches';
import { newest } from '../incidents/newest';
import { DEFAULT_ROWS } from '../query/query';
import { type Alert } from '../service/alerts';
import { messageOf } from '../service/failure';
import { isOnMetrics, type RowFilter, storedFilters } from '../tables/filters';
import { type LinkPlace, linkPlace } from '../tables/links';
import { MINUTE } from '../settings';
import { rangeOf, type Span } from '../time/span';
import { daysOf, MOST_DAYS } from './days';
import { type AlertReportQuery } from './models';
import { passing } from './passing';
import { toReportAlert } from './reportAlert';
import { dayRows, reportRows, type Side } from './rows';
import { reportTable } from './table';

/** How much trouble there was in the range, and whether it gets better. */
export const runAlertReport = runEach(report);

function report(query: AlertReportQuery, request: Request, context: Context): Observable<Answer> {
  const inputs = new Inputs(request, context);
  const place = linkPlace(request, context);
  const range = rangeOf(request);
  // What is still to come has nothing to be compared with: as much as has passed is.
  const passed = Math.min(range.to, context.now()) - range.from;
  const before = { from: range.from - Math.max(0, passed), to: range.from };
  const limit = inputs.number(query.limit, 'limit', DEFAULT_ROWS);
  const { combinations, rest, notices } = searchesOf(query, inputs, storedFilters(query));
  if (combinations.length === 0) {
    return of({ frames: [reportTable(query.by, [], place)], notices });
  }
  const read = (span: Span) => readEach(combinations, (one) => readActive(context, span, one));
  const both = forkJoin([read(range), passed > 0 ? read(before) : of({ read: [], failed: [] })]).pipe(
    map(([present, past]) => ({ present: found(present, limit), past: found(past, limit) }))
  );
  const alertsOf = ({ present, past }: { present: Found; past: Found }) => [...present.alerts, ...past.alerts];
  const needsMetrics = (query.by !== 'impact' && query.by !== 'day') || rest.some(isOnMetrics);
  return withTitles(both, alertsOf, context, range).pipe(
    map(({ read: { present, past }, titles, complete }) => {
      const { failures } = present;
      if (!present.isRead) {
        return { frames: [], notices: [], failures };
      }
      const side = (span: Span, { alerts }: Found) => sideOf(span, alerts, { titles, rest, place, now: context.now() });
      const now = side(range, present);
      const then = passed > 0 && past.failures.length === 0 ? side(before, past) : null;
      const untimed = new Set([...now.untimed, ...(then?.untimed ?? [])]).size;
      const unknown = { now: now.unnamed, before: then ? then.unnamed : 0 };
      const count = unknown.now + unknown.before;
      // While they are looked up figures that alerts count in by their metrics still move.
      const moves = !complete && count > 0;
      const lacking = !needsMetrics || count === 0 ? [] : [moves ? lookedUp(count) : unnamed(unknown)];
      const isCut = [...failures, ...present.notices, ...past.notices].length > 0;
      const days = query.by === 'day' ? daysOf(range, request.timezone) : [];
      const rows =
        query.by === 'day'
          ? dayRows(days, now.side, then && then.side)
          : reportRows(query.by, now.side, then && then.side);
      const known = moves ? rows.map((row) => ({ ...row, repeats: null })) : rows;
      return {
        frames: [reportTable(query.by, known, place, lacking.length === 0 && !isCut)],
        notices: [
          ...notices,
          ...(range.to - context.now() > MINUTE ? [upToNow()] : []),
          ...lacking,
          ...(untimed > 0 ? [untimedNotice(untimed)] : []),
          ...(days.length === MOST_DAYS ? [daysLeftOut()] : []),
          ...present.notices,
          ...now.notices,
          ...past.failures.map(beforeMissing),
          ...past.notices.map(ofBefore),
        ],
        failures,
        more: !complete,
      };
    })
  );
}

/**
 * Where alerts count by their metrics, by the rows' own or by a filter's, one whose metrics are not known counts for none: the
 * change may be due to that.
 *
 * @param counts how many such alerts there are in the range, and in the span before it
 */
function unnamed(counts: { now: number; before: number }): QueryResultMetaNotice {
  return notice(
    t(
      'report.unnamed',
      'Which metrics are in them is not known of {{now}} alerts of the range and of {{before}} before it: the figures of single rows, and their change, leave these out. A refresh looks up some more.',
      counts
    ),
    'warning'
  );
}

function lookedUp(count: number): QueryResultMetaNotice {
  return notice(
    t('report.looked-up', 'Figures still change: the metrics of {{count}} alerts are being looked up.', {
      count,
      defaultValue_one: 'Figures still change: the metrics of one alert are being looked up.',
      defaultValue_other: 'Figures still change: the metrics of {{count}} alerts are being looked up.',
    })
  );
}

function untimedNotice(count: number): QueryResultMetaNotice {
  return notice(
    t(
      'report.untimed',
      'Of some alerts ({{number}}) the service tells no beginning, no end, or an end before the beginning: up to the edges of the range they count as active, and as nothing where the two are the wrong way round.',
      { number: count }
    ),
    'warning'
  );
}

function upToNow(): QueryResultMetaNotice {
  return notice(
    t(
      'report.up-to-now',
      'The range reaches beyond now: what has passed of it is compared with a span of that length before it.'
    )
  );
}

/** The alerts of one span. */
interface Found extends ActiveAlerts {
  failures: unknown[];
  /** Something could be read. */
  isRead: boolean;
}

function found({ read, failed }: Each<unknown, ActiveAlerts>, limit: number): Found {
  const all = union(...read.map(({ result }) => result.alerts));
  const alerts = newest(all, limit);
  return {
    alerts,
    notices: [
      ...read.flatMap(({ result }) => result.notices),
      ...(alerts.length < all.length ? [limited(alerts.length, all.length)] : []),
    ],
    failures: failed.map(({ failure }) => failure),
    isRead: read.length > 0,
  };
}

interface Known {
  titles: Titles;
  rest: readonly RowFilter[];
  place: LinkPlace;
  now: number;
}

function sideOf(span: Span, alerts: readonly Alert[], { titles, rest, place, now }: Known) {
  const known = alerts.map((alert) => ({ ...alert, metrics: [...(titles.metricsOf(alert) ?? [])] }));
  const passed = passing(known, rest, place);
  const side: Side = { span, alerts: passed.alerts.map((alert) => toReportAlert(alert, alert.metrics ?? [], now)) };
  const untimed = side.alerts.filter(({ duration }) => duration === null).map(({ id }) => id);
  return {
    side,
    untimed,
    notices: passed.notices,
    unnamed: known.filter(({ metrics }) => metrics.length === 0).length,
  };
}

function limited(count: number, total: number): QueryResultMetaNotice {
  return notice(
    t('report.limit', 'The limit of the query cut the list: the newest {{count}} of {{total}} alerts are counted.', {
      count,
      total,
    }),
    'warning'
  );
}

function daysLeftOut(): QueryResultMetaNotice {
  return notice(t('report.days', 'Only the newest {{most}} days are listed.', { most: MOST_DAYS }), 'warning');
}

function beforeMissing(failure: unknown): QueryResultMetaNotice {
  const reason = messageOf(failure);
  return notice(
    t(
      'report.before-missing',
      'The span before the range could not be read, so nothing is compared, and alerts that came back soon after the start may be missing from the repeats: {{reason}}',
      { reason, interpolation: { escapeValue: false } }
    ),
    'warning'
  );
}

function ofBefore({ text, severity }: QueryResultMetaNotice): QueryResultMetaNotice {
  return notice(
    t('report.of-before', 'Of the span before the range: {{text}}', { text, interpolation: { escapeValue: false } }),
    severity
  );
}
