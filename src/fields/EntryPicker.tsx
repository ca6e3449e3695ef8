import { type ComboboxOption, MultiCombobox, Text } from '@grafana/ui';
import React, { useId, useMemo, useRef } from 'react';
import { type Observable } from 'rxjs';
import { type Context } from '../answer/runner';
import { type CatalogueEntry } from '../answer/catalogue';
import { type Texts } from '../query/texts';
import { Labelled, type LabelProps } from './Labelled';
import { TypedCombobox } from './TypedCombobox';
import { useEntries } from './useEntries';
import { variableOptions } from './variables';

/** What every picker takes from the editor around it. */
export interface PickerProps extends LabelProps {
  context: Context;
  value: Texts;
  /** Shown for the value where it is known. */
  name?: string;
  /** Takes an id, a text with variables, '', or what is left of a list; the entry where it was one of the picker's. */
  onChange: (value: Texts, entry?: CatalogueEntry) => void;
  placeholder?: string;
}

interface Props extends PickerProps {
  source: () => Observable<CatalogueEntry[]>;
  /** Said below the picker where the source has nothing. */
  emptyText: string;
}

/**
 * A labelled picker of ids: lists what `source` gives (asked for when the list is opened) and the dashboard's variables,
 * and takes anything typed. Entries are found by name and by id. A stored list of several is shown as one.
 */
export function EntryPicker({ context, value, name, onChange, placeholder, source, emptyText, ...label }: Props) {
  const id = useId();
  const { load, error, empty } = useEntries(source);
  const known = useRef<CatalogueEntry[]>([]);
  // Another object would be another choice to the Combobox: it would overwrite what is being typed.
  const single = typeof value === 'string' ? value : (value[0] ?? '');
  const shown = useMemo(() => (single === '' ? null : { value: single, label: name || single }), [single, name]);

  const options = async (search: string) => {
    known.current = await load();
    const wanted = search.trim().toLowerCase();
    const fits = (option: ComboboxOption<string>) =>
      option.value.toLowerCase().includes(wanted) || (option.label ?? '').toLowerCase().includes(wanted);
    return [...variableOptions(context), ...known.current.map(toOption)].filter(fits);
  };
  return (
    <Labelled {...label} id={id} error={error}>
      {Array.isArray(value) && value.length > 1 ? (
        <MultiCombobox
          id={id}
          value={value}
          options={options}
          placeholder={placeholder}
          createCustomValue
          onChange={(chosen) => onChange(fewest(chosen.map((option) => option.value)))}
        />
      ) : (
        <TypedCombobox
          id={id}
          value={shown}
          options={options}
          placeholder={placeholder}
          onChange={(chosen) => {
            const entry = entryOf(chosen, known.current);
            const next = entry?.value ?? chosen;
            if (next !== single) {
              onChange(next, entry);
            }
          }}
        />
      )}
      {empty && shown === null && (
        <Text variant="bodySmall" color="secondary">
          {emptyText}
        </Text>
      )}
    </Labelled>
  );
}

/** A list only where there are several. */
function fewest(values: string[]): Texts {
  return values.length > 1 ? values : (values[0] ?? '');
}

/** The entry that somebody means who typed an id, or a name that only one entry has. */
function entryOf(text: string, entries: CatalogueEntry[]): CatalogueEntry | undefined {
  const named = entries.filter((entry) => entry.text.toLowerCase() === text.toLowerCase());
  return entries.find((entry) => entry.value === text) ?? (named.length === 1 ? named[0] : undefined);
}

function toOption({ value, text, detail }: CatalogueEntry): ComboboxOption<string> {
  const about = [value === text ? undefined : value, detail].filter(Boolean).join(' · ');
  return { value, label: text, ...(about ? { description: about } : {}) };
}
