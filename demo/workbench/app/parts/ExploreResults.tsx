import { css } from '@emotion/css';
import { type DataFrame, FieldType, LoadingState } from '@grafana/data';
import { Alert, Stack } from '@grafana/ui';
import { groupBy } from 'lodash';
import React, { useMemo } from 'react';
import { eventsOf } from '../dashboard/annotations';
import { PanelFrame } from '../panels/PanelFrame';
import { type PanelProps, useBox } from '../panels/shared';

type Props = Pick<PanelProps, 'data' | 'onZoom'>;

/** Grafana's order of the views of a result, with their panels. */
const VIEWS = { Graph: 'timeseries', 'State timeline': 'state-timeline', Logs: 'logs', Table: 'table' };
type ViewName = keyof typeof VIEWS;

const OPTIONS = { tooltip: { mode: 'multi' } };

/** Frames in their preferred views. Without a preference, as a table, and as a graph if possible. */
export function ExploreResults({ data, onZoom }: Props) {
  const errors = data.errors ?? (data.error ? [data.error] : []);
  const frames = useMemo(() => {
    const all = data.series.flatMap((frame) => viewsOf(frame).map((view) => ({ view, frame })));
    return groupBy(all, 'view');
  }, [data.series]);
  const hasNothing = data.state === LoadingState.Done && data.series.length === 0 && errors.length === 0;
  const views = (Object.keys(VIEWS) as ViewName[]).filter((view) => frames[view] || (hasNothing && view === 'Table'));
  return (
    <Stack direction="column" gap={1}>
      {errors.map(({ refId, message }, i) => (
        <Alert key={i} severity="error" title={refId ? `Query error (${refId})` : 'Query error'}>
          {message}
        </Alert>
      ))}
      {views.map((view) => (
        <View key={view} {...{ data, onZoom, view }} frames={frames[view] ?? []} />
      ))}
    </Stack>
  );
}

const PREFERRED: Record<string, ViewName> = { graph: 'Graph', logs: 'Logs', table: 'Table' };

function viewsOf({ fields, meta }: DataFrame): ViewName[] {
  if (meta?.preferredVisualisationPluginId === 'state-timeline') {
    return ['State timeline'];
  }
  const preferred = PREFERRED[meta?.preferredVisualisationType ?? ''];
  const has = (type: FieldType) => fields.some((field) => field.type === type);
  const isTimeSeries = has(FieldType.time) && has(FieldType.number) && !has(FieldType.string);
  return preferred ? [preferred] : isTimeSeries ? ['Graph', 'Table'] : ['Table'];
}

function View({ data, onZoom, view, frames }: Props & { view: ViewName; frames: Array<{ frame: DataFrame }> }) {
  const box = useBox();
  const marks = useMemo(() => eventsOf(data.annotations), [data]);
  const own = useMemo(() => frames.map(({ frame }) => frame), [frames]);
  return (
    <div className={css({ height: view === 'Logs' ? 100 : 400 })}>
      <PanelFrame {...{ box, data, marks, onZoom }} title={view} type={VIEWS[view]} frames={own} options={OPTIONS} />
    </div>
  );
}
