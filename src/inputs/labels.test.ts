import { allDescriptors } from '../families';
import { type Field } from '../fields/field';
import { labelOf } from './labels';

const editors = allDescriptors().flatMap(({ model, about }) => (about ? [{ model, about }] : []));

test.each(editors)(
  '$model.queryType: fields that accept variables have the same names as in the editor',
  async ({ model, about }) => {
    const { [model.queryType]: texts } = await about();
    const labels = texts.fields().flatMap(({ fields }) => fields as Array<Field<never>>);
    const named = labels.filter(({ name }) => ['flag', 'number', 'texts'].includes(model.fields[name]?.kind));
    // The choice between forms of series has a label, the series don't.
    const own = named.filter(({ name }) => name !== 'series').map(({ name, label }) => ({ name, label }));
    expect(own.map(({ name }) => ({ name, label: labelOf(name) }))).toEqual(own);
  }
);
