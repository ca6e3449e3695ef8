import { FieldColorModeId } from '@grafana/data';
import { withDefaults } from './defaults';

const fieldConfig = (defaults: object) => ({ defaults, overrides: [] });

it("does not share a panel's own options", () => {
  const bars = withDefaults('barchart', fieldConfig({ custom: { fillOpacity: 80, lineWidth: 0 } }));
  expect(bars.defaults.custom).toMatchObject({ fillOpacity: 80, lineWidth: 0 });
  const lines = withDefaults('timeseries', fieldConfig({ custom: { stacking: { mode: 'normal' } } }));
  expect(lines.defaults.custom).toMatchObject({ fillOpacity: 0, lineWidth: 1, stacking: { mode: 'normal' } });
  expect(withDefaults('timeseries').defaults.custom).toMatchObject({ stacking: { mode: 'none' } });
});

it("replaces all thresholds with the panel's", () => {
  const steps = [{ value: null, color: 'blue' }];
  const { thresholds, color } = withDefaults('stat', fieldConfig({ thresholds: { mode: 'absolute', steps } })).defaults;
  expect([thresholds?.steps, color?.mode]).toEqual([steps, FieldColorModeId.Thresholds]);
});
