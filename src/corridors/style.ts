import { type FieldConfig } from '@grafana/data';
import { type Band } from '../query/query';

/**
 * Colours of the series, by Grafana's names, which fit both themes. Red is left to outliers and alerts, green to what is
 * well.
 */
const COLORS = ['blue', 'orange', 'purple', 'yellow', 'semi-dark-green', 'light-blue', 'dark-orange', 'light-purple'];

/** The main corridor is where behaviour usually is, so it stands out; sup and inf only hint. */
const FILL: Record<Band, number> = { main: 22, sup: 9, inf: 9 };

function colorOf(place: number): FieldConfig['color'] {
  return { mode: 'fixed', fixedColor: COLORS[place % COLORS.length] };
}

/**
 * How the line is drawn is the panel's choice; but stacked it would not lie in its corridors.
 *
 * @param place null where the colour is the panel's choice, too
 */
export function valueConfig(place: number | null): FieldConfig {
  return { ...(place === null ? {} : { color: colorOf(place) }), custom: { stacking: { mode: 'none' } } };
}

/** @param partner the display name of the lower edge, to fill down to; only of an upper edge */
export function bandConfig(place: number, band: Band, partner?: string): FieldConfig {
  return {
    color: colorOf(place),
    custom: {
      drawStyle: 'line',
      lineWidth: 0,
      pointSize: 1,
      showPoints: 'never',
      fillOpacity: partner === undefined ? 0 : FILL[band],
      spanNulls: false,
      stacking: { mode: 'none' },
      hideFrom: { legend: true, tooltip: false, viz: false },
      ...(partner === undefined ? {} : { fillBelowTo: partner }),
    },
  };
}

export function outlierConfig(): FieldConfig {
  return {
    color: { mode: 'fixed', fixedColor: 'red' },
    custom: {
      drawStyle: 'points',
      showPoints: 'always',
      pointSize: 5,
      lineWidth: 0,
      fillOpacity: 0,
      spanNulls: false,
      stacking: { mode: 'none' },
      hideFrom: { legend: true, tooltip: false, viz: false },
    },
  };
}

/** The deviation has another scale than the values: an axis of its own, on the right. */
export function deviationConfig(): FieldConfig {
  return {
    color: { mode: 'fixed', fixedColor: 'super-light-purple' },
    decimals: 1,
    custom: {
      drawStyle: 'line',
      lineWidth: 1,
      fillOpacity: 8,
      showPoints: 'never',
      spanNulls: false,
      stacking: { mode: 'none' },
      axisPlacement: 'right',
    },
  };
}

/** What is no data of its time. */
export function dashedConfig({ custom, ...config }: FieldConfig): FieldConfig {
  return {
    ...config,
    custom: {
      ...custom,
      lineWidth: 1,
      showPoints: 'never',
      fillOpacity: (custom?.fillOpacity ?? 0) / 2,
      lineStyle: { fill: 'dash', dash: [6, 6] },
    },
  };
}
