import { colorManipulator, createTheme, MappingType, type RangeMap, type ValueMapping } from '@grafana/data';
import { uniq } from 'lodash';
import { chroma, distance, type Rgb, type Vision, VISIONS } from '../../tests/support/colorVision';
import { laneMappings } from '../families/deviations/laneFrame';
import { barConfig, colorOf, coloredTexts, coloredWords, wordColors } from './colors';

const MODES = ['dark', 'light'] as const;
const IMPACTS = ['low', 'medium', 'high', 'severe'] as const;
const KINDS = Object.keys(VISIONS) as Vision[];

function rgb(text: string): Rgb {
  const [r, g, b] = [1, 3, 5].map((at) => parseInt(text.slice(at, at + 2), 16) / 255);
  return [r, g, b];
}

describe.each(MODES)('the colors of the %s theme', (mode) => {
  const isDark = mode === 'dark';
  const theme = createTheme({ colors: { mode } });
  const shown = (color: string) => theme.visualization.getColorByName(color);
  const contrastOf = (color: string) =>
    colorManipulator.getContrastRatio(shown(color), theme.colors.background.primary);
  /** How much more each stands out than the previous one. */
  const steps = (colors: string[]) => colors.slice(1).map((color, i) => contrastOf(color) / contrastOf(colors[i]));
  const leastDistance = (colors: string[], vision: Vision) =>
    Math.min(
      ...colors.flatMap((one, i) =>
        colors.slice(i + 1).map((other) => distance(rgb(shown(one)), rgb(shown(other)), vision))
      )
    );
  const fills = [...IMPACTS, 'blood_red'].map((word) => colorOf(word, isDark));
  const words = [...IMPACTS, 'blood_red' as const].map((word) => wordColors(isDark)[word]);
  const ranges = laneMappings(isDark).filter((one): one is RangeMap => one.type === MappingType.RangeToText);
  const lanes = uniq(ranges.map(({ options }) => String(options.result.color)));
  const [above, below] = [lanes.slice(0, 3), lanes.slice(3)];

  it('stand out more for worse values: at least 3 to 1, words 4.5 to 1', () => {
    expect(contrastOf(fills[0])).toBeGreaterThanOrEqual(3);
    // Grafana has no shades of these hues that are all 1.5 to 1 apart.
    expect(Math.min(...steps(fills))).toBeGreaterThan(1.09);
    expect(contrastOf(words[0])).toBeGreaterThanOrEqual(4.5);
    expect(Math.min(...steps(words))).toBeGreaterThan(1.05);
  });

  // In the dark theme, Grafana's lighter shades are paler. On a light background, a darker color stands out, whatever its
  // saturation.
  if (isDark) {
    it('are not paler for worse values', () => {
      const pairs = [fills.slice(-2), above.slice(0, 2), above.slice(1), below.slice(0, 2), below.slice(1)];
      for (const [milder, worse] of pairs) {
        expect(chroma(rgb(shown(worse))) / chroma(rgb(shown(milder)))).toBeGreaterThan(0.98);
      }
    });
  } else {
    it("are Grafana's own by their names", () => {
      const names: string[] = theme.visualization.hues.flatMap(({ shades }) => shades.map(({ name }) => name));
      // Except yellow, which Grafana lacks between blue and orange.
      expect(fills.filter((name) => !names.includes(name))).toEqual([colorOf('medium', isDark)]);
    });
  }

  it.each(KINDS)('can be distinguished: %s', (vision) => {
    expect(leastDistance(fills, vision)).toBeGreaterThan(2.3);
    expect(leastDistance(lanes, vision)).toBeGreaterThan(5);
    expect(leastDistance([...fills, ...lanes], vision)).toBeGreaterThan(2.3);
  });

  it('are the same for a severity with the word of an impact, and missing for normal', () => {
    const severities = ['yellow', 'orange', 'red', 'blood_red'].map((severity) => colorOf(severity, isDark));
    expect(severities).toEqual(fills.slice(1));
    expect([...fills, ...lanes]).not.toContain(colorOf('green', isDark));
  });

  it('above and below stand out more with distance', () => {
    for (const side of [above, below]) {
      expect(contrastOf(side[0])).toBeGreaterThanOrEqual(3);
      expect(Math.min(...steps(side))).toBeGreaterThan(1.3);
    }
  });
});

describe('colorOf', () => {
  it.each(['cosmic', 'constructor', '__proto__', 'toString', '', null])('has gray for %p', (value) => {
    expect(colorOf(value)).toBe('#8e8e8e');
  });
});

describe('coloredWords', () => {
  const WORDS = ['low', 'medium', 'high', 'severe', 'green', 'yellow', 'orange', 'red', 'blood_red'];

  it.each(['dark', 'light'] as const)('are readable on a panel in the %s theme: 4.5 to 1', (mode) => {
    const theme = createTheme({ colors: { mode } });
    const [{ options }] = coloredWords(mode === 'dark').mappings as ValueMapping[];
    expect(Object.keys(options).sort()).toEqual([...WORDS].sort());
    for (const { color } of Object.values(options as Record<string, { color: string }>)) {
      const shown = theme.visualization.getColorByName(color);
      for (const behind of [theme.colors.background.primary, theme.colors.background.canvas]) {
        expect(colorManipulator.getContrastRatio(shown, behind)).toBeGreaterThanOrEqual(4.5);
      }
    }
  });
});

it('undocumented words keep the text color', () => {
  const { mappings, color } = coloredTexts({ low: 'blue' });
  expect(mappings).toEqual([{ type: 'value', options: { low: { color: 'blue', index: 0 } } }]);
  expect(color).toEqual({ mode: 'fixed', fixedColor: 'text' });
});

it('bars are stacked, in their colors, without points', () => {
  const { color, custom } = barConfig('red');
  expect(color).toEqual({ mode: 'fixed', fixedColor: 'red' });
  expect(custom).toMatchObject({ drawStyle: 'bars', showPoints: 'never', stacking: { mode: 'normal' } });
});
