import { css } from '@emotion/css';
import { type GrafanaTheme2 } from '@grafana/data';
import { t } from '@grafana/i18n';
import { Checkbox, Combobox, type ComboboxOption, MultiCombobox, Switch, useStyles2 } from '@grafana/ui';
import { uniq } from 'lodash';
import React, { type KeyboardEvent, type MouseEvent, useId, useMemo, useRef } from 'react';
import { type Context } from '../answer/runner';
import { type Band, BANDS } from '../query/query';
import { wordOf } from '../tables/words';
import { type Option } from './field';
import { Labelled, type LabelProps } from './Labelled';
import { keepOnEscape, useChoice } from './TypedCombobox';

/** Inputs with a few known values: a switch, a group of boxes, a list with multiple selection. */

interface Props<T> extends LabelProps {
  value: T;
  onChange: (value: T) => void;
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
export function variableOptions({ templates }: Context): Array<ComboboxOption<string>> {
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

/** Which corridors are drawn. */
export function BandsInput({ value, onChange, width = 21, ...label }: Props<Band[]>) {
  const id = useId();
  const styles = useStyles2(getStyles);
  return (
    <Labelled {...label} width={width} id={id} group>
      <div className={styles.line}>
        {BANDS.map((band) => (
          <Checkbox
            key={band}
            label={band}
            value={value.includes(band)}
            onChange={({ currentTarget }) =>
              onChange(BANDS.filter((other) => (other === band ? currentTarget.checked : value.includes(other))))
            }
          />
        ))}
      </div>
    </Labelled>
  );
}

/**
 * Several of a few known values. Others, and variables, can be typed. Empty: all. By itself, Grafana's MultiCombobox
 * discards typed text unless an arrow key or the mouse selects an option. Here, Enter, Tab, and a click elsewhere take it.
 */
export function ValuesInput({ known, value, onChange, ...label }: Props<string[]> & { known: readonly string[] }) {
  const id = useId();
  const place = useRef<HTMLDivElement>(null);
  /** Typed text that has not been taken yet. */
  const typed = useRef('');
  const options = known.map((one) => ({ value: one, label: wordOf(one) }));
  const take = () => {
    const text = typed.current.trim().toLowerCase();
    const find = (fits: (name: string) => boolean) =>
      options.find((one) => fits(one.value.toLowerCase()) || fits(one.label.toLowerCase()));
    const option = find((name) => name === text) ?? find((name) => name.startsWith(text));
    const next = uniq([...value, option?.value ?? typed.current.trim()]);
    if (text !== '' && next.length > value.length) {
      onChange(next);
    }
    typed.current = '';
  };
  const onKeyDownCapture = ({ key, target }: KeyboardEvent) => {
    if (key === 'Enter' || key === 'Tab') {
      take();
      // The text stays in the input after Enter. Selected, the next text replaces it.
      if (target instanceof HTMLInputElement) {
        target.select();
      }
    } else if (['Escape', 'ArrowDown', 'ArrowUp'].includes(key)) {
      typed.current = '';
    }
  };
  // When an option is clicked, the input loses focus before the option is reported.
  const onMouseDownCapture = ({ target }: MouseEvent) => {
    if (!(target instanceof HTMLInputElement)) {
      typed.current = '';
    }
  };
  return (
    <Labelled {...label} id={id}>
      <div
        ref={place}
        onInput={({ target }) => (typed.current = target instanceof HTMLInputElement ? target.value : '')}
        onBlur={take}
        {...{ onKeyDownCapture, onMouseDownCapture }}
      >
        <MultiCombobox
          id={id}
          value={value}
          options={options}
          createCustomValue
          placeholder={t('option.any', 'any')}
          onChange={(options) => onChange(options.map((option) => option.value))}
        />
      </div>
    </Labelled>
  );
}

const getStyles = (theme: GrafanaTheme2) => ({
  line: css({
    display: 'flex',
    alignItems: 'center',
    gap: theme.spacing(2),
    minHeight: theme.spacing(theme.components.height.md),
  }),
});
