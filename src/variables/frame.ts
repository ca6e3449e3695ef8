import { createDataFrame, type DataFrame, FieldType } from '@grafana/data';
import { type CatalogueEntry } from '../answer/catalogue';

/** What Grafana makes a variable's options of: it finds the fields by these names. */
export function valuesFrame(entries: CatalogueEntry[]): DataFrame {
  return createDataFrame({
    fields: [
      { name: 'value', type: FieldType.string, values: entries.map(({ value }) => value) },
      { name: 'text', type: FieldType.string, values: entries.map(({ text }) => text) },
    ],
  });
}
