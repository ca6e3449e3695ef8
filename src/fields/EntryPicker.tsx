import { css } from '@emotion/css';
import { type GrafanaTheme2 } from '@grafana/data';
import { t } from '@grafana/i18n';
import { type ComboboxOption, IconButton, Text, useStyles2 } from '@grafana/ui';
import { uniq } from 'lodash';
import React, { useEffect, useId, useMemo, useRef, useState } from 'react';
import { type Subscription } from 'rxjs';
import { type Context, queryError } from '../answer/runner';
import { type CatalogueEntry } from '../catalogue/entries';
import { follow, type Reader } from '../known/follow';
import { type Texts } from '../query/shapes';
import { ChosenList } from './ChosenList';
import { Labelled, type LabelProps } from './Labelled';
import { TypedCombobox } from './TypedCombobox';
import { variableOptions } from './inputs';

/** What every picker gets from the editor around it. */
export interface PickerProps extends LabelProps {
  context: Context;
  value: Texts;
  /** The text for the value, if known. */
  name?: string;
  /** Receives an ID, a text with variables, a list of several, or '', and the entry if the picker has it. */
  onChange: (value: Texts, entry?: CatalogueEntry) => void;
  placeholder?: string;
}

type EntriesOf = (reader: Reader) => CatalogueEntry[] | null;

interface Props extends PickerProps {
  /** Starts reading the entries, which are null while more can arrive. */
  source: () => EntriesOf;
  /** The known name of an ID, if there is one. */
  nameOf?: (id: string) => string | undefined;
}

/**
 * A labeled picker for IDs. It lists the entries of `source` (requested when the list opens) and the dashboard's
 * variables, and accepts any typed text. Entries are found by name and by ID. A single value is a text in the input.
 * Several values are shown above it, and the input adds more.
 */
export function EntryPicker({
  context,
  value,
  name,
  onChange,
  placeholder,
  source,
  nameOf = () => undefined,
  ...label
}: Props) {
  const id = useId();
  const styles = useStyles2(getStyles);
  const { load, entries, error, empty } = useEntries(source);
  const [wantsMore, setWantsMore] = useState(false);
  /** The last choice in this input: its name, and the number of values then, because another input takes the focus. */
  const [last, setLast] = useState<{ count?: number; entry?: CatalogueEntry }>({});
  const values = Array.isArray(value) ? value : value === '' ? [] : [value];
  const [single = ''] = values;
  const several = values.length > 1 || (wantsMore && values.length > 0);
  // Not from the list, because a name that arrives during typing would overwrite the text.
  const text = name || (last.entry?.value === single && last.entry.text) || nameOf(single) || single;
  // The Combobox treats another object as another choice, and would overwrite the text being typed.
  const shown = useMemo(() => (single === '' ? null : { value: single, label: text }), [single, text]);

  const set = (next: string[], entry?: CatalogueEntry) => {
    setLast({ count: next.length, entry });
    onChange(next.length > 1 ? next : (next[0] ?? ''), entry);
  };
  const take = (typed: string) => {
    const entry = entryOf(typed, entries);
    const read = typed === '' ? [] : [entry?.value ?? typed];
    const next = several ? uniq([...values, ...read]) : read;
    set(next, next.length === 1 ? entry : undefined);
  };
  const options = async (search: string) => {
    const listed = await load();
    const wanted = search.trim().toLowerCase();
    const fits = (option: ComboboxOption<string>) =>
      option.value.toLowerCase().includes(wanted) || (option.label ?? '').toLowerCase().includes(wanted);
    const left = (option: ComboboxOption<string>) => !several || !values.includes(option.value);
    return [...variableOptions(context), ...listed.map(toOption)].filter((one) => fits(one) && left(one));
  };
  return (
    <Labelled
      {...label}
      id={id}
      error={error}
      action={
        values.length === 1 &&
        !several && (
          <IconButton
            name="plus"
            size="sm"
            className={styles.more}
            tooltip={t('editor.picker.more', '{{label}}: choose several', { label: label.label })}
            onClick={() => {
              setWantsMore(true);
              setLast({ ...last, count: 1 });
            }}
          />
        )
      }
    >
      {several && (
        <ChosenList
          label={t('editor.picker.chosen', '{{label}}: chosen', { label: label.label })}
          values={values}
          textOf={(one) => entryOf(one, entries)?.text ?? nameOf(one) ?? one}
          onRemove={(gone) => set(values.filter((one) => one !== gone))}
        />
      )}
      <TypedCombobox
        // Each further choice starts with a new, empty input.
        key={several ? values.length : 'one'}
        id={id}
        // It replaces the input in which the choice was made.
        // eslint-disable-next-line jsx-a11y/no-autofocus
        autoFocus={last.count === values.length}
        value={several ? null : shown}
        options={options}
        placeholder={several ? t('editor.picker.another', 'Add another') : placeholder}
        onChange={take}
      />
      {empty && values.length === 0 && (
        <Text variant="bodySmall" color="secondary">
          {t('type.nothing', 'Nothing found. Choose a longer time range, or fewer filters.')}
        </Text>
      )}
    </Labelled>
  );
}

interface Entries {
  /** Requests the entries. Returns none if they can't be read, or if the picker has unmounted. Never fails. */
  load: () => Promise<CatalogueEntry[]>;
  /** The entries of the last read. */
  entries: CatalogueEntry[];
  /** Why the last read failed. */
  error?: string;
  /** Whether the last read found nothing. */
  empty: boolean;
}

/** Reads a picker's entries on request. A picker that unmounts cancels its requests. */
function useEntries(source: () => EntriesOf): Entries {
  const [state, setState] = useState<Omit<Entries, 'load'>>({ entries: [], empty: false });
  const underWay = useRef<Subscription>(undefined);
  useEffect(() => () => underWay.current?.unsubscribe(), []);

  const load = () =>
    new Promise<CatalogueEntry[]>((resolve) => {
      underWay.current?.unsubscribe();
      underWay.current = follow(source()).subscribe({
        next: (made) => {
          const entries = made ?? [];
          setState({ entries, empty: entries.length === 0 });
          resolve(entries);
        },
        error: (error: unknown) => {
          setState({ entries: [], error: queryError('', error).message, empty: false });
          resolve([]);
        },
      });
      underWay.current.add(() => resolve([]));
    });
  return { load, ...state };
}

/** The entry for a typed ID, or for a name with only one entry. */
function entryOf(text: string, entries: readonly CatalogueEntry[]): CatalogueEntry | undefined {
  const named = entries.filter((entry) => entry.text.toLowerCase() === text.toLowerCase());
  return entries.find((entry) => entry.value === text) ?? (named.length === 1 ? named[0] : undefined);
}

function toOption({ value, text, detail, why, group }: CatalogueEntry): ComboboxOption<string> {
  const about = [why, value !== text && value, group !== detail && detail].filter(Boolean).join(' · ');
  return { value, label: text, ...(about ? { description: about } : {}), ...(group ? { group } : {}) };
}

/** Large enough to tap, without making the row of labels higher. */
const getStyles = (theme: GrafanaTheme2) => ({
  more: css({
    justifyContent: 'center',
    width: theme.spacing(3),
    height: theme.spacing(3),
    // It extends upward, so that it is large enough for a finger, and the field below does not cover it.
    margin: theme.spacing(-1, 0, 0),
  }),
});
