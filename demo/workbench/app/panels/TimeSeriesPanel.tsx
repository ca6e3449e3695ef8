import { DashboardCursorSync, type DataFrame, FieldType } from '@grafana/data';
import { LegendDisplayMode, SortOrder, TooltipDisplayMode, type VizLegendOptions } from '@grafana/schema';
import { TimeSeries, TooltipPlugin, ZoomPlugin } from '@grafana/ui';
import React, { useMemo } from 'react';
import { AnnotationLayer } from './AnnotationLayer';
import { NoData, type PanelProps } from './shared';

interface Options {
  legend?: Partial<VizLegendOptions>;
  tooltip?: { mode?: TooltipDisplayMode; sort?: SortOrder };
}

const LEGEND = { showLegend: true, displayMode: LegendDisplayMode.List, placement: 'bottom' as const, calcs: [] };
const sync = () => DashboardCursorSync.Crosshair;

/** Lines, bands, bars, and points over time, with zooming by dragging, a tooltip, and annotations. */
export function TimeSeriesPanel({ data, frames: all, marks, width, height, timeRange, options, onZoom }: PanelProps) {
  const frames = useMemo(() => all.filter(isGraphable), [all]);
  const { tooltip, legend: stored } = options as Options;
  const legend = useMemo(() => ({ ...LEGEND, ...stored }), [stored]);
  const { mode = TooltipDisplayMode.Single, sort: sortOrder = SortOrder.None } = tooltip ?? {};
  return frames.length === 0 ? (
    <NoData data={data} />
  ) : (
    <TimeSeries {...{ frames, timeRange, width, height, legend, options }} timeZone="browser">
      {(config, aligned) => (
        <>
          <ZoomPlugin {...{ config, onZoom }} />
          {mode !== TooltipDisplayMode.None && (
            <TooltipPlugin {...{ config, frames, mode, sortOrder, sync }} data={aligned} timeZone="browser" />
          )}
          <AnnotationLayer {...{ config, marks }} />
        </>
      )}
    </TimeSeries>
  );
}

function isGraphable(frame: DataFrame): boolean {
  const has = (...types: FieldType[]) => frame.fields.some(({ type }) => types.includes(type));
  return frame.length > 0 && has(FieldType.time) && has(FieldType.number, FieldType.enum);
}
