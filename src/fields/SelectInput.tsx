import { t } from '@grafana/i18n';
import { Combobox, type ComboboxOption } from '@grafana/ui';
import React, { type FormEvent, type KeyboardEvent, useId, useMemo, useRef } from 'react';
import { type Context } from '../answer/runner';
import { type Option } from './field';
import { Labelled, type LabelProps } from './Labelled';
import { useChoice } from './hooks';

interface Props extends LabelProps {
  value: string;
  options: Option[];
  onChange: (value: string) => void;
}

/** A labelled choice from a fixed list. A stored value that the list does not have is shown as it is. */
export function SelectInput({ value, options, onChange, ...label }: Props) {
  const id = useId();
  const choose = useChoice(value, onChange);
  // Other objects would be another choice to the Combobox: it would overwrite what is being typed.
  const written = JSON.stringify(options.map((option) => ({ label: option.value, ...option })));
  const same = useMemo((): Array<ComboboxOption<string>> => JSON.parse(written), [written]);
  /** As long as neither a way through the list, nor a choice, nor an end of it has followed. */
  const typed = useRef('');
  const forget = () => {
    typed.current = '';
  };
  const onInput = ({ target }: FormEvent) => {
    typed.current = target instanceof HTMLInputElement ? target.value.trim().toLowerCase() : '';
  };
  const onKeyDownCapture = (event: KeyboardEvent) => {
    const { key, target } = event;
    if (/^(Arrow|Page|Home$|End$|Escape$)/.test(key)) {
      forget();
    }
    const isEnter = key === 'Enter' && typed.current !== '' && target instanceof HTMLInputElement;
    const meant = isEnter ? meantBy(typed.current, target, same) : null;
    if (meant) {
      event.preventDefault();
      event.stopPropagation();
      meant.click();
    }
  };
  const take = (option: ComboboxOption<string> | undefined) => {
    forget();
    // Some releases of the Combobox tell that nothing was chosen.
    if (option) {
      choose(option.value);
    }
  };
  return (
    <Labelled {...label} id={id}>
      <div onInput={onInput} onKeyDownCapture={onKeyDownCapture} onBlur={forget}>
        <Combobox id={id} value={value} options={same} onChange={take} />
      </div>
    </Labelled>
  );
}

/**
 * What Enter means where the Combobox would take another: the option that was typed in full, which may stand below one that
 * only holds it; and the first of a list that typing has made shorter than where the Combobox is, at none.
 *
 * @returns an option of the open list, or null where the Combobox is right
 */
function meantBy(text: string, input: HTMLInputElement, options: Array<ComboboxOption<string>>): HTMLElement | null {
  const named = (attribute: string) => document.getElementById(input.getAttribute(attribute) ?? '');
  const listed = [...(named('aria-controls')?.querySelectorAll<HTMLElement>('[role="option"]') ?? [])];
  const whole = options.find(({ label, value }) => [label, value].some((one) => one?.toLowerCase() === text));
  const shown = whole && `${whole.label ?? whole.value}${whole.description ?? ''}`;
  const exact = listed.find(({ textContent }) => textContent === shown);
  return exact ?? (named('aria-activedescendant') ? null : (listed[0] ?? null));
}

/** The dashboard's variables, for a list. */
export function variableOptions({ templates }: Context): Array<ComboboxOption<string>> {
  const description = t('editor.picker.variable', 'Variable');
  return templates.names().map((name) => ({ value: `$${name}`, label: `$${name}`, description }));
}
