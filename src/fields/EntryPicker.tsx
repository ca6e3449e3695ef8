import { css } from '@emotion/css';
import { type GrafanaTheme2 } from '@grafana/data';
import { t } from '@grafana/i18n';
import { config } from '@grafana/runtime';
import { type ComboboxOption, IconButton, Text, useStyles2 } from '@grafana/ui';
import { uniq } from 'lodash';
import React, { useId, useMemo, useState } from 'react';
import { type Observable } from 'rxjs';
import { type Context } from '../answer/runner';
import { type CatalogueEntry } from '../catalogue/entries';
import { type SeriesId } from '../query/series';
import { type Texts } from '../query/shapes';
import { ChosenList } from './ChosenList';
import { Labelled, type LabelProps } from './Labelled';
import { entryOf, type IdForm, pairOf, readTyped } from './typed';
import { TypedCombobox } from './TypedCombobox';
import { useEntries } from './hooks';
import { variableOptions } from './SelectInput';

/** What every picker takes from the editor around it. */
export interface PickerProps extends LabelProps {
  context: Context;
  value: Texts;
  /** Shown for the value where it is known. */
  name?: string;
  /** Takes an id, a text with variables, a list where there are several, or ''; the entry where it was one of the picker's. */
  onChange: (value: Texts, entry?: CatalogueEntry) => void;
  /** Takes a `<nodeId>:<metricId>` that was typed; without it, it is an id like any other. */
  onPair?: (pair: SeriesId) => void;
  placeholder?: string;
}

interface Props extends PickerProps {
  source: () => Observable<CatalogueEntry[]>;
  /** Said below the picker where the source has nothing. */
  emptyText: string;
  /** How its ids look, so that a typed list is known for one. */
  form?: IdForm;
  /** The name of an id that was seen before, where there is one. */
  nameOf?: (id: string) => string | undefined;
}

/**
 * A labelled picker of ids: lists what `source` gives (requested when the list is opened) and the dashboard's variables,
 * and takes anything typed. Entries are found by name and by id. One value is a text, shown in the input; several are
 * shown above it, and it takes more.
 */
export function EntryPicker({
  context,
  value,
  name,
  onChange,
  onPair,
  placeholder,
  source,
  emptyText,
  form = 'any',
  nameOf = () => undefined,
  ...label
}: Props) {
  const id = useId();
  const styles = useStyles2(getStyles);
  const { load, entries, error, empty } = useEntries(source);
  const [wantsMore, setWantsMore] = useState(false);
  /** What was chosen here last: its name, and how many there were then, since another input takes the focus. */
  const [last, setLast] = useState<{ count?: number; entry?: CatalogueEntry }>({});
  const values = Array.isArray(value) ? value : value === '' ? [] : [value];
  const [single = ''] = values;
  const several = values.length > 1 || (wantsMore && values.length > 0);
  // Not of what is listed: a name that came while somebody types would overwrite the text.
  const text = name || (last.entry?.value === single && last.entry.text) || nameOf(single) || single;
  // Another object would be another choice to the Combobox: it would overwrite what is being typed.
  const shown = useMemo(() => (single === '' ? null : { value: single, label: text }), [single, text]);

  const set = (next: string[], entry?: CatalogueEntry) => {
    setLast({ count: next.length, entry });
    onChange(next.length > 1 ? next : (next[0] ?? ''), entry);
  };
  const take = (typed: string) => {
    const pair = onPair && entryOf(typed, entries) === undefined ? pairOf(typed) : undefined;
    if (pair) {
      onPair?.(pair);
      return;
    }
    const read = readTyped(typed, entries, form);
    const next = several ? uniq([...values, ...read]) : read;
    set(next, next.length === 1 ? entryOf(next[0], entries) : undefined);
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
        // Each choice of several begins with an empty input; nothing of the one before stays in it.
        key={several ? values.length : 'one'}
        id={id}
        takesFocus={last.count === values.length}
        value={several ? null : shown}
        options={options}
        placeholder={several ? t('editor.picker.another', 'Add another') : placeholder}
        onChange={take}
      />
      {empty && values.length === 0 && (
        <Text variant="bodySmall" color="secondary">
          {emptyText}
        </Text>
      )}
    </Labelled>
  );
}

function toOption({ value, text, detail, why, group }: CatalogueEntry): ComboboxOption<string> {
  // The heading says already what it belongs to; before 12.0 Grafana draws none.
  const isSaid = group === detail && parseInt(config.buildInfo.version, 10) >= 12;
  const about = [why, value === text ? undefined : value, isSaid ? undefined : detail].filter(Boolean).join(' · ');
  return { value, label: text, ...(about ? { description: about } : {}), ...(group ? { group } : {}) };
}

/** Large enough to be hit, without a higher row of labels. */
const getStyles = (theme: GrafanaTheme2) => ({
  more: css({
    justifyContent: 'center',
    width: theme.spacing(3),
    height: theme.spacing(3),
    // Upwards, so that it is as large as a finger needs and the field below does not cover it.
    margin: theme.spacing(-1, 0, 0),
  }),
});
