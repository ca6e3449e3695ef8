import { DashboardCursorSync, type DataFrame } from '@grafana/data';
import { SortOrder, TooltipDisplayMode } from '@grafana/schema';
import { TooltipPlugin, type UPlotConfigBuilder, ZoomPlugin } from '@grafana/ui';
import React from 'react';
import { AnnotationLayer } from './AnnotationLayer';
import { type PanelProps } from './shared';

interface Props extends Pick<PanelProps, 'marks' | 'options' | 'onZoom'> {
  config: UPlotConfigBuilder;
  data: DataFrame;
  frames: DataFrame[];
}

const sync = () => DashboardCursorSync.Crosshair;

/** The common parts of plots over time: zooming by dragging, a tooltip, and annotations. */
export function PlotParts({ config, data, frames, marks, options, onZoom }: Props) {
  const tooltip = options.tooltip as { mode?: TooltipDisplayMode; sort?: SortOrder } | undefined;
  const { mode = TooltipDisplayMode.Single, sort: sortOrder = SortOrder.None } = tooltip ?? {};
  return (
    <>
      <ZoomPlugin {...{ config, onZoom }} />
      {mode !== TooltipDisplayMode.None && (
        <TooltipPlugin {...{ config, data, frames, mode, sortOrder, sync }} timeZone="browser" />
      )}
      <AnnotationLayer {...{ config, marks }} />
    </>
  );
}
