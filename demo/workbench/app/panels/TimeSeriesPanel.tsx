import { DashboardCursorSync, type DataFrame, FieldType } from '@grafana/data';
import { LegendDisplayMode, SortOrder, TooltipDisplayMode, type VizLegendOptions } from '@grafana/schema';
import { TimeSeries, TooltipPlugin, ZoomPlugin } from '@grafana/ui';
import React, { useCallback, useMemo } from 'react';
import { AnnotationLayer } from './AnnotationLayer';
import { NoData, type PanelProps, TIME_ZONE } from './shared';

const LEGEND = { showLegend: true, displayMode: LegendDisplayMode.List, placement: 'bottom' as const, calcs: [] };
const sync = () => DashboardCursorSync.Crosshair;

/** Lines, bands, bars and points over time, with annotations; dragging zooms, a double click zooms out. */
export function TimeSeriesPanel({ data, frames, marks, width, height, timeRange, options, onZoom }: PanelProps) {
  const graphable = useMemo(() => frames.filter(isGraphable), [frames]);
  const zoom = useCallback(({ from, to }: { from: number; to: number }) => onZoom(from, to), [onZoom]);
  const legend = useMemo(() => ({ ...LEGEND, ...(options.legend as Partial<VizLegendOptions>) }), [options.legend]);
  const tooltip = { mode: TooltipDisplayMode.Single, sort: SortOrder.None, ...(options.tooltip as object) };
  if (graphable.length === 0) {
    return <NoData data={data} />;
  }
  return (
    <TimeSeries
      frames={graphable}
      structureRev={undefined}
      timeRange={timeRange}
      timeZone={TIME_ZONE}
      width={width}
      height={height}
      legend={legend}
      options={options}
    >
      {(config, aligned) => (
        <>
          <ZoomPlugin config={config} onZoom={zoom} />
          {tooltip.mode !== TooltipDisplayMode.None && (
            <TooltipPlugin
              config={config}
              data={aligned}
              frames={graphable}
              mode={tooltip.mode}
              sortOrder={tooltip.sort}
              sync={sync}
              timeZone={TIME_ZONE}
            />
          )}
          <AnnotationLayer config={config} marks={marks} />
        </>
      )}
    </TimeSeries>
  );
}

function isGraphable(frame: DataFrame): boolean {
  const has = (...types: FieldType[]) => frame.fields.some(({ type }) => types.includes(type));
  return frame.length > 0 && has(FieldType.time) && has(FieldType.number, FieldType.enum);
}
