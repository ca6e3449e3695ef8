import { FieldColorModeId, type FieldConfigSource, ThresholdsMode } from '@grafana/data';

const BY_THRESHOLDS = ['stat', 'table'];

/** A panel's field options, on top of Grafana's defaults for its type. No two panels share an object. */
export function withDefaults(type: string, fieldConfig?: FieldConfigSource): FieldConfigSource {
  const { defaults, overrides = [] } = fieldConfig ?? {};
  const mode = BY_THRESHOLDS.includes(type) ? FieldColorModeId.Thresholds : FieldColorModeId.PaletteClassic;
  const steps = [
    { color: 'green', value: -Infinity },
    { color: 'red', value: 80 },
  ];
  return {
    defaults: {
      color: { mode },
      thresholds: { mode: ThresholdsMode.Absolute, steps },
      ...defaults,
      custom: { ...(type === 'timeseries' && lines()), ...defaults?.custom },
    },
    overrides,
  };
}

function lines() {
  return {
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
}
