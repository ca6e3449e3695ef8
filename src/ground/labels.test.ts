import { allDescriptors } from '../families/families';
import { labelOf } from './labels';

test.each(allDescriptors().map(({ model }) => model))(
  '$queryType: each field of the editor has a label',
  ({ fields }) => {
    // No fields of an editor: what pickers showed.
    const others = ['nodeName', 'metricName', 'systemName'];
    const names = Object.keys(fields).filter((name) => !others.includes(name));
    expect(names.filter((name) => labelOf(name) === name)).toEqual([]);
  }
);
