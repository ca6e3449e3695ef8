import { css } from '@emotion/css';
import { type GrafanaTheme2 } from '@grafana/data';
import { t } from '@grafana/i18n';
import { Combobox, type ComboboxOption, MultiCombobox, Switch, useStyles2, Input } from '@grafana/ui';
import { uniq } from 'lodash';
import React, { type KeyboardEvent, useId, useMemo, useState } from 'react';
import { type Context } from '../table/runner';
import { type RowFilter, storedFilters } from '../table/filters';
import { wordOf } from '../table/words';
import { Labelled, type LabelProps, errorId } from './Labelled';
import { keepOnEscape, TypedMultiCombobox, useChoice } from './typedInputs';

/** Inputs with a few known values: a switch, a group of boxes, a list with multiple selection. */

interface Props<T> extends LabelProps {
  value: T;
  onChange: (value: T) => void;
}

/** An option of a list. */
export interface Option {
  value: string;
  /** Without it, the value is shown. */
  label?: string;
  description?: string;
  /** The heading above it. */
  group?: string;
}

interface SelectProps extends LabelProps {
  value: string;
  options: Option[];
  onChange: (value: string) => void;
}

/** A labeled choice from a fixed list. A stored value that is not in the list is shown unchanged. */
export function SelectInput({ value, options, onChange, ...label }: SelectProps) {
  const id = useId();
  const choose = useChoice(value, onChange);
  // The Combobox treats another object as another choice, and would overwrite the text being typed.
  const written = JSON.stringify(options.map((option) => ({ label: option.value, ...option })));
  const same = useMemo((): Array<ComboboxOption<string>> => JSON.parse(written), [written]);
  // Some releases of the Combobox report an empty choice.
  const take = (option: ComboboxOption<string> | undefined) => option && choose(option.value);
  return (
    <Labelled {...label} id={id}>
      <div onKeyDownCapture={takeFirst}>
        <Combobox id={id} value={value} options={same} onChange={take} />
      </div>
    </Labelled>
  );
}

/**
 * Enter and Tab take the highlighted option. While the user types, Grafana's Combobox highlights the position of the
 * stored option. If the filtered list is too short for it, the Combobox would take nothing and show an empty field. Then
 * the first option is taken.
 */
function takeFirst(event: KeyboardEvent) {
  const { key, target } = event;
  keepOnEscape(event);
  if ((key === 'Enter' || key === 'Tab') && target instanceof HTMLInputElement && target.value !== '') {
    const list = document.getElementById(target.getAttribute('aria-controls') ?? '');
    const first = list?.querySelector<HTMLElement>('[role="option"]');
    if (first && target.getAttribute('aria-activedescendant') && !list?.querySelector('[aria-selected="true"]')) {
      first.click();
      event.stopPropagation();
    }
  }
}

/** The dashboard's variables, for a list. */
export function variableOptions({ templates }: Context): Option[] {
  const description = t('editor.picker.variable', 'Variable');
  return templates.names().map((name) => ({ value: `$${name}`, label: `$${name}`, description }));
}

/** A switch. A stored text is a variable: it is shown, and stays until yes or no is selected. */
export function FlagInput({ value, onChange, width = 9, ...label }: Props<boolean | string>) {
  const id = useId();
  const styles = useStyles2(getStyles);
  if (typeof value === 'string') {
    const words = { true: t('editor.flag.yes', 'yes'), false: t('editor.flag.no', 'no') };
    const options = [{ value }, ...Object.entries(words).map(([word, text]) => ({ value: word, label: text }))];
    const take = (chosen: string) => onChange(chosen in words ? chosen === 'true' : chosen);
    return <SelectInput {...label} width={width} value={value} options={options} onChange={take} />;
  }
  return (
    <Labelled {...label} width={width} id={id}>
      <div className={styles.line}>
        <Switch id={id} value={value} onChange={(event) => onChange(event.currentTarget.checked)} />
      </div>
    </Labelled>
  );
}

