import { DashboardCursorSync, type DataFrame } from '@grafana/data';
import { SortOrder, TooltipDisplayMode } from '@grafana/schema';
import { TooltipPlugin, type UPlotConfigBuilder, ZoomPlugin } from '@grafana/ui';
import React from 'react';
import { AnnotationLayer } from './AnnotationLayer';
import { type PanelProps, TIME_ZONE } from './shared';

interface Props extends Pick<PanelProps, 'marks' | 'options' | 'onZoom'> {
  config: UPlotConfigBuilder;
  aligned: DataFrame;
  frames: DataFrame[];
}

const sync = () => DashboardCursorSync.Crosshair;

/** The common parts of plots over time: zooming by dragging, a tooltip, and annotations. */
export function PlotParts({ config, aligned, frames, marks, options, onZoom }: Props) {
  const { mode, sort } = {
    mode: TooltipDisplayMode.Single,
    sort: SortOrder.None,
    ...(options.tooltip as { mode?: TooltipDisplayMode; sort?: SortOrder } | undefined),
  };
  return (
    <>
      <ZoomPlugin config={config} onZoom={({ from, to }) => onZoom(from, to)} />
      {mode !== TooltipDisplayMode.None && (
        <TooltipPlugin data={aligned} timeZone={TIME_ZONE} sortOrder={sort} {...{ config, frames, mode, sync }} />
      )}
      <AnnotationLayer config={config} marks={marks} />
    </>
  );
}
