import {
  type DataFrame,
  DataFrameType,
  type Field,
  FieldColorModeId,
  type FieldConfig,
  FieldType,
} from '@grafana/data';
import { t } from '@grafana/i18n';
import { laneLinks } from '../tables/links';
import { type LinkPlace } from '../tables/targets';
import { type Candidate } from './candidates';
import { type Span } from '../time/spans';
import { laneMappings } from './laneMappings';
import { type Buckets, type Lane, type LaneBy, type NamedLane } from './lanes';

/** Lanes as a frame for state timelines and heatmaps, worst first. */
export function laneFrame(lanes: readonly NamedLane[], buckets: Buckets, by: LaneBy, place: LinkPlace): DataFrame {
  const { start, width, count } = buckets;
  const alike = alikeConfig();
  return {
    name: t('type.deviations', 'Deviations'),
    length: lanes.length === 0 ? 0 : count,
    fields: [
      {
        name: 'time',
        type: FieldType.time,
        config: { interval: width },
        values: lanes.length === 0 ? [] : Array.from({ length: count }, (_, i) => start + i * width),
      },
      ...lanes.map((lane): Field => {
        const look = {
          ...alike,
          links: laneLinks(place, { metric: lane.candidates[0], span: outsideOf(lane, buckets) }),
        };
        return laneField(lane, buckets.width, { labels: labelsOf(lane.candidates[0], by), config: look });
      }),
    ],
    meta: {
      preferredVisualisationPluginId: 'state-timeline',
      ...(lanes.length > 0 ? { type: DataFrameType.TimeSeriesWide, typeVersion: [0, 1] as [number, number] } : {}),
    },
  };
}

/** The common config of all lanes. It is created once, because translating is most of the work of a frame. */
function alikeConfig(): FieldConfig {
  return {
    description: t('metric.editor.deviation-for', 'Distance to the nearest corridor, in main corridor widths'),
    color: { mode: FieldColorModeId.Fixed, fixedColor: 'text' },
    mappings: laneMappings(),
  };
}

function laneField(lane: NamedLane, width: number, { labels, config }: Pick<Field, 'labels' | 'config'>): Field {
  const { name } = lane;
  return {
    name,
    type: FieldType.number,
    labels,
    config: {
      ...config,
      // With labels but without its own name, Grafana would also show the labels.
      displayNameFromDS: name,
      custom: {
        fillOpacity: 80,
        lineWidth: 0,
        // If points are farther apart than buckets, nothing is missing between two of them.
        ...(lane.step > width ? { spanNulls: lane.step + width + 1 } : {}),
      },
    },
    values: lane.values,
  };
}

/** The time from the first bucket outside to the last one. */
function outsideOf({ values }: Lane, { start, width }: Buckets): Span | null {
  const isOutside = (value: number | null) => value !== null && value !== 0;
  const first = values.findIndex(isOutside);
  return first < 0 ? null : { from: start + first * width, to: start + (values.findLastIndex(isOutside) + 1) * width };
}

function labelsOf({ nodeId, metricId, systemId }: Candidate, by: LaneBy): Record<string, string> {
  return by === 'metric'
    ? { node_id: nodeId, metric_id: metricId }
    : by === 'node'
      ? { node_id: nodeId }
      : { system_id: systemId ?? '' };
}