/** Some of a few words, in their order. */
export function WordsInput({ words, value, onChange, ...label }: Props<string[]> & { words: readonly string[] }) {
  const id = useId();
  const options = words.map((word) => ({ value: word, label: wordOf(word) }));
  const set = (chosen: Array<ComboboxOption<string>>) =>
    onChange(words.filter((word) => chosen.some((option) => option.value === word)));
  return (
    <Labelled {...label} id={id}>
      <MultiCombobox id={id} options={options} value={value} onChange={set} />
    </Labelled>
  );
}

/** Several of a few known values. Others, and variables, can be typed. Empty: all. */
export function ValuesInput({ known, value, onChange, ...label }: Props<string[]> & { known: readonly string[] }) {
  const id = useId();
  const options = known.map((one) => ({ value: one, label: wordOf(one) }));
  const take = (typed: string) => {
    const text = typed.toLowerCase();
    const find = (fits: (name: string) => boolean) =>
      options.find((one) => fits(one.value.toLowerCase()) || fits(one.label.toLowerCase()));
    const option = find((name) => name === text) ?? find((name) => name.startsWith(text));
    const next = uniq([...value, option?.value ?? typed]);
    if (next.length > value.length) {
      onChange(next);
    }
  };
  return (
    <Labelled {...label} id={id}>
      <TypedMultiCombobox
        id={id}
        value={value.map((one) => ({
          value: one,
          label: options.find((option) => option.value === one)?.label ?? one,
        }))}
        options={options}
        placeholder={t('option.any', 'any')}
        onChange={onChange}
        onType={take}
      />
    </Labelled>
  );
}

/** The filters that were clicked in Explore, so that users can see and remove them. Nothing if there are none. */
export function FilterList({ query, onChange }: { query: object; onChange: (filters: RowFilter[]) => void }) {
  const filters = new Map(storedFilters(query).map((filter) => [filterText(filter), filter]));
  const texts = [...filters.keys()];
  const keep = (left: string[]) => onChange(left.flatMap((text) => filters.get(text) ?? []));
  return texts.length === 0 ? null : (
    <WordsInput label={t('explore.filters.label', 'Filters')} width={30} words={texts} value={texts} onChange={keep} />
  );
}

function filterText({ key, operator, value, values }: RowFilter): string {
  return `${key} ${operator} ${(values ?? [value]).join(', ')}`;
}

const getStyles = (theme: GrafanaTheme2) => ({
  line: css({
    display: 'flex',
    alignItems: 'center',
    gap: theme.spacing(2),
    minHeight: theme.spacing(theme.components.height.md),
  }),
});

interface TextInputProps extends LabelProps {
  value: string;
  /** Receives the text when the input loses focus, or on Enter. */
  onCommit: (text: string) => void;
  placeholder?: string;
  /** A sentence about what is wrong with the text, called during typing. */
  check?: (text: string) => string | undefined;
}

/**
 * A labeled text input. It keeps typed text until it loses focus or Enter is pressed, so that a query does not run with
 * every letter. Escape reverts the text, and a value that changes from outside replaces it.
 */
export function TextInput({ value, onCommit, placeholder, check, ...label }: TextInputProps) {
  const id = useId();
  const [draft, setDraft] = useState({ value, text: value });
  const text = draft.value === value ? draft.text : value;
  const error = check?.(text);
  const finish = () => {
    if (text !== value) {
      onCommit(text);
    }
  };
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'Enter') {
      finish();
    } else if (key === 'Escape') {
      setDraft({ value, text: value });
    }
  };
  return (
    <Labelled {...label} id={id} error={error}>
      <Input
        id={id}
        value={text}
        placeholder={placeholder}
        invalid={error !== undefined}
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? undefined : errorId(id)}
        onChange={(event) => setDraft({ value, text: event.currentTarget.value })}
        onBlur={finish}
        onKeyDown={onKeyDown}
      />
    </Labelled>
  );
}
