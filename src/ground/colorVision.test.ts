import { createTheme, type FieldConfig } from '@grafana/data';
import { distance, over, type Rgb, type Vision, VISIONS } from '../../tests/support/colorVision';
import { bandConfig, outlierConfig, valueConfig } from './frames';

/** Two colors can be distinguished from this distance on. */
const TELLABLE = 2.3;
/** And at a glance from this one on. */
const STANDS_OUT = 20;
const KINDS = Object.keys(VISIONS) as Vision[];
const CASES = (['dark', 'light'] as const).flatMap((mode) => KINDS.map((vision) => ({ mode, vision })));
/** The number of series with their own colors. */
const PLACES = [0, 1, 2, 3, 4, 5, 6, 7];

function rgb(text: string): Rgb {
  const [r, g, b] = [1, 3, 5].map((at) => parseInt(text.slice(at, at + 2), 16) / 255);
  return [r, g, b];
}

function palette(mode: 'dark' | 'light') {
  const theme = createTheme({ colors: { mode } });
  const shown = ({ color }: FieldConfig) => rgb(theme.visualization.getColorByName(color?.fixedColor ?? ''));
  const panel = rgb(theme.colors.background.primary);
  const band = (place: number, which: 'main' | 'sup' | 'inf') => {
    const config = bandConfig(place, which, 'its lower edge');
    return over(shown(config), Number(config.custom.fillOpacity) / 100, panel);
  };
  return { panel, shown, band };
}

describe.each(CASES)('$mode theme, $vision', ({ mode, vision }) => {
  const { panel, shown, band } = palette(mode);

  it.each(PLACES)('series %d: main, the other bands, and the panel can be distinguished', (place) => {
    for (const beside of ['sup', 'inf'] as const) {
      expect(distance(band(place, 'main'), band(place, beside), vision)).toBeGreaterThan(TELLABLE);
      expect(distance(band(place, beside), panel, vision)).toBeGreaterThan(TELLABLE);
    }
    expect(distance(band(place, 'main'), panel, vision)).toBeGreaterThan(TELLABLE);
  });

  it.each(PLACES)('series %d: its line stands out from its corridors', (place) => {
    expect(distance(shown(valueConfig(place)), band(place, 'main'), vision)).toBeGreaterThan(STANDS_OUT);
  });

  it('an outlier stands out from corridors and panel', () => {
    const outlier = shown(outlierConfig());
    for (const behind of [panel, ...PLACES.map((place) => band(place, 'main'))]) {
      expect(distance(outlier, behind, vision)).toBeGreaterThan(STANDS_OUT);
    }
  });
});

it('an outlier also differs by its shape and place: a point larger than the line, outside the bands', () => {
  expect(outlierConfig().custom).toMatchObject({ drawStyle: 'points', showPoints: 'always', lineWidth: 0 });
  expect(outlierConfig().custom.pointSize).toBeGreaterThanOrEqual(5);
  expect(valueConfig(0).custom.drawStyle).toBeUndefined();
});

it('sup and inf have one color: position and name distinguish them', () => {
  expect(bandConfig(0, 'sup', 'x').color).toEqual(bandConfig(0, 'inf', 'x').color);
});
