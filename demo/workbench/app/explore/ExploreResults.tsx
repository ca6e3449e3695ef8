import { type DataFrame, FieldType, LoadingState, type PanelData } from '@grafana/data';
import { Alert, Stack } from '@grafana/ui';
import React, { useMemo } from 'react';
import { eventsOf } from '../annotations/events';
import { type PanelProps } from '../panels/shared';
import { ResultPanel } from './ResultPanel';

interface Props {
  data: PanelData;
  volume?: PanelData;
  onZoom: (from: number, to: number) => void;
  /** A label of a log line was clicked. */
  onFilter: PanelProps['onFilter'];
}

const HEIGHTS = { timeseries: 400, table: 400, logs: 500, volume: 150 };

/** Frames in the views they prefer; those that say nothing are a table, and a graph too where they can be. */
export function ExploreResults({ data, volume, onZoom, onFilter }: Props) {
  const parts = useMemo(() => partsOf(data.series), [data.series]);
  const marks = useMemo(() => eventsOf(data.annotations ?? [], true), [data.annotations]);
  const errors = data.errors ?? (data.error ? [data.error] : []);
  const common = { data, marks, onZoom };
  const nothing = data.state === LoadingState.Done && data.series.every(({ length }) => length === 0);
  return (
    <Stack direction="column" gap={1}>
      {errors.map(({ refId, message }, i) => (
        <Alert key={i} severity="error" title={refId ? `Query error (${refId})` : 'Query error'}>
          {message}
        </Alert>
      ))}
      {parts.graph.length > 0 && (
        <ResultPanel title="Graph" type="timeseries" frames={parts.graph} height={HEIGHTS.timeseries} {...common} />
      )}
      {parts.logs.length > 0 && volume && (
        <ResultPanel
          title="Logs volume"
          type="timeseries"
          {...common}
          data={volume}
          marks={[]}
          frames={volume.series}
          height={HEIGHTS.volume}
          bars
        />
      )}
      {parts.logs.length > 0 && (
        <ResultPanel
          title="Logs"
          type="logs"
          frames={parts.logs}
          height={HEIGHTS.logs}
          {...common}
          onFilter={onFilter}
        />
      )}
      {parts.table.length > 0 && (
        <ResultPanel title="Table" type="table" frames={parts.table} height={HEIGHTS.table} {...common} />
      )}
      {nothing && parts.table.length + parts.graph.length + parts.logs.length === 0 && errors.length === 0 && (
        <ResultPanel title="Result" type="table" frames={[]} height={120} {...common} />
      )}
    </Stack>
  );
}

function partsOf(frames: DataFrame[]) {
  const parts: Record<'graph' | 'logs' | 'table', DataFrame[]> = { graph: [], logs: [], table: [] };
  for (const frame of frames) {
    switch (frame.meta?.preferredVisualisationType) {
      case 'logs':
        parts.logs.push(frame);
        break;
      case 'graph':
        parts.graph.push(frame);
        break;
      case 'table':
        parts.table.push(frame);
        break;
      default:
        parts.table.push(frame);
        if (isTimeSeries(frame)) {
          parts.graph.push(frame);
        }
    }
  }
  return parts;
}

/** Time and numbers, nothing else. */
function isTimeSeries({ fields }: DataFrame): boolean {
  const count = (type: FieldType) => fields.filter((field) => field.type === type).length;
  return count(FieldType.time) > 0 && count(FieldType.number) > 0 && count(FieldType.string) === 0;
}
