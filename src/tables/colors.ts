import { type FieldConfig, MappingType, type ValueMapping } from '@grafana/data';
import { config } from '@grafana/runtime';
import { lookUp } from '../query/shapes';
import { wordOf } from './words';

/**
 * The worst but one: on it Grafana's light text has 4.6 to 1, and it has 3.5 to 1 against a dark panel. Of Grafana's own
 * reds `semi-dark-red` is too light for the text, and `dark-red` too near to what is worse.
 */
const RED = '#d62a3f';

/** Colours of bars, marks and filled cells, mostly by Grafana's names, which have a shade for either theme. */
export const IMPACT_COLORS = {
  low: 'blue',
  medium: 'dark-yellow',
  high: 'dark-orange',
  severe: RED,
} as const;

/** The service's own scale, whose names say the colours; anomalies have low, medium and severe. */
export const SEVERITY_COLORS = {
  green: 'semi-dark-green',
  yellow: 'dark-yellow',
  orange: 'semi-dark-orange',
  red: RED,
  blood_red: '#ad1126',
} as const;

export type Word = keyof typeof IMPACT_COLORS | keyof typeof SEVERITY_COLORS;

/**
 * Colours of words, at least 4.5 to 1 against a panel: no shade of Grafana's is that in both themes, and of yellow and
 * orange none is in the light one.
 */
const WORD_COLORS: Record<'dark' | 'light', Record<Word, string>> = {
  dark: {
    low: 'blue',
    medium: 'dark-yellow',
    high: 'dark-orange',
    severe: 'red',
    green: 'semi-dark-green',
    yellow: 'dark-yellow',
    orange: 'semi-dark-orange',
    red: 'light-red',
    blood_red: 'red',
  },
  light: {
    low: 'semi-dark-blue',
    medium: '#7a5c00',
    high: '#ad4300',
    severe: 'semi-dark-red',
    green: 'dark-green',
    yellow: '#7a5c00',
    orange: '#ad4300',
    red: 'semi-dark-red',
    blood_red: 'dark-red',
  },
};

/** The colours of words in the theme that Grafana was loaded with. */
export function wordColors(isDark = config.theme2.isDark): Readonly<Record<Word, string>> {
  return WORD_COLORS[isDark ? 'dark' : 'light'];
}

/** For a value that no list names. */
const OTHER_COLOR = 'text';

export function colorOf(value: string | null): string {
  return lookUp<string>(IMPACT_COLORS, value) ?? lookUp<string>(SEVERITY_COLORS, value) ?? '#8e8e8e';
}

/**
 * Colours for the words of a column, in the theme that Grafana was loaded with; other texts keep the theme's own.
 *
 * @param as texts that have the colour of such a word
 */
export function coloredWords(as: Readonly<Record<string, Word>> = {}, isDark = config.theme2.isDark): FieldConfig {
  const colors = wordColors(isDark);
  const more = Object.entries(as).map(([text, word]) => [text, colors[word]]);
  return coloredTexts({ ...colors, ...Object.fromEntries(more) });
}

/** Colours for the texts of a field, which are shown in the user's language; a text that is not among them keeps the theme's text colour. */
export function coloredTexts(colors: Readonly<Record<string, string>>): FieldConfig {
  const mapping: ValueMapping = {
    type: MappingType.ValueToText,
    options: Object.fromEntries(
      Object.entries(colors).map(([value, color], index) => {
        const text = wordOf(value);
        return [value, { color, index, ...(text === value ? {} : { text }) }];
      })
    ),
  };
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
