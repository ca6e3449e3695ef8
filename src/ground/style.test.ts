import { bandConfig, dashedConfig, deviationConfig, outlierConfig, valueConfig } from './frames';

/** How series are drawn without any setup. */
const all = () => [
  valueConfig(0),
  bandConfig(0, 'main', 'lower'),
  bandConfig(0, 'main'),
  outlierConfig(),
  deviationConfig(),
];

it('nothing is stacked, and no line crosses missing data', () => {
  expect(all().map(({ custom }) => custom?.stacking)).toEqual(all().map(() => ({ mode: 'none' })));
  const [, ...others] = all();
  expect(others.map(({ custom }) => custom?.spanNulls)).toEqual(others.map(() => false));
});

it('colors follow the place of the series, and start again when all are used', () => {
  const colors = Array.from({ length: 9 }, (_, place) => valueConfig(place).color);
  expect(new Set(colors.map((color) => color?.fixedColor)).size).toBe(8);
  expect(colors[8]).toEqual(colors[0]);
  expect(colors.every((color) => color?.mode === 'fixed')).toBe(true);
  expect(bandConfig(3, 'sup').color).toEqual(colors[3]);
  expect(valueConfig(null)).not.toHaveProperty('color');
});

it('an upper edge fills down to its lower one, with main stronger, and a lower one fills nothing', () => {
  const fill = (band: 'main' | 'sup' | 'inf') => bandConfig(0, band, 'lower').custom;
  expect(fill('main')?.fillBelowTo).toBe('lower');
  expect(fill('main')?.fillOpacity).toBeGreaterThan(fill('sup')?.fillOpacity);
  expect(fill('sup')?.fillOpacity).toBe(fill('inf')?.fillOpacity);
  expect(fill('inf')?.fillOpacity).toBeGreaterThan(0);
  const { custom } = bandConfig(0, 'main');
  expect(custom).toMatchObject({ fillOpacity: 0, lineWidth: 0, drawStyle: 'line', showPoints: 'never' });
  expect(custom).not.toHaveProperty('fillBelowTo');
});

it('edges and outliers are not in the legend, and only the edges of main are in the tooltip', () => {
  const hidden = [bandConfig(0, 'main'), bandConfig(0, 'sup'), bandConfig(0, 'inf'), outlierConfig()];
  expect(hidden.map(({ custom }) => custom?.hideFrom)).toEqual(
    [false, true, true, true].map((tooltip) => ({ legend: true, tooltip, viz: false }))
  );
});

it('outliers are red points, and the deviation has its own axis', () => {
  expect(outlierConfig()).toMatchObject({
    color: { mode: 'fixed', fixedColor: 'red' },
    custom: { drawStyle: 'points', showPoints: 'always', lineWidth: 0, fillOpacity: 0 },
  });
  const { color, custom } = deviationConfig();
  expect(color?.mode).toBe('fixed');
  expect(color?.fixedColor).toMatch(/purple/);
  expect(custom).toMatchObject({ axisPlacement: 'right', drawStyle: 'line', showPoints: 'never' });
});

it('a value from another time is dashed, and a forecast has fainter bands without lines', () => {
  const value = valueConfig(2);
  const { custom, ...rest } = dashedConfig(value);
  expect(rest).toEqual({ color: value.color });
  expect(custom).toMatchObject({ lineStyle: { fill: 'dash', dash: [6, 6] }, lineWidth: 1, showPoints: 'never' });
  expect(custom).toMatchObject({ stacking: { mode: 'none' }, fillOpacity: 0 });
  const forecast = bandConfig(2, 'main', 'lower', 0.5).custom;
  expect(forecast?.fillOpacity).toBe(bandConfig(2, 'main', 'lower').custom?.fillOpacity / 2);
  expect(forecast).toMatchObject({ fillBelowTo: 'lower', lineWidth: 0 });
});
