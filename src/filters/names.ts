import { uniq } from 'lodash';
import { type Inputs, type Values } from '../inputs/inputs';
import { invalidText } from '../inputs/labels';
import { namePart, type NAMES, patternOf } from '../query/names';
import { type FieldsOf } from '../query/query';
import { ServiceFailure } from '../service/failure';
import { type RowFilter } from './filters';

/** The names to compare a query's rows with. */
export interface Names {
  /** The values of the variables. `given` without values: variables left them empty. */
  names: Values;
  /** One filter, or none without names. */
  filters: RowFilter[];
}

/** @throws ServiceFailure (`input`) if the pattern is not a regular expression, or the variable does not exist */
export function readNames({ names: field, nameOf, namePattern }: FieldsOf<typeof NAMES>, inputs: Inputs): Names {
  const names = inputs.every(field);
  if (!names.given) {
    return { names, filters: [] };
  }
  const written = inputs.one(namePattern, 'namePattern');
  const pattern = patternOf(written);
  if (pattern === undefined) {
    throw new ServiceFailure('input', invalidText('namePattern', written, '^([^.:]+)'));
  }
  const values = uniq(names.values.map((name) => namePart(name, pattern)));
  return {
    names,
    filters: [{ key: `${nameOf}Name`, operator: '=|', value: values[0] ?? '', values, isNames: true }],
  };
}
