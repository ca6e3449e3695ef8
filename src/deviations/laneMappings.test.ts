import {
  createTheme,
  FieldType,
  getDisplayProcessor,
  MappingType,
  type RangeMap,
  type ValueMapping,
} from '@grafana/data';
import { laneMappings } from './laneMappings';

const mappings = JSON.parse(JSON.stringify(laneMappings(true))) as ValueMapping[];
const ranges = mappings.filter((one): one is RangeMap => one.type === MappingType.RangeToText);
const display = getDisplayProcessor({ field: { type: FieldType.number, config: { mappings } }, theme: createTheme() });

test.each([-1e6, -3.01, -3, -1.5, -0.001, 0.001, 2, 3, 5.5, 1e6])('%d has a name, even in a snapshot', (value) => {
  expect(display(value).text).toMatch(value < 0 ? /below$/ : /above$/);
});

it('has open ends on both sides', () => {
  expect(ranges.filter(({ options: { from } }) => from === null)).toHaveLength(1);
  expect(ranges.filter(({ options: { to } }) => to === null)).toHaveLength(1);
});

it('gives unknown values a text and a transparent color', () => {
  expect(display(null)).toMatchObject({ text: 'not measured, or without a corridor', color: '#00000000' });
});
