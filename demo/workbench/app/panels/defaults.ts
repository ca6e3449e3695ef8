import { FieldColorModeId, type FieldConfigSource, ThresholdsMode } from '@grafana/data';
import { merge } from 'lodash';

const THRESHOLDS = {
  mode: ThresholdsMode.Absolute,
  steps: [
    { color: 'green', value: -Infinity },
    { color: 'red', value: 80 },
  ],
};

const LINES = {
  drawStyle: 'line',
  lineInterpolation: 'linear',
  lineWidth: 1,
  fillOpacity: 0,
  gradientMode: 'none',
  spanNulls: false,
  showPoints: 'auto',
  pointSize: 5,
  axisPlacement: 'auto',
  axisGridShow: true,
  stacking: { mode: 'none', group: 'A' },
  hideFrom: { viz: false, legend: false, tooltip: false },
  thresholdsStyle: { mode: 'off' },
};

/** A panel's field options on top of those that Grafana gives every panel of its type. */
export function withDefaults(type: string, fieldConfig?: FieldConfigSource): FieldConfigSource {
  const byThresholds = type === 'stat' || type === 'gauge' || type === 'bargauge' || type === 'table';
  return {
    defaults: merge(
      {
        color: { mode: byThresholds ? FieldColorModeId.Thresholds : FieldColorModeId.PaletteClassic },
        thresholds: THRESHOLDS,
        custom: type === 'timeseries' || type === 'barchart' ? LINES : {},
      },
      fieldConfig?.defaults
    ),
    overrides: fieldConfig?.overrides ?? [],
  };
}
