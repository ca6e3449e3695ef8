import { css } from '@emotion/css';
import { InlineField, InlineSwitch, Input, MultiSelect, Select } from '@grafana/ui';
import React from 'react';
import { useObservable } from '../run/observable';
import { ALL, type Variable } from '../templates/variables';
import { type Dashboard } from './dashboard';

const HIDE_ALL = 2;

/** Above the panels: the visible variables, and the switches of the annotations. */
export function VariableControls({ dashboard }: { dashboard: Dashboard }) {
  const variables = useObservable(dashboard.variables.list);
  const { off } = useObservable(dashboard.state);
  return (
    <>
      {variables
        // Filters are only in the address: Grafana's control for them is not in its packages.
        .filter(({ hide, type }) => hide !== HIDE_ALL && type !== 'adhoc')
        .map((variable) => (
          <div key={variable.name} className={styles} data-testid="data-testid template variable">
            <InlineField
              label={variable.label || variable.name}
              htmlFor={`var-${variable.name}`}
              invalid={Boolean(variable.error)}
              error={variable.error}
            >
              <Control variable={variable} dashboard={dashboard} />
            </InlineField>
          </div>
        ))}
      {dashboard.annotations
        .filter(({ hide }) => !hide)
        .map(({ name }) => (
          <InlineField key={name} label={name} htmlFor={`annotation-${name}`} className={styles}>
            <InlineSwitch id={`annotation-${name}`} value={!off.has(name)} onChange={() => dashboard.toggle(name)} />
          </InlineField>
        ))}
    </>
  );
}

function Control({ variable, dashboard }: { variable: Variable; dashboard: Dashboard }) {
  const { type, name, label, multi, state, options, includeAll, current } = variable;
  if (type === 'textbox') {
    const take = (value: string) => value !== current.value && dashboard.choose(name, [value]);
    return (
      <Input
        id={`var-${name}`}
        key={String(current.value)}
        width={16}
        defaultValue={String(current.value)}
        onBlur={({ currentTarget }) => take(currentTarget.value)}
        onKeyDown={({ key, currentTarget }) => key === 'Enter' && take(currentTarget.value)}
      />
    );
  }
  const all = includeAll ? [{ value: ALL, text: 'All' }] : [];
  const common = {
    inputId: `var-${name}`,
    'aria-label': label || name,
    width: 'auto' as const,
    allowCustomValue: true,
    isLoading: state === 'loading',
    options: [...all, ...options].map(({ value, text }) => ({ value, label: text })),
  };
  const values = [current.value].flat();
  const labels = [current.text].flat();
  const chosen = values.filter(Boolean).map((value, i) => ({ value, label: labels[i] ?? value }));
  return multi ? (
    <MultiSelect
      {...common}
      value={chosen}
      onChange={(picked) =>
        dashboard.choose(
          name,
          picked.map(({ value }) => value ?? '')
        )
      }
    />
  ) : (
    <Select
      {...common}
      value={chosen[0] ?? null}
      placeholder="Choose"
      onChange={({ value }) => dashboard.choose(name, [value ?? ''])}
    />
  );
}

const styles = css({ display: 'inline-flex', verticalAlign: 'top', maxWidth: '100%' });
