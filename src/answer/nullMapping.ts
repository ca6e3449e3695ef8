import { MappingType, SpecialValueMatch, type ValueMapping, type ValueMappingResult } from '@grafana/data';

/** How a missing value is shown. */
export function nullMapping(result: ValueMappingResult): ValueMapping {
  return { type: MappingType.SpecialValue, options: { match: SpecialValueMatch.Null, result } };
}

export function isNullMapping({ type, options }: ValueMapping): boolean {
  return type === MappingType.SpecialValue && options.match === SpecialValueMatch.Null;
}
