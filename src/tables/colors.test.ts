import { colorManipulator, createTheme, type ValueMapping } from '@grafana/data';
import { barConfig, colorOf, coloredTexts, coloredWords } from './colors';

describe('colorOf', () => {
  it('knows the impacts and severities of the interface', () => {
    expect(colorOf('severe')).toBe('#d62a3f');
    expect(colorOf('blood_red')).toBe('#ad1126');
  });

  it.each(['cosmic', 'constructor', '__proto__', 'toString', '', null])('has grey for %p', (value) => {
    expect(colorOf(value)).toBe('#8e8e8e');
  });
});

describe('coloredWords', () => {
  const WORDS = ['low', 'medium', 'high', 'severe', 'green', 'yellow', 'orange', 'red', 'blood_red'];

  it.each(['dark', 'light'] as const)('can be read on a panel of the %s theme: 4.5 to 1', (mode) => {
    const theme = createTheme({ colors: { mode } });
    const [{ options }] = coloredWords({}, mode === 'dark').mappings as ValueMapping[];
    expect(Object.keys(options).sort()).toEqual([...WORDS].sort());
    for (const { color } of Object.values(options as Record<string, { color: string }>)) {
      const shown = theme.visualization.getColorByName(color);
      for (const behind of [theme.colors.background.primary, theme.colors.background.canvas]) {
        expect(colorManipulator.getContrastRatio(shown, behind)).toBeGreaterThanOrEqual(4.5);
      }
    }
  });
});

it('texts that no list names keep the colour of text', () => {
  const { mappings, color } = coloredTexts({ low: 'blue' });
  expect(mappings).toEqual([{ type: 'value', options: { low: { color: 'blue', index: 0 } } }]);
  expect(color).toEqual({ mode: 'fixed', fixedColor: 'text' });
});

it('bars are stacked, in their colour, without points', () => {
  const { color, custom } = barConfig('red');
  expect(color).toEqual({ mode: 'fixed', fixedColor: 'red' });
  expect(custom).toMatchObject({ drawStyle: 'bars', showPoints: 'never', stacking: { mode: 'normal' } });
});
