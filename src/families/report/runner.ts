import { ALERT_REPORT, type AlertReportQuery, type By } from './models';
import { type DataFrame } from '@grafana/data';
import { runKnown } from '../../present/reader';
import { alertList } from '../../facts/alerts';
import { storedFilters } from '../../table/filters';
import { idsFor, searchesOf } from '../../table/searches';
import { Inputs } from '../../ground/inputs';
import { type Alert } from '../../service/alerts';
import { type Paged } from '../../service/paging';
import { type Scope } from '../../table/links';
import { dayRows, dayTable, groupRows, groupTable } from './groups';
import { handoverOf, handoverTable } from './handover';
import { type Period, type PeriodRead, readPeriod, readPrevious } from './periods';
import { qualityRows, qualityTable } from './quality';
import { summaryOf, summaryTable } from './summary';

/** How much trouble there was in the range, and whether it is improving, or the quality of alerting. */
export const runAlertReport = runKnown((query: AlertReportQuery, scope) => {
  const { request, context, range, now, moment: pastEnd } = scope;
  const inputs = new Inputs(request, context, ALERT_REPORT);
  const { by } = query;
  // Alerts are judged as of one moment: a range that ends just before now would otherwise have two.
  const moment = Math.min(range.to, now);
  // The future can't be compared: the previous period is as long as the past part.
  const passed = Math.max(0, moment - range.from);
  const previous = { from: range.from - passed, to: range.from };
  const isCompared = (by === 'summary' || by === 'quality') && passed > 0;
  const limit = inputs.limit(query.limit);
  const idsOf = idsFor(query, scope);
  return (reader) => {
    const isId = idsOf(reader);
    if (!isId) {
      return null;
    }
    const { combinations, compared, notices } = searchesOf(query, inputs, storedFilters(query), isId);
    const wanted = {
      context,
      pastEnd,
      searches: { combinations, compared },
      limit,
      now: moment,
      needsMetrics: by !== 'impact' && by !== 'day',
      isEarly: by === 'summary',
    };
    const read = readPeriod(reader, range, wanted);
    const before = isCompared ? readPrevious(reader, previous, wanted) : { notices: [] };
    const list = by === 'handover' ? reader.read(alertList(context, pastEnd)) : undefined;
    if (!read || !before || list?.isFetching) {
      return null;
    }
    const { failures } = read;
    if (combinations.length > 0 && failures.length === combinations.length) {
      return () => ({ frames: [], notices: [], failures });
    }
    const found = { ...read, before: before.period, list: list?.data, moment };
    return () => ({
      frames: [tableOf(by, found, scope)],
      notices: [...notices, ...read.notices, ...before.notices],
      failures,
    });
  };
});

runAlertReport.withoutRows = ({ by }, scope) => tableOf(by, null, scope);

interface Found extends PeriodRead {
  before: Period | undefined;
  list: Paged<Alert> | undefined;
  /** The end of the range, or now. */
  moment: number;
}

/** @param found null if nothing was read */
function tableOf(by: By, found: Found | null, { place, timeZone }: Scope): DataFrame {
  const { period, before, list, moment = 0 } = found ?? {};
  // What follows is about the time that has passed.
  const past = period && { ...period, span: { from: period.span.from, to: Math.max(period.span.from, moment) } };
  switch (by) {
    case 'quality':
      return qualityTable(past ? qualityRows(past, before) : []);
    case 'summary':
      return summaryTable(past ? [summaryOf(past, before)] : []);
    case 'handover':
      return handoverTable(past ? [handoverOf(past, list, place, timeZone)] : [], place);
    case 'day':
      return dayTable(period ? dayRows(period, moment, timeZone) : []);
    default:
      return groupTable(by, period ? groupRows(by, period) : [], place, period?.isWhole && period.isKnown);
  }
}
