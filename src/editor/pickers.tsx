import { css } from '@emotion/css';
import { type GrafanaTheme2, type TimeRange } from '@grafana/data';
import { t } from '@grafana/i18n';
import { type ComboboxOption, IconButton, Text, useStyles2 } from '@grafana/ui';
import { uniq } from 'lodash';
import React, { useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { type Subscription } from 'rxjs';
import { type Context, queryError } from '../table/runner';
import { type CatalogueEntry, listed, pickerSpan, seenEntries } from '../table/catalogue';
import { follow } from '../facts/packets';
import { type Reader } from '../facts/reader';
import { mentionsVariable, type Texts } from '../ground/shapes';
import { alertEntries } from '../table/alertEntries';
import { Labelled, type LabelProps } from './Labelled';
import { TypedCombobox, TypedMultiCombobox } from './typedInputs';
import { variableOptions } from './inputs';

/** What every picker gets from the editor around it. */
interface PickerProps extends LabelProps {
  context: Context;
  value: Texts;
  /** The text for the value, if known. */
  name?: string;
  /** Receives an ID, a text with variables, a list of several, or '', and the entry if the picker has it. */
  onChange: (value: Texts, entry?: CatalogueEntry) => void;
  placeholder?: string;
}

type EntriesOf = (reader: Reader) => CatalogueEntry[] | null;

interface EntryProps extends PickerProps {
  /** Starts reading the entries, which are null while more can arrive. */
  source: () => EntriesOf;
  /** The known name of an ID, if there is one. */
  nameOf?: (id: string) => string | undefined;
}

/**
 * A labeled picker for IDs. It lists the entries of `source` (requested when the list opens) and the dashboard's
 * variables, and accepts any typed text. Entries are found by name and by ID.
 */
export function EntryPicker({ context, value, name, onChange, placeholder, source, nameOf, ...label }: EntryProps) {
  const id = useId();
  const styles = useStyles2(getStyles);
  const { load, entries, error } = useEntries(source);
  const [wantsMore, setWantsMore] = useState(false);
  /** The last choice in this input. */
  const [last, setLast] = useState<CatalogueEntry>();
  const values = [value].flat().filter((one) => one !== '');
  const [single = ''] = values;
  const several = values.length > 1 || wantsMore;
  useEffect(() => {
    if (wantsMore) {
      document.getElementById(id)?.focus();
    }
  }, [wantsMore, id]);
  // A text that waits for the list is added to what was chosen meanwhile.
  const newest = useRef(values);
  useLayoutEffect(() => {
    newest.current = values;
  });
  // Not from the list, because a name that arrives during typing would overwrite the text.
  const text = name || (last?.value === single && last.text) || nameOf?.(single) || single;
  // The Combobox treats another object as another choice, and would overwrite the text being typed.
  const shown = useMemo(() => (single === '' ? null : { value: single, label: text }), [single, text]);

  const set = (next: string[], entry?: CatalogueEntry) => {
    const only = next.length === 1 ? entry : undefined;
    newest.current = next;
    setLast(only);
    onChange(next.length > 1 ? next : (next[0] ?? ''), only);
  };
  /** A name counts before a value of its own, even if the list has to be read for it. */
  const take = (typed: string) => {
    const add = (entry?: CatalogueEntry) => {
      const read = typed === '' ? [] : [entry?.value ?? typed];
      set(several ? uniq([...newest.current, ...read]) : read, entry);
    };
    if (typed === '' || mentionsVariable(typed) || entries) {
      add(typedEntry(typed, entries));
    } else {
      void load().then((all) => add(typedEntry(typed, all)));
    }
  };
  const common = {
    id,
    options: async (search: string) => {
      const wanted = search.trim().toLowerCase();
      const all = [...variableOptions(context), ...(await load()).map(toOption)];
      return all.filter((one) => [one.value, one.label ?? ''].some((text) => text.toLowerCase().includes(wanted)));
    },
    placeholder: several ? t('editor.picker.another', 'Add another') : placeholder,
  };
  const named = (one: string) => ({ value: one, label: entryOf(one, entries)?.text ?? nameOf?.(one) ?? one });
  const more = (
    <IconButton
      name="plus"
      size="sm"
      className={styles.more}
      tooltip={t('editor.picker.more', '{{label}}: choose several', { label: label.label })}
      onClick={() => setWantsMore(true)}
    />
  );
  return (
    <Labelled {...label} id={id} error={error} action={values.length === 1 && !several && more}>
      {several ? (
        <TypedMultiCombobox {...common} value={values.map(named)} onChange={set} onType={take} />
      ) : (
        <TypedCombobox {...common} value={shown} onChange={take} />
      )}
      {entries?.length === 0 && !error && values.length === 0 && (
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
  /** The entries of the last read. Undefined before it. */
  entries?: CatalogueEntry[];
  /** Why the last read failed. */
  error?: string;
}

/** Reads a picker's entries on request. A picker that unmounts cancels its requests. */
function useEntries(source: () => EntriesOf): Entries {
  const [state, setState] = useState<Omit<Entries, 'load'>>({});
  const underWay = useRef<Subscription>(undefined);
  useEffect(() => () => underWay.current?.unsubscribe(), []);

  const load = () =>
    new Promise<CatalogueEntry[]>((resolve) => {
      underWay.current?.unsubscribe();
      underWay.current = follow(source()).subscribe({
        next: (made) => {
          const entries = made ?? [];
          setState({ entries });
          resolve(entries);
        },
        error: (error: unknown) => {
          setState({ entries: [], error: queryError('', error).message });
          resolve([]);
        },
      });
      underWay.current.add(() => resolve([]));
    });
  return { load, ...state };
}

/** The entry for an ID, or for a name with only one entry. */
function entryOf(text: string, entries: readonly CatalogueEntry[] = []): CatalogueEntry | undefined {
  const named = entries.filter((entry) => entry.text.toLowerCase() === text.toLowerCase());
  return entries.find((entry) => entry.value === text) ?? (named.length === 1 ? named[0] : undefined);
}

const INTEGER = /^\d+$/;

/** The same for a typed text. If all IDs are integers, another text is no ID: a part of a name is enough. */
function typedEntry(text: string, entries: readonly CatalogueEntry[] = []): CatalogueEntry | undefined {
  const isPart = entries.every(({ value }) => INTEGER.test(value)) && !INTEGER.test(text);
  const parts = isPart ? entries.filter((entry) => entry.text.toLowerCase().includes(text.toLowerCase())) : [];
  return entryOf(text, entries) ?? (parts.length === 1 ? parts[0] : undefined);
}

function toOption({ value, text, detail, group }: CatalogueEntry): ComboboxOption<string> {
  const about = [value !== text && value, group !== detail && detail].filter(Boolean).join(' · ');
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

/** What can be picked, and the list of its entries. Alerts have one of their own. */
const LISTS = { node: 'nodes', metric: 'metrics', series: 'series', system: 'systems', alert: undefined } as const;

interface ResourceProps extends PickerProps {
  kind: keyof typeof LISTS;
  range?: TimeRange;
  /** Other fields of the query, which narrow the list. */
  systemId?: Texts;
  nodeId?: Texts;
}

/** A picker for the identifiers of one kind of resource. Nodes and series are grouped by system. */
export function ResourcePicker({ kind, context, range, systemId = '', nodeId = '', ...props }: ResourceProps) {
  const list = LISTS[kind];
  // For the names of stored IDs. Nothing is requested.
  const seen = useMemo(() => (list ? seenEntries(context, list) : []), [context, list]);
  const entries = () => {
    const span = pickerSpan(context, range);
    const all = (field: Texts) => context.templates.all(field);
    const filter = kind === 'node' ? { systemId: all(systemId) } : kind === 'metric' ? { nodeId: all(nodeId) } : {};
    return (reader: Reader) => {
      if (!list) {
        return alertEntries(reader, { range: span, context })?.entries ?? null;
      }
      const found = listed(reader, context, { list, range: span, filter });
      return kind === 'metric' ? found : (found?.map((entry) => ({ ...entry, group: entry.detail })) ?? null);
    };
  };
  return (
    <EntryPicker
      {...props}
      tooltip={
        props.tooltip ??
        t(
          'editor.picker.tooltip',
          'Lists what was seen in alerts and anomalies. You can also type any ID or a variable.'
        )
      }
      placeholder={props.placeholder ?? t('editor.picker.placeholder', 'Choose or type an ID')}
      context={context}
      nameOf={(id) => seen.find(({ value }) => value === id)?.text}
      source={entries}
    />
  );
}
