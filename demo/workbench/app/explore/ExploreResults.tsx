import { css } from '@emotion/css';
import { type DataFrame, FieldType, LoadingState, type PanelData } from '@grafana/data';
import { Alert, Stack } from '@grafana/ui';
import React, { useMemo } from 'react';
import { eventsOf } from '../annotations/events';
import { PanelFrame } from '../panels/PanelFrame';
import { type PanelProps, useBox } from '../panels/shared';

interface Props extends Pick<PanelProps, 'onZoom'> {
  data: PanelData;
}

interface ViewProps extends Props {
  title: string;
  type: string;
  frames: DataFrame[];
  height?: number;
}

const OPTIONS = { tooltip: { mode: 'multi' } };

/** Frames in their preferred views. Without a preference, as a table, and as a graph if possible. */
export function ExploreResults(props: Props) {
  const { data } = props;
  const errors = data.errors ?? (data.error ? [data.error] : []);
  const frames = useMemo(() => {
    const preferring = (...views: Array<string | undefined>) =>
      data.series.filter(({ meta }) => views.includes(meta?.preferredVisualisationType));
    const graph = [...preferring('graph'), ...preferring(undefined).filter(isTimeSeries)];
    const states = data.series.filter(({ meta }) => meta?.preferredVisualisationPluginId === 'state-timeline');
    const rest = (frames: DataFrame[]) => frames.filter((frame) => !states.includes(frame));
    return { states, graph: rest(graph), logs: preferring('logs'), table: rest(preferring('table', undefined)) };
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
      {frames.states.length > 0 && (
        <View {...props} title="State timeline" type="state-timeline" frames={frames.states} />
      )}
      {frames.logs.length > 0 && <View {...props} title="Logs" type="logs" frames={frames.logs} height={100} />}
      {(frames.table.length > 0 || hasNothing) && <View {...props} title="Table" type="table" frames={frames.table} />}
    </Stack>
  );
}

function View({ frames, height = 400, ...props }: ViewProps) {
  const box = useBox();
  const marks = useMemo(() => eventsOf(props.data.annotations ?? [], true), [props.data]);
  return (
    <div className={css({ height })}>
      <PanelFrame {...props} {...{ box, marks, frames }} options={OPTIONS} />
    </div>
  );
}

/** Only time and numbers. */
function isTimeSeries({ fields }: DataFrame): boolean {
  const has = (type: FieldType) => fields.some((field) => field.type === type);
  return has(FieldType.time) && has(FieldType.number) && !has(FieldType.string);
}
