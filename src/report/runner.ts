import { type DataFrame, type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { compact } from 'lodash';
import { AlertBook } from '../alertbook/alertBook';
import { unknownMetrics, untimedAlerts } from '../notices/listNotices';
import { Inputs } from '../inputs/inputs';
import { info } from '../notices/notices';
import { runKnown } from '../answer/reader';
import { DEFAULT_ROWS } from '../query/query';
import { MINUTE } from '../settings';
import { storedFilters } from '../filters/filters';
import { isUnsure } from '../filters/selectAlerts';
import { type LinkPlace, linkPlace } from '../tables/links';
import { idsFor, searchesOf } from '../filters/searches';
import { momentOfEnd, rangeOf, type Span } from '../time/spans';
import { type AlertReportQuery, type By } from './models';
import { type Periods, readPeriods } from './periods';
import { qualityRows } from './quality';
import { dayRows, daysOf, reportRows } from './rows';
import { summaryOf } from './summary';
import { summaryTable } from './summaryTable';
import { qualityTable, reportTable } from './table';

/** How much trouble there was in the range, and whether it is improving, or the quality of alerting. */
export const runAlertReport = runKnown((query: AlertReportQuery, request, context) => {
  const inputs = new Inputs(request, context);
  const place = linkPlace(request, context);
  const range = rangeOf(request);
  const now = context.now();
  const book = new AlertBook(context, momentOfEnd(range.to, now));
  // Alerts are judged as of one moment: a range that ends just before now would otherwise have two.
  const moment = Math.min(range.to, now);
  // The future can't be compared: the previous period is as long as the past part.
  const passed = Math.max(0, moment - range.from);
  const previous = passed > 0 ? { from: range.from - passed, to: range.from } : null;
  const limit = inputs.limit(query.limit, DEFAULT_ROWS);
  const span = { from: range.from, to: range.from + passed };
  const idsOf = idsFor(query, request, context);
  return (reader) => {
    const isId = idsOf(reader);
    if (!isId) {
      return null;
    }
    const { combinations, compared, notices } = searchesOf(query, inputs, storedFilters(query), isId);
    // Filters that contradict each other leave no alerts. If a variable is empty, nothing is known.
    const isEmpty = combinations.length === 0;
    if (isEmpty && notices.some(isUnsure)) {
      return () => ({ frames: [emptyTable(query.by, place)], notices });
    }
    const searches = { combinations, compared };
    const periods = readPeriods(reader, book, { range, previous, limit, searches, now: moment });
    if (!isEmpty && periods?.failures.length === combinations.length) {
      return () => ({ frames: [], notices: [], failures: periods.failures });
    }
    const days = query.by === 'day' ? daysOf(range, request.timezone) : [];
    return (
      periods &&
      (() => ({
        frames: [tableOf(query.by, { ...periods, days, span }, place)],
        notices: [...notices, ...(range.to - now > MINUTE ? [upToNow()] : []), ...periodsNotices(periods)],
        failures: periods.failures,
      }))
    );
  };
});

/** What the figures lack. */
function periodsNotices({ unknown, untimed, notices }: Periods): QueryResultMetaNotice[] {
  return [
    ...(unknown > 0 ? [unknownMetrics(unknown)] : []),
    ...(untimed > 0 ? [untimedAlerts(untimed)] : []),
    ...notices,
  ];
}

function emptyTable(by: By, place: LinkPlace): DataFrame {
  switch (by) {
    case 'quality':
      return qualityTable([]);
    case 'summary':
      return summaryTable([]);
    default:
      return reportTable(by, [], place);
  }
}

/** @param read also the days of the time range, and its past part */
function tableOf(by: By, read: Periods & { days: Span[]; span: Span }, place: LinkPlace): DataFrame {
  const { present, before, isFetching, days, span } = read;
  switch (by) {
    case 'quality': {
      const side = { ...present, span, isFetching };
      return qualityTable(qualityRows(side, before && { ...before, isFetching }));
    }
    case 'summary':
      // "No alerts" would be a statement about the future.
      return summaryTable([summaryOf(span.to > span.from ? present : null, before)], span.to - span.from);
    default:
      return rowsTable(by, read, days, place);
  }
}

function rowsTable(
  by: Exclude<By, 'quality' | 'summary'>,
  { present, before, isFetching }: Periods,
  days: Span[],
  place: LinkPlace
) {
  const rows = by === 'day' ? dayRows(days, present, before) : reportRows(by, present, before);
  // While histories are being read, the notice counts the unknown ones.
  const shown = isFetching ? rows.filter((row) => !row.isUnknown).map((row) => ({ ...row, repeats: null })) : rows;
  const sides = compact([present, before]);
  const isWhole = sides.every((side) => side.isWhole);
  // A missing alert, or one of unknown state, may have any impact. Rows by impact have no mark for that.
  const compared = by === 'impact' && !isWhole ? shown.map((row) => ({ ...row, change: null })) : shown;
  return reportTable(by, compared, place, isWhole && sides.every((side) => side.isKnown));
}

function upToNow() {
  return info(t('report.up-to-now', 'The time range ends in the future. Only the part until now is compared.'));
}
