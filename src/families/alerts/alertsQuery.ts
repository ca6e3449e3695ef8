import { alertList, singleAlert } from '../../facts/alerts';
import { DECIDING, readCourses } from '../../facts/courses';
import { type ReadContext } from '../../facts/facts';
import { bySeverity } from '../../facts/order';
import { activeAt } from '../../judging/active';
import { sortFailures } from '../../judging/alertEvents';
import { eachKnown, type Reader } from '../../facts/reader';
import { namedIn, namesSeen } from '../../facts/names';
import { Inputs, type Values } from '../../ground/inputs';
import { asOfNow, pagingNotices, unknownAlert } from '../../judging/listNotices';
import { runKnown } from '../../present/reader';
import { type Alert } from '../../service/alerts';
import { isOnMetrics, storedFilters } from '../../table/filters';
import { momentOfEnd } from '../../ground/spans';
import { type AlertsFound, alertTable, alertTableWithoutRows, passingAlerts } from './alertTable';
import { impactCounts } from './countsQuery';
import { ALERTS, type AlertsQuery } from './models';

/** The alert list, or single alerts if `alertId` is set (interface: GET alerts, GET alerts/{alertId}). */
export const runAlerts = runKnown((query: AlertsQuery, { request, context, place, range, timeZone }) => {
  const inputs = new Inputs(request, context, ALERTS);
  const isCount = query.format === 'counts';
  const moment = inputs.moment(query.at, 'at');
  // A dashboard counts at the end of its range. If that is now, it shares the list of the present.
  const at = isCount && moment !== undefined ? momentOfEnd(moment, context.now()) : moment;
  // An `at` in the future, such as the end of today, shows the present.
  const now = Math.min(at ?? Infinity, context.now());
  const ids = inputs.all(query.alertId);
  const filters = storedFilters(query);
  inputs.refuseEmpty({ alertId: ids });
  const needsMetrics = query.metrics || filters.some(isOnMetrics);
  // Otherwise, the rows would depend on which titles were read.
  const comparesTitles = filters.some(({ key }) => key === 'text' || key === 'title');
  const asOf = moment === undefined ? asOfNow(range, now, timeZone) : [];
  return (reader) => {
    const read = readAlerts(reader, context, ids, at);
    if (!read) {
      return null;
    }
    namesSeen(context).add(namedIn(read.alerts));
    // Titles that arrive late don't change the order of rows.
    const alerts = [...read.alerts].sort(bySeverity);
    // Only its events have an ended alert's metrics. For other alerts, events only add names.
    const needsEvents = needsMetrics && alerts.some(({ active, metrics }) => active === false && !metrics?.length);
    const decides = comparesTitles || (needsEvents && !isCount);
    const named = isCount && !decides ? [] : alerts;
    const { courses, isFetching } = readCourses(reader, context, named, decides ? DECIDING : {});
    if (isFetching && decides) {
      return null;
    }
    const { failures } = read;
    // A count without unread alerts would be wrong.
    if (failures.length > 0 && isCount) {
      return () => ({ frames: [], notices: [], failures });
    }
    return () => {
      const rows = query.metrics ? 'metric' : 'alert';
      const options = { place, courses, now, isPast: at !== undefined, filters, rows } as const;
      const notices = [...ids.notices, ...read.notices, ...asOf];
      if (isCount) {
        const passing = passingAlerts(alerts, options);
        return { frames: [impactCounts(passing.shown)], notices: [...notices, ...passing.notices], failures };
      }
      const table = alertTable(alerts, options);
      return { frames: [table.frame], notices: [...notices, ...table.notices], failures };
    };
  };
});

runAlerts.withoutRows = ({ format, metrics }, scope) =>
  format === 'counts' ? impactCounts(null) : alertTableWithoutRows(scope, { rows: metrics ? 'metric' : 'alert' });

/** Null while more can arrive. */
function readAlerts(
  reader: Reader,
  context: ReadContext,
  ids: Values,
  at: number | undefined
): Omit<AlertsFound, 'isWhole'> | null {
  // The service returns what was active then, but it may describe it as of now.
  const then = (alert: Alert) => (at === undefined ? alert : activeAt(alert, at));
  if (!ids.given) {
    const { data, error, isFetching } = reader.read(alertList(context, at));
    return isFetching
      ? null
      : {
          alerts: data?.rows.map(then) ?? [],
          notices: pagingNotices(data),
          failures: error === undefined ? [] : [error],
        };
  }
  const each = eachKnown(ids.values, (id) => reader.read(singleAlert(context, id, at)));
  return (
    each && {
      alerts: each.read.map(({ result }) => then(result)),
      ...sortFailures(each.failed, (id) => unknownAlert(id, at ?? context.now(), context.timeZone, context.now())),
    }
  );
}
