import { type FieldConfig } from '@grafana/data';
import { config } from '@grafana/runtime';
import { mapValues } from 'lodash';
import { lookUp } from '../ground/shapes';
import { textMapping, wordOf } from './words';

type Impact = 'low' | 'medium' | 'high' | 'severe';
type Severity = 'green' | 'yellow' | 'orange' | 'red' | 'blood_red';
type Word = Impact | Severity;

/** The steps of the scale. An impact is never the last one. */
type Step = Impact | 'verySevere';

/**
 * One scale for impacts and severities: worse values have more contrast with the background, at least 3 to 1 for bars,
 * marks, and lanes. In the dark theme, Grafana's lighter shades are paler, which looks harmless. Therefore, worse values
 * are brighter and no less saturated, and milder ones are darker than Grafana's.
 */
const STEP_COLORS: Record<'dark' | 'light', Record<Step, string>> = {
  dark: {
    low: '#2763c4',
    medium: '#7e6d00',
    high: '#cb4c06',
    severe: '#e8384c',
    verySevere: '#ff4d57',
  },
  light: { low: 'light-blue', medium: '#ad8500', high: 'dark-orange', severe: 'red', verySevere: 'dark-red' },
};

/** Words have a contrast of at least 4.5 to 1, which these steps lack. */
const WORD_COLORS = {
  dark: { low: '#4281e4', medium: '#a88500', high: '#ed680f', severe: '#ff5f64', verySevere: '#ff6b71' },
  light: { low: '#2e6dd0', medium: '#886700', high: '#b54100', severe: 'semi-dark-red' },
} as const;

/** The step of each impact and severity. The service names severities after other colors. Normal has none. */
const STEP_OF: Record<Word, Step | null> = {
  low: 'low',
  medium: 'medium',
  high: 'high',
  severe: 'severe',
  green: null,
  yellow: 'medium',
  orange: 'high',
  red: 'severe',
  blood_red: 'verySevere',
};

/** Neither good nor bad. */
export const NEUTRAL = '#8e8e8e';

/** For an undocumented value. */
const OTHER_COLOR = 'text';

const modeOf = (isDark: boolean) => (isDark ? 'dark' : 'light');

/**
 * The color of a bar, a mark, or a lane for an impact or severity, in the theme with which Grafana was loaded. Anomalies
 * have low, medium, and severe.
 */
export function colorOf(value: string | null, isDark = config.theme2.isDark): string {
  const step = lookUp<Step | null>(STEP_OF, value);
  return step ? STEP_COLORS[modeOf(isDark)][step] : NEUTRAL;
}

/** The colors of words in that theme. */
export function wordColors(isDark = config.theme2.isDark): Readonly<Record<Word, string>> {
  const mode = modeOf(isDark);
  const colors: Record<Step, string> = { ...STEP_COLORS[mode], ...WORD_COLORS[mode] };
  return mapValues(STEP_OF, (step) => (step ? colors[step] : OTHER_COLOR));
}

/** Colors for the words of a column, in the theme with which Grafana was loaded. Other texts keep the theme's text color. */
export function coloredWords(isDark = config.theme2.isDark): FieldConfig {
  return coloredTexts(wordColors(isDark));
}

/** Colors for the texts of a field, which are in the user's language. Other texts keep the theme's text color. */
export function coloredTexts(colors: Readonly<Record<string, string>>): FieldConfig {
  const mapping = textMapping(
    Object.entries(colors).map(([value, color]) => {
      const text = wordOf(value);
      return [value, text === value ? { color } : { color, text }];
    })
  );
  return { mappings: [mapping], color: { mode: 'fixed', fixedColor: OTHER_COLOR } };
}

/** Bars that begin at the start of their bucket. */
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
