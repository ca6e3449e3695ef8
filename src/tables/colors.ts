import { type FieldConfig, MappingType, type ValueMapping } from '@grafana/data';
import { lookUp } from '../query/lookUp';

/** Colours by Grafana's names, which have a shade for either theme. */
export const IMPACT_COLORS = {
  low: 'blue',
  medium: 'dark-yellow',
  high: 'dark-orange',
  severe: 'semi-dark-red',
} as const;

/** The service's own scale, whose names say the colours; anomalies have low, medium and severe. */
export const SEVERITY_COLORS = {
  green: 'semi-dark-green',
  yellow: 'dark-yellow',
  orange: 'semi-dark-orange',
  red: 'red',
  blood_red: 'dark-red',
} as const;

/** For a value that no list names. */
export const OTHER_COLOR = 'text';

export function colorOf(value: string | null): string {
  return lookUp<string>(IMPACT_COLORS, value) ?? lookUp<string>(SEVERITY_COLORS, value) ?? '#8e8e8e';
}

/** Colours for the texts of a field; a text that is not among them keeps the theme's text colour. */
export function coloredTexts(colors: Readonly<Record<string, string>>): FieldConfig {
  const mapping: ValueMapping = {
    type: MappingType.ValueToText,
    options: Object.fromEntries(Object.entries(colors).map(([value, color], index) => [value, { color, index }])),
  };
  return { mappings: [mapping], color: { mode: 'fixed', fixedColor: OTHER_COLOR } };
}

/** Bars that stand on the time from a bucket's start on. */
export function barConfig(color: string): FieldConfig {
  return {
    color: { mode: 'fixed', fixedColor: color },
    custom: {
      drawStyle: 'bars',
      barAlignment: 1,
      barWidthFactor: 0.9,
      lineWidth: 0,
      fillOpacity: 80,
      showPoints: 'never',
      stacking: { mode: 'normal', group: 'A' },
    },
  };
}
