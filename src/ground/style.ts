import { type FieldConfig } from '@grafana/data';
import { type Band } from './query';

/**
 * Colors of the series, by Grafana's names, for both themes. Red is for outliers and alerts, green for metrics without
 * problems.
 */
const COLORS = ['blue', 'orange', 'purple', 'yellow', 'semi-dark-green', 'light-blue', 'dark-orange', 'light-purple'];

/** The main corridor is the most frequent behavior, so it is strong. sup and inf are only hints. */
const FILL: Record<Band, number> = { main: 22, sup: 9, inf: 9 };

function colorOf(place: number): FieldConfig['color'] {
  return { mode: 'fixed', fixedColor: COLORS[place % COLORS.length] };
}

/** Stacked values would not be in their corridors. A panel may modify the object, so each field has its own. */
const unstacked = () => ({ stacking: { mode: 'none' } });

/** The look of edges and outliers, whatever the panel's options for lines. @param isRead whether the tooltip shows it */
const ownLook = (isRead: boolean) => ({
  ...unstacked(),
  lineWidth: 0,
  spanNulls: false,
  hideFrom: { legend: true, tooltip: !isRead, viz: false },
});

/** The panel chooses how the line is drawn. @param place null if it also chooses the color */
export function valueConfig(place: number | null): FieldConfig {
  return place === null ? { custom: unstacked() } : { color: colorOf(place), custom: unstacked() };
}

/**
 * @param partner the display name of the lower edge, to fill down to; only for an upper edge
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

/** The deviation has another scale than the values, so it has its own axis on the right. */
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

/** The line of values from another time. */
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
