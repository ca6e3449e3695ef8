import { type DataFrame, FieldType } from '@grafana/data';
import { TimeSeries } from '@grafana/ui';
import React, { useMemo } from 'react';
import { PlotParts } from './PlotParts';
import { legendOf, NoData, type PanelProps } from './shared';

/** Lines, bands, bars, and points over time. */
export function TimeSeriesPanel({ data, frames: all, width, height, timeRange, options, ...rest }: PanelProps) {
  const frames = useMemo(() => all.filter(isGraphable), [all]);
  const legend = useMemo(() => legendOf(options), [options]);
  return frames.length === 0 ? (
    <NoData data={data} />
  ) : (
    <TimeSeries {...{ frames, timeRange, width, height, legend, options }} timeZone="browser">
      {(config, aligned) => <PlotParts {...{ config, frames, options, ...rest }} data={aligned} />}
    </TimeSeries>
  );
}

function isGraphable(frame: DataFrame): boolean {
  const has = (...types: FieldType[]) => frame.fields.some(({ type }) => types.includes(type));
  return frame.length > 0 && has(FieldType.time) && has(FieldType.number, FieldType.enum);
}
