import { type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { remember } from '../../facts/names';
import { Inputs } from '../../ground/inputs';
import { info, warn } from '../../ground/notices';
import { ANOMALIES, METERED, type AnomaliesQuery } from './models';
import { emptyFrame } from '../../ground/frames';
import { partnerSuffix } from '../../ground/frameNames';
import { asOfNow } from '../../judging/listNotices';
import { runKnown, type Shown } from '../../present/reader';
import { type Context, type Request } from '../../table/runner';
import { storedFilters } from '../../table/filters';
import { linkPlace } from '../../table/links';
import { type AnomaliesRead, readAnomalies } from './read';
import { meteredFrames } from './series';
import { anomalyTable, filteredMetrics } from './table';
import { rangeOf } from '../../ground/spans';

/** The five anomaly operations, as a table or as data points. */
export const runAnomalies = runKnown((query: AnomaliesQuery, request, context) => {
  const inputs = new Inputs(request, context, ANOMALIES);
  const { scope } = query;
  const isOfAlert = scope === 'alert' || scope === 'update';
  const alerts = inputs.all(isOfAlert ? query.alertId : '');
  const updateId = scope === 'update' ? inputs.one(query.updateId, 'updateId') : '';
  const withMetrics = query.withMetrics && METERED.has(scope);
  const present = (read: AnomaliesRead, notices: QueryResultMetaNotice[]) => () =>
    presentAnomalies(read, { ...query, updateId }, request, context, [...alerts.notices, ...notices]);
  const lacksAlert = alerts.given && alerts.values.length === 0;
  if (lacksAlert || (scope === 'update' && updateId === '')) {
    return () => present({ found: [], failures: [] }, [inputs.emptyNotice(lacksAlert ? 'alertId' : 'updateId')]);
  }
  const wanted = {
    scope,
    range: rangeOf(request),
    to: isOfAlert ? undefined : inputs.moment(query.to, 'to'),
    alertIds: alerts.values,
    updateId,
    withMetrics,
  };
  const isCurrent = (scope === 'current' || scope === 'unread') && wanted.to === undefined;
  const current = isCurrent ? asOfNow(wanted.range, context.now(), request.timezone) : [];
  return (reader) => {
    const read = readAnomalies(reader, context.operations, wanted);
    const untimed = read.found.filter(({ anomaly }) => anomaly.time === null).length;
    return reader.isFetching ? null : present(read, untimed > 0 ? [...current, withoutTime(untimed)] : current);
  };
});

runAnomalies.withoutRows = (query, request, context) =>
  isSeries(query) ? emptyFrame(query.refId) : anomalyTable([], query.scope, linkPlace(request, context), []).frame;

/** Whether the answer has the data points. */
function isSeries({ format, scope, withMetrics }: Pick<AnomaliesQuery, 'format' | 'scope' | 'withMetrics'>): boolean {
  return format === 'timeseries' && METERED.has(scope) && withMetrics;
}

function presentAnomalies(
  { found, failures }: AnomaliesRead,
  query: AnomaliesQuery,
  request: Request,
  context: Context,
  notices: QueryResultMetaNotice[]
): Shown {
  remember(
    context,
    found.map(({ anomaly }) => anomaly)
  );
  if (isSeries(query)) {
    const partner = partnerSuffix(request, context.now(), context.dataSource.uid);
    const filtered = filteredMetrics(found, linkPlace(request, context), storedFilters(query));
    const metered = meteredFrames(filtered.anomalies, query.refId, partner);
    return {
      frames: metered.frames,
      notices: [...notices, ...filtered.notices, ...metered.notices],
      failures,
    };
  }
  const table = anomalyTable(found, query.scope, linkPlace(request, context), storedFilters(query));
  const instead = query.format === 'timeseries' ? [noSeries(METERED.has(query.scope))] : [];
  return { frames: [table.frame], notices: [...notices, ...instead, ...table.notices], failures };
}

function withoutTime(count: number): QueryResultMetaNotice {
  return warn(
    t('anomalies.untimed', '{{count}} anomalies have no valid time.', {
      count,
      defaultValue_one: '1 anomaly has no valid time.',
    })
  );
}

function noSeries(metered: boolean): QueryResultMetaNotice {
  return info(
    metered
      ? t('anomalies.needs-metrics', 'Time series need "With metrics", so a table is shown.')
      : t('anomalies.no-datapoints', 'These anomalies have no data points.')
  );
}
