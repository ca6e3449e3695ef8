import {
  type DataFrame,
  type DataQueryResponse,
  FieldType,
  LoadingState,
  type LogsVolumeCustomMetaData,
  LogsVolumeType,
} from '@grafana/data';
import { t } from '@grafana/i18n';
import { barConfig } from '../table/colors';
import { lookUp } from '../ground/shapes';
import { type Request } from '../table/runner';
import { VOLUME_PREFIX } from './queries';
import { rangeOf } from '../ground/spans';
import { RAW } from '../ground/texts';
import { type DashboardLink } from '@grafana/schema';

/** Explore's own colors of levels, by names for both themes. */
const LEVELS = {
  critical: 'purple',
  error: 'semi-dark-red',
  warning: 'dark-yellow',
  info: 'semi-dark-green',
} as const;

/**
 * A log volume's answer in Explore's form. By default, Explore shows the data source's name above any volume. Here, the
 * title is what is counted.
 *
 * @param request the request of the volume
 */
export function volumeAnswer(response: DataQueryResponse, request: Request, dataSourceName: string): DataQueryResponse {
  return {
    ...response,
    data: response.data.map((frame: DataFrame) => volumeFrame(frame, request, volumeTitle(response, dataSourceName))),
    state: response.state ?? LoadingState.Done,
  };
}

/** Explore shows no notices for a volume, so an incomplete one has that in its title. */
function volumeTitle({ data }: DataQueryResponse, name: string): string {
  const frames: DataFrame[] = data;
  const isWhole = frames.every(({ meta }) => !meta?.notices?.some(({ severity }) => severity === 'warning'));
  return isWhole
    ? t('explore.volume.events', '{{name}}: events by impact', { name, ...RAW })
    : t('explore.volume.incomplete', '{{name}}: events by impact (incomplete)', { name, ...RAW });
}

function volumeFrame(frame: DataFrame, request: Request, title: string): DataFrame {
  const source = request.targets.find(({ refId }) => VOLUME_PREFIX + refId === frame.refId) ?? request.targets[0];
  const custom: LogsVolumeCustomMetaData = {
    logsVolumeType: LogsVolumeType.FullRange,
    absoluteRange: rangeOf(request),
    datasourceName: title,
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

/** A menu of the plugin's dashboards. They are found by tag, so that missing ones are omitted. */
export function dashboardLinks(): DashboardLink[] {
  const menu = {
    type: 'dashboards' as const,
    tags: ['anomaly-monitoring'],
    title: t('explore.dashboards', 'Anomaly dashboards'),
    asDropdown: true,
    icon: 'dashboard',
    includeVars: false,
    keepTime: true,
    targetBlank: false,
    tooltip: '',
    url: '',
    placement: 'inControlsMenu' as const,
  };
  return [menu];
}
