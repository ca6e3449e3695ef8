import {
  type DataFrame,
  type DataQueryResponse,
  FieldType,
  LoadingState,
  type LogsVolumeCustomMetaData,
  LogsVolumeType,
  type SupplementaryQueryOptions,
  SupplementaryQueryType,
} from '@grafana/data';
import { t } from '@grafana/i18n';
import { map, type Observable } from 'rxjs';
import { barConfig } from '../alerts/countsFrame';
import { type AnomalyQuery, complete, queryTypeOf } from '../query';
import { type Request } from '../runner';

/** Explore knows the answer of a supplementary query by this prefix. */
const PREFIX = 'log-volume-';

/** Of Grafana's supplementary queries there is a log volume: events are read by their newest, so the volume tells more. */
export function supportedTypes(): SupplementaryQueryType[] {
  return [SupplementaryQueryType.LogsVolume];
}

/**
 * The query for the log volume of a query: of all alerts the counts of active alerts, of given ones their events counted.
 * Undefined where the query gives no log lines.
 */
export function volumeQuery(
  { type }: Pick<SupplementaryQueryOptions, 'type'>,
  original: AnomalyQuery
): AnomalyQuery | undefined {
  if (type !== SupplementaryQueryType.LogsVolume || queryTypeOf(original) !== 'alertEvents' || original.hide) {
    return undefined;
  }
  const query = complete(original, 'alertEvents');
  if (query.format !== 'logs') {
    return undefined;
  }
  const { datasource, q, nodeId, metricId, alertId, filters } = query as typeof query & { filters?: unknown };
  const common = { refId: PREFIX + original.refId, datasource, volume: true, ...(filters ? { filters } : {}) };
  return alertId.trim() === ''
    ? { ...common, queryType: 'alertCounts', q, nodeId, metricId }
    : { ...common, queryType: 'alertEvents', alertId, sequence: query.sequence, changes: query.changes };
}

/** The request for the log volume of a request's queries, or undefined where none of them gives log lines. */
export function volumeRequest(type: SupplementaryQueryType, request: Request): Request | undefined {
  const targets = request.targets.flatMap((target) => volumeQuery({ type }, target) ?? []);
  return targets.length > 0
    ? { ...request, targets, maxDataPoints: Math.min(request.maxDataPoints ?? 100, 100) }
    : undefined;
}

const LEVELS: Readonly<Record<string, string>> = {
  critical: 'purple',
  error: 'semi-dark-red',
  warning: 'dark-yellow',
  info: 'semi-dark-green',
};

/**
 * The log volume itself. Explore would put the data source's name above any volume; here it is told what is counted.
 *
 * @param query runs the volume's request
 */
export function volumeProvider(
  type: SupplementaryQueryType,
  request: Request,
  dataSourceName: string,
  query: (request: Request) => Observable<DataQueryResponse>
): Observable<DataQueryResponse> | undefined {
  const volume = volumeRequest(type, request);
  return (
    volume &&
    query(volume).pipe(
      map((response) => ({
        ...response,
        data: response.data.map((frame: DataFrame) => dressed(frame, volume, request, dataSourceName)),
        state: response.state ?? LoadingState.Done,
      }))
    )
  );
}

function dressed(frame: DataFrame, volume: Request, request: Request, dataSourceName: string): DataFrame {
  const target = volume.targets.find(({ refId }) => refId === frame.refId);
  const source = request.targets.find(({ refId }) => PREFIX + refId === frame.refId) ?? request.targets[0];
  const custom: LogsVolumeCustomMetaData = {
    logsVolumeType: LogsVolumeType.FullRange,
    absoluteRange: { from: request.range.from.valueOf(), to: request.range.to.valueOf() },
    datasourceName: titleOf(dataSourceName, target),
    sourceQuery: source,
  };
  const fields = frame.fields.map((field) => {
    const level = field.labels?.level;
    return field.type === FieldType.number && level !== undefined
      ? { ...field, config: { ...barConfig(LEVELS[level] ?? '#8e8e8e'), displayNameFromDS: level, decimals: 0 } }
      : field;
  });
  return { ...frame, fields, meta: { ...frame.meta, custom: { ...frame.meta?.custom, ...custom } } };
}

function titleOf(name: string, target?: AnomalyQuery): string {
  const values = { name, interpolation: { escapeValue: false } };
  return target && queryTypeOf(target) === 'alertCounts'
    ? t('explore.volume.alerts', '{{name}}: active alerts by impact', values)
    : t('explore.volume.events', '{{name}}: events by impact', values);
}
