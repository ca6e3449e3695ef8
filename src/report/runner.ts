import { type DataFrame } from '@grafana/data';
import { t } from '@grafana/i18n';
import { compact } from 'lodash';
import { type Observable, of, switchMap } from 'rxjs';
import { AlertBook } from '../alertbook/alertBook';
import { momentOfEnd } from '../alertbook/atEnd';
import { type Answer, runEach } from '../answer/answers';
import { unknownMetrics } from '../answer/listNotices';
import { Inputs } from '../answer/inputs';
import { info, warn } from '../answer/notices';
import { type Context, type Request } from '../answer/runner';
import { DEFAULT_ROWS } from '../query/query';
import { MINUTE } from '../settings';
import { storedFilters } from '../tables/filters';
import { type LinkPlace, linkPlace } from '../tables/links';
import { readMetricIds, searchesOf } from '../tables/searches';
import { rangeOf, type Span } from '../time/spans';
import { type AlertReportQuery, type By } from './models';
import { type Periods, readPeriods } from './periods';
import { qualityRows } from './quality';
import { dayRows, daysOf, reportRows } from './rows';
import { summaryOf } from './summary';
import { summaryTable } from './summaryTable';
import { qualityTable, reportTable } from './table';

/** How much trouble there was in the range, and whether it gets better; or how good the alerting is. */
export const runAlertReport = runEach((query: AlertReportQuery, request, context) =>
  readMetricIds(query, request, context).pipe(switchMap((ids) => report(query, request, context, ids)))
);

function report(
  query: AlertReportQuery,
  request: Request,
  context: Context,
  metricIds: ReadonlySet<string>
): Observable<Answer> {
  const { by } = query;
  const inputs = new Inputs(request, context);
  const place = linkPlace(request, context);
  const range = rangeOf(request);
  const now = context.now();
  // What is still to come cannot be compared: the previous period is as long as what has passed.
  const passed = Math.max(0, Math.min(range.to, now) - range.from);
  const limit = Math.max(1, Math.floor(inputs.number(query.limit, 'limit', DEFAULT_ROWS)));
  const { combinations, compared, notices } = searchesOf(query, inputs, storedFilters(query), metricIds);
  if (combinations.length === 0) {
    return of({ frames: [emptyTable(by, place)], notices });
  }
  const asked = {
    range,
    previous: passed > 0 ? { from: range.from - passed, to: range.from } : null,
    limit,
    searches: { combinations, compared },
    place,
    now,
  };
  return readPeriods(new AlertBook(context, momentOfEnd(range.to, now)), asked).pipe(
    switchMap((periods): Observable<Answer> => {
      const { failures, isLoading, unknown, untimed } = periods;
      if (failures.length === combinations.length) {
        return of({ frames: [], notices: [], failures, more: isLoading });
      }
      const answer: Answer = {
        frames: [],
        notices: [
          ...notices,
          ...(range.to - now > MINUTE ? [upToNow()] : []),
          ...(unknown > 0 ? [unknownMetrics(unknown)] : []),
          ...(untimed > 0 ? [untimedAlerts(untimed)] : []),
          ...periods.notices,
        ],
        failures,
        more: isLoading,
      };
      const days = by === 'day' ? daysOf(range, request.timezone) : [];
      const span = { from: range.from, to: range.from + passed };
      return of({ ...answer, frames: [tableOf(by, { ...periods, days, span }, place)] });
    })
  );
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

/** @param read also the days of the time range, and the part of it that has passed */
function tableOf(by: By, read: Periods & { days: Span[]; span: Span }, place: LinkPlace): DataFrame {
  const { present, before, isLoading, days, span } = read;
  switch (by) {
    case 'quality': {
      const side = { ...present, span, isLoading };
      return qualityTable(qualityRows(side, before && { ...before, isLoading }));
    }
    case 'summary':
      return summaryTable([summaryOf(present, before)], span.to - span.from);
    default:
      return rowsTable(by, read, days, place);
  }
}

function rowsTable(
  by: Exclude<By, 'quality' | 'summary'>,
  { present, before, isLoading }: Periods,
  days: Span[],
  place: LinkPlace
) {
  const rows = by === 'day' ? dayRows(days, present, before) : reportRows(by, present, before);
  // While courses are read, the notice counts what is unknown.
  const shown = isLoading ? rows.filter((row) => !row.isUnknown).map((row) => ({ ...row, repeats: null })) : rows;
  const sides = compact([present, before]);
  const isKnown = sides.every((side) => side.isKnown);
  return reportTable(by, shown, place, { isKnown, isWhole: isKnown && sides.every(({ isWhole }) => isWhole) });
}

function untimedAlerts(count: number) {
  return warn(
    t('report.untimed', '{{count}} alerts have no valid start or end, so figures may be wrong.', {
      count,
      defaultValue_one: '1 alert has no valid start or end, so figures may be wrong.',
    })
  );
}

function upToNow() {
  return info(t('report.up-to-now', 'The time range ends in the future. Only the part until now is compared.'));
}
