import { MappingType, type RangeMap, type ValueMapping } from '@grafana/data';
import { laneMappings } from './laneMappings';

test.each([-1e6, -3.01, -3, -1.5, -0.001, 0.001, 2, 3, 5.5, 1e6])(
  '%d has a name, also in a snapshot and in 11.6',
  (value) => {
    const mappings = JSON.parse(JSON.stringify(laneMappings(true))) as ValueMapping[];
    const ranges = mappings.filter((one): one is RangeMap => one.type === MappingType.RangeToText);
    // Grafana 11.6 compares with both ends, and takes null for 0.
    const found = ranges.find(({ options: { from, to } }) => value >= Number(from) && value <= Number(to));
    expect(found?.options.result.text).toMatch(value < 0 ? /below$/ : /above$/);
  }
);
