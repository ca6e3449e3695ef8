import { type DataFrame, FieldType } from '@grafana/data';
import { LegendDisplayMode, type VizLegendOptions } from '@grafana/schema';
import { TimeSeries } from '@grafana/ui';
import React, { useMemo } from 'react';
import { PlotParts } from './plot';
import { NoData, type PanelProps, TIME_ZONE } from './shared';

const LEGEND = { showLegend: true, displayMode: LegendDisplayMode.List, placement: 'bottom' as const, calcs: [] };

/** Lines, bands, bars, and points over time. */
export function TimeSeriesPanel({ data, frames: all, marks, width, height, timeRange, options, onZoom }: PanelProps) {
  const frames = useMemo(() => all.filter(isGraphable), [all]);
  const legend = useMemo(() => ({ ...LEGEND, ...(options.legend as Partial<VizLegendOptions>) }), [options.legend]);
  return frames.length === 0 ? (
    <NoData data={data} />
  ) : (
    <TimeSeries {...{ frames, timeRange, width, height, legend, options }} timeZone={TIME_ZONE}>
      {(config, aligned) => <PlotParts {...{ config, aligned, frames, marks, options, onZoom }} />}
    </TimeSeries>
  );
}

function isGraphable(frame: DataFrame): boolean {
  const has = (...types: FieldType[]) => frame.fields.some(({ type }) => types.includes(type));
  return frame.length > 0 && has(FieldType.time) && has(FieldType.number, FieldType.enum);
}
