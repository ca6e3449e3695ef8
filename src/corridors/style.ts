import { type FieldConfig } from '@grafana/data';
import { type Band } from '../query/query';

/**
 * Colours of the series, by Grafana's names, which fit both themes. Red is for outliers and alerts, green for metrics without
 * problems.
 */
const COLORS = ['blue', 'orange', 'purple', 'yellow', 'semi-dark-green', 'light-blue', 'dark-orange', 'light-purple'];

/** The main corridor is where behaviour usually is, so it is strong; sup and inf only hint. */
const FILL: Record<Band, number> = { main: 22, sup: 9, inf: 9 };

function colorOf(place: number): FieldConfig['color'] {
  return { mode: 'fixed', fixedColor: COLORS[place % COLORS.length] };
}

/** Values that are stacked would not be in their corridors. A panel may change what it is given, so each field has its own. */
const unstacked = () => ({ stacking: { mode: 'none' } });

/** How edges and outliers are drawn, whatever the panel's options for lines. @param isRead whether the tooltip has it */
const ownLook = (isRead: boolean) => ({
  ...unstacked(),
  lineWidth: 0,
  spanNulls: false,
  hideFrom: { legend: true, tooltip: !isRead, viz: false },
});

/** How the line is drawn is the panel's choice. @param place null if the color is the panel's choice, too */
export function valueConfig(place: number | null): FieldConfig {
  return place === null ? { custom: unstacked() } : { color: colorOf(place), custom: unstacked() };
}

/**
 * @param partner the display name of the lower edge, to fill down to; only of an upper edge
 * @param strength of the fill: a forecast has less
 */
export function bandConfig(place: number, band: Band, partner?: string, strength = 1): FieldConfig {
  const line = { ...ownLook(band === 'main'), drawStyle: 'line', pointSize: 1, showPoints: 'never' };
  const fill =
    partner === undefined ? { fillOpacity: 0 } : { fillOpacity: FILL[band] * strength, fillBelowTo: partner };
  return { color: colorOf(place), custom: { ...line, ...fill } };
}

export function outlierConfig(): FieldConfig {
  return {
    color: { mode: 'fixed', fixedColor: 'red' },
    custom: { ...ownLook(false), drawStyle: 'points', showPoints: 'always', pointSize: 5, fillOpacity: 0 },
  };
}

/** The deviation has another scale than the values: an axis of its own, on the right. */
export function deviationConfig(): FieldConfig {
  return {
    color: { mode: 'fixed', fixedColor: 'super-light-purple' },
    decimals: 1,
    custom: {
      ...unstacked(),
      drawStyle: 'line',
      lineWidth: 1,
      fillOpacity: 8,
      showPoints: 'never',
      spanNulls: false,
      axisPlacement: 'right',
    },
  };
}

/** The line of values that are not data of their time. */
export function dashedConfig({ custom, ...config }: FieldConfig): FieldConfig {
  return {
    ...config,
    custom: {
      ...custom,
      lineWidth: 1,
      showPoints: 'never',
      fillOpacity: 0,
      lineStyle: { fill: 'dash', dash: [6, 6] },
    },
  };
}
