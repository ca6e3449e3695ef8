import { css } from '@emotion/css';
import { type DataFrame, FieldColorModeId, FieldType, LoadingState, type PanelData } from '@grafana/data';
import { Alert, Stack } from '@grafana/ui';
import React, { useMemo } from 'react';
import { eventsOf } from '../annotations/events';
import { LEVEL_COLORS } from '../panels/LogsPanel';
import { PanelFrame } from '../panels/PanelFrame';
import { type PanelProps, useBox } from '../panels/shared';

interface Props extends Pick<PanelProps, 'onZoom' | 'onFilter'> {
  data: PanelData;
  volume?: PanelData;
}

interface ViewProps extends Omit<Props, 'volume'> {
  title: string;
  type: string;
  frames: DataFrame[];
  height?: number;
  isVolume?: boolean;
}

const OPTIONS = { tooltip: { mode: 'multi' } };
/** Stacked bars, for a volume over time. */
const BARS = { drawStyle: 'bars', fillOpacity: 100, lineWidth: 0, stacking: { mode: 'normal', group: 'A' } };
const VOLUME = { defaults: { custom: BARS }, overrides: [] };

/** Frames in the views they prefer; those that prefer none are a table, and a graph too where they can be. */
export function ExploreResults({ volume, onFilter, ...props }: Props) {
  const { data } = props;
  const errors = data.errors ?? (data.error ? [data.error] : []);
  const frames = useMemo(() => {
    const preferring = (...views: Array<string | undefined>) =>
      data.series.filter(({ meta }) => views.includes(meta?.preferredVisualisationType));
    const graph = [...preferring('graph'), ...preferring(undefined).filter(isTimeSeries)];
    return { graph, logs: preferring('logs'), table: preferring('table', undefined) };
  }, [data.series]);
  const hasNothing = data.state === LoadingState.Done && data.series.length === 0 && errors.length === 0;
  return (
    <Stack direction="column" gap={1}>
      {errors.map(({ refId, message }, i) => (
        <Alert key={i} severity="error" title={refId ? `Query error (${refId})` : 'Query error'}>
          {message}
        </Alert>
      ))}
      {frames.graph.length > 0 && <View {...props} title="Graph" type="timeseries" frames={frames.graph} />}
      {frames.logs.length > 0 && volume && (
        <View
          {...props}
          title="Logs volume"
          type="timeseries"
          data={volume}
          frames={volume.series}
          height={150}
          isVolume
        />
      )}
      {frames.logs.length > 0 && <View {...props} {...{ onFilter }} title="Logs" type="logs" frames={frames.logs} />}
      {(frames.table.length > 0 || hasNothing) && <View {...props} title="Table" type="table" frames={frames.table} />}
    </Stack>
  );
}

function View({ frames, height = 400, isVolume, ...props }: ViewProps) {
  const box = useBox();
  const shown = useMemo(() => (isVolume ? frames.map(byLevel) : frames), [isVolume, frames]);
  const marks = useMemo(() => eventsOf(props.data.annotations ?? [], true), [props.data]);
  return (
    <div className={css({ height })}>
      <PanelFrame
        {...props}
        {...{ box, marks }}
        frames={shown}
        options={OPTIONS}
        fieldConfig={isVolume ? VOLUME : undefined}
      />
    </div>
  );
}

/** A volume's numbers are named and colored by their level. */
function byLevel(frame: DataFrame): DataFrame {
  const fields = frame.fields.map((field) => {
    const level = field.labels?.level;
    const color = { mode: FieldColorModeId.Fixed, fixedColor: LEVEL_COLORS[level ?? ''] ?? 'gray' };
    return level ? { ...field, config: { ...field.config, displayName: level, color } } : field;
  });
  return { ...frame, fields };
}

/** Time and numbers, nothing else. */
function isTimeSeries({ fields }: DataFrame): boolean {
  const has = (type: FieldType) => fields.some((field) => field.type === type);
  return has(FieldType.time) && has(FieldType.number) && !has(FieldType.string);
}
