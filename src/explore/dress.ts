import {
  type DataFrame,
  type DataQueryResponse,
  FieldType,
  LoadingState,
  type LogsVolumeCustomMetaData,
  LogsVolumeType,
} from '@grafana/data';
import { t } from '@grafana/i18n';
import { barConfig } from '../tables/colors';
import { lookUp } from '../query/lookUp';
import { type AnomalyQuery } from '../query/query';
import { type Request } from '../answer/runner';
import { VOLUME_PREFIX } from './volume';
import { rangeOf } from '../time/span';

/** Explore's own colours of levels, by names that fit both themes. */
const LEVELS = {
  critical: 'purple',
  error: 'semi-dark-red',
  warning: 'dark-yellow',
  info: 'semi-dark-green',
} as const;

/**
 * A log volume's answer as Explore draws it. Left to itself Explore would put the data source's name above any volume;
 * here it is told what is counted.
 *
 * @param volume the volume's request @param request the one whose volume it is
 */
export function dressed(
  response: DataQueryResponse,
  volume: Request,
  request: Request,
  dataSourceName: string
): DataQueryResponse {
  return {
    ...response,
    data: response.data.map((frame: DataFrame) => dressedFrame(frame, volume, request, dataSourceName)),
    state: response.state ?? LoadingState.Done,
  };
}

function dressedFrame(frame: DataFrame, volume: Request, request: Request, dataSourceName: string): DataFrame {
  const target = volume.targets.find(({ refId }) => refId === frame.refId);
  const source = request.targets.find(({ refId }) => VOLUME_PREFIX + refId === frame.refId) ?? request.targets[0];
  const custom: LogsVolumeCustomMetaData = {
    logsVolumeType: LogsVolumeType.FullRange,
    absoluteRange: rangeOf(request),
    datasourceName: titleOf(dataSourceName, target),
    sourceQuery: source,
  };
  const fields = frame.fields.map((field) => {
    const level = field.labels?.level;
    return field.type === FieldType.number && level !== undefined
      ? {
          ...field,
          config: { ...barConfig(lookUp<string>(LEVELS, level) ?? '#8e8e8e'), displayNameFromDS: level, decimals: 0 },
        }
      : field;
  });
  return { ...frame, fields, meta: { ...frame.meta, custom: { ...frame.meta?.custom, ...custom } } };
}

function titleOf(name: string, target?: AnomalyQuery): string {
  const values = { name, interpolation: { escapeValue: false } };
  return target?.queryType === 'alertCounts'
    ? t('explore.volume.alerts', '{{name}}: active alerts by impact', values)
    : t('explore.volume.events', '{{name}}: events by impact', values);
}
