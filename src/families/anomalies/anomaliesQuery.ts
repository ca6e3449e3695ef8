import { type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { compact, sortBy } from 'lodash';
import { map, type Observable } from 'rxjs';
import { type Entry } from '../../facts/reader';
import { remember } from '../../facts/names';
import { Inputs } from '../../ground/inputs';
import { info, warn } from '../../ground/notices';
import { emptyFrame } from '../../ground/frames';
import { ANOMALIES, METERED, type AnomaliesQuery, type AnomalyScope } from './models';
import { partnerSuffix } from '../../ground/frameNames';
import { asOfNow } from '../../judging/listNotices';
import { runKnown, type Shown } from '../../present/reader';
import { type Scope } from '../../table/runner';
import { storedFilters } from '../../table/filters';
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
import { anomalyRows, anomalyTable, type FoundAnomaly, meteredFrames } from './frames';
import { type Span } from '../../ground/spans';

/** The five anomaly operations, as a table or as data points. */
export const runAnomalies = runKnown((query: AnomaliesQuery, scope) => {
  const { request, context, range, now, timeZone } = scope;
  const inputs = new Inputs(request, context, ANOMALIES);
  const operation = query.scope;
  const isOfAlert = operation === 'alert' || operation === 'update';
  const alerts = inputs.all(isOfAlert ? query.alertId : '');
  const updateId = operation === 'update' ? inputs.one(query.updateId, 'updateId') : '';
  const updates = { given: operation === 'update', values: updateId === '' ? [] : [updateId] };
  inputs.refuseEmpty({ alertId: alerts, updateId: updates });
  const to = isOfAlert ? undefined : inputs.moment(query.to, 'to');
  const withMetrics = query.withMetrics && METERED.has(operation);
  const entries = entriesOf(
    { scope: operation, range, to, alertIds: alerts.values, updateId, withMetrics },
    context.operations
  );
  const isCurrent = (operation === 'current' || operation === 'unread') && to === undefined;
  const current = isCurrent ? asOfNow(range, now, timeZone) : [];
  return (reader) => {
    const reads = entries.map((entry) => reader.read(entry));
    const found = reads.flatMap(({ data }) => data ?? []);
    const failures = compact(reads.map(({ error }) => error));
    const untimed = found.filter(({ anomaly }) => anomaly.time === null).length;
    const notices = [...alerts.notices, ...current, ...(untimed > 0 ? [withoutTime(untimed)] : [])];
    // Without a time last.
    const inTime = sortBy(found, ({ anomaly }) => anomaly.time ?? Infinity);
    return reader.isFetching ? null : () => ({ ...shownOf(inTime, query, scope, notices), failures });
  };
});

runAnomalies.withoutRows = (query, { place }) =>
  isSeries(query) ? emptyFrame(query.refId) : anomalyTable(anomalyRows([], query.scope, place, []));

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
function entriesOf(
  { scope, range, to, alertIds, updateId, withMetrics }: AnomaliesWanted,
  operations: Operations
): Array<Entry<FoundAnomaly[]>> {
  const entry = (key: string, anomalies: Observable<FoundAnomaly[]>) => ({ key, start: () => anomalies });
  switch (scope) {
    case 'current':
      return [entry(scope, listCurrentAnomalies(operations, to).pipe(map((all) => ungrouped(all))))];
    case 'unread':
      return [entry(scope, listUnreadAnomalies(operations, to, withMetrics).pipe(map(grouped)))];
    case 'alert':
      return alertIds.map((id) => entry(id, listAnomalyUpdates(operations, id).pipe(map((all) => ungrouped(all, id)))));
    case 'update':
      return alertIds.map((id) => {
        const update = getAnomalyUpdate(operations, id, updateId, withMetrics);
        return entry(id, update.pipe(map((one) => ungrouped([one], id))));
      });
    case 'range': {
      const all = listAnomalies(operations, range.from, to ?? range.to, withMetrics);
      return [entry(scope, all.pipe(map((anomalies) => ungrouped(anomalies))))];
    }
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

function shownOf(
  found: FoundAnomaly[],
  query: AnomaliesQuery,
  { request, context, now, place }: Scope,
  notices: QueryResultMetaNotice[]
): Shown {
  remember(
    context,
    found.map(({ anomaly }) => anomaly)
  );
  const rows = anomalyRows(found, query.scope, place, storedFilters(query));
  const all = [...notices, ...rows.notices];
  if (isSeries(query)) {
    const metered = meteredFrames(rows, query.refId, partnerSuffix(request, now, context.dataSource.uid));
    return { frames: metered.frames, notices: [...all, ...metered.notices] };
  }
  const instead = query.format === 'timeseries' ? [noSeries(METERED.has(query.scope))] : [];
  return { frames: [anomalyTable(rows)], notices: [...all, ...instead] };
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
