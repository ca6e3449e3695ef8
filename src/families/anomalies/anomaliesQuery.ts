import { type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { sortBy } from 'lodash';
import { type Entry, type Reader } from '../../facts/reader';
import { remember } from '../../facts/names';
import { Inputs } from '../../ground/inputs';
import { info, warn } from '../../ground/notices';
import { emptyFrame } from '../../ground/frames';
import { ANOMALIES, METERED, type AnomaliesQuery, type AnomalyScope } from './models';
import { partnerSuffix } from '../../ground/frameNames';
import { asOfNow } from '../../judging/listNotices';
import { runKnown, type Shown } from '../../present/reader';
import { type Context, type Request } from '../../table/runner';
import { storedFilters } from '../../table/filters';
import { linkPlace } from '../../table/links';
import {
  type Anomaly,
  type AnomalyGroups,
  getAnomalyUpdate,
  listAnomalies,
  listAnomalyUpdates,
  listCurrentAnomalies,
  listUnreadAnomalies,
} from '../../service/anomalies';
import { type Operations } from '../../service/operations';
import { meteredFrames } from './series';
import { anomalyTable, filteredMetrics, type FoundAnomaly } from './table';
import { rangeOf, type Span } from '../../ground/spans';

/** In time order, without a time last. */
interface AnomaliesRead {
  found: FoundAnomaly[];
  /** Why some could not be read. */
  failures: unknown[];
}

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
    const reads = readAnomalies(reader, wanted, context.operations);
    const found = sortBy(
      reads.flatMap((read) => read.found),
      ({ anomaly }) => anomaly.time ?? Infinity
    );
    const failures = reads.flatMap((read) => read.failures);
    const untimed = found.filter(({ anomaly }) => anomaly.time === null).length;
    const notices = untimed > 0 ? [...current, withoutTime(untimed)] : current;
    return reader.isFetching ? null : present({ found, failures }, notices);
  };
});

runAnomalies.withoutRows = (query, request, context) =>
  isSeries(query) ? emptyFrame(query.refId) : anomalyTable([], query.scope, linkPlace(request, context), []).frame;

/** Whether the answer has the data points. */
function isSeries({ format, scope, withMetrics }: Pick<AnomaliesQuery, 'format' | 'scope' | 'withMetrics'>): boolean {
  return format === 'timeseries' && METERED.has(scope) && withMetrics;
}

/** The selected anomalies. Times are in epoch milliseconds. */
interface AnomaliesWanted {
  scope: AnomalyScope;
  range: Span;
  /** From the field `to`. Undefined if it is empty. */
  to: number | undefined;
  alertIds: readonly string[];
  updateId: string;
  withMetrics: boolean;
}

/** The anomalies of one operation. An alert's anomalies are read for each value. */
function readAnomalies(
  reader: Reader,
  { scope, range, to, alertIds, updateId, withMetrics }: AnomaliesWanted,
  operations: Operations
): AnomaliesRead[] {
  const read = <T>(key: string, start: Entry<T>['start'], foundIn: (data: T) => FoundAnomaly[]): AnomaliesRead => {
    const { data, error } = reader.read({ key, start });
    return { found: data === undefined ? [] : foundIn(data), failures: error === undefined ? [] : [error] };
  };
  switch (scope) {
    case 'current':
      return [read(scope, () => listCurrentAnomalies(operations, to), ungrouped)];
    case 'unread':
      return [read(scope, () => listUnreadAnomalies(operations, to, withMetrics), grouped)];
    case 'alert':
      return alertIds.map((id) =>
        read(
          id,
          () => listAnomalyUpdates(operations, id),
          (found) => ungrouped(found, id)
        )
      );
    case 'update':
      return alertIds.map((id) =>
        read(
          id,
          () => getAnomalyUpdate(operations, id, updateId, withMetrics),
          (update) => ungrouped([update], id)
        )
      );
    case 'range':
      return [read(scope, () => listAnomalies(operations, range.from, to ?? range.to, withMetrics), ungrouped)];
  }
}

/** @param alertId the requested one: the answer may not contain it */
function ungrouped(anomalies: Anomaly[], alertId = ''): FoundAnomaly[] {
  return anomalies.map((anomaly) => ({ anomaly: { ...anomaly, id: anomaly.id || alertId }, group: null }));
}

function grouped(groups: AnomalyGroups): FoundAnomaly[] {
  return (['new', 'updated', 'closed'] as const).flatMap((group) =>
    groups[group].map((anomaly) => ({ anomaly, group }))
  );
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
