import { css } from '@emotion/css';
import { InlineField, Input, MultiSelect, Select } from '@grafana/ui';
import React from 'react';
import useObservable from 'react-use/lib/useObservable';
import { ALL, type Variable } from '../variables/variables';
import { type Dashboard } from './dashboard';

const HIDE_ALL = 2;

/** Above the panels: the visible variables. */
export function VariableControls({ dashboard }: { dashboard: Dashboard }) {
  const { variables } = useObservable(dashboard.state, dashboard.state.value);
  // Filters are only in the address: Grafana's control for them is not in its packages.
  const shown = variables.filter(({ hide, type }) => Number(hide) !== HIDE_ALL && type !== 'adhoc');
  return (
    <>
      {shown.map((variable) => (
        <div key={variable.name} className={styles} data-testid="data-testid template variable">
          <InlineField
            label={variable.label || variable.name}
            htmlFor={`var-${variable.name}`}
            invalid={Boolean(variable.error)}
            error={variable.error}
            shrink
          >
            <Control variable={variable} onChoose={(values) => dashboard.choose(variable, values)} />
          </InlineField>
        </div>
      ))}
    </>
  );
}

function Control({ variable, onChoose }: { variable: Variable; onChoose: (values: string[]) => void }) {
  const { type, name, label, multi, isLoading, options, includeAll, current } = variable;
  const id = `var-${name}`;
  if (type === 'textbox') {
    const take = (value: string) => value !== current.value && onChoose([value]);
    return (
      <Input
        id={id}
        key={String(current.value)}
        width={16}
        defaultValue={String(current.value)}
        onBlur={({ currentTarget }) => take(currentTarget.value)}
        onKeyDown={({ key, currentTarget }) => key === 'Enter' && take(currentTarget.value)}
      />
    );
  }
  const labels = [current.text].flat();
  const chosen = [current.value].flat().map((value, i) => ({ value, label: labels[i] ?? value }));
  const common = {
    inputId: id,
    'aria-label': label || name,
    width: 'auto' as const,
    allowCustomValue: true,
    isLoading,
    options: [...(includeAll ? [{ value: ALL, text: 'All' }] : []), ...options].map(({ value, text }) => ({
      value,
      label: text,
    })),
  };
  return multi ? (
    <MultiSelect {...common} value={chosen} onChange={(picked) => onChoose(picked.map(({ value }) => value ?? ''))} />
  ) : (
    <Select
      {...common}
      value={chosen.find(({ value }) => value !== '') ?? null}
      placeholder="Choose"
      onChange={({ value }) => onChoose([value ?? ''])}
    />
  );
}

/** A long value is cut, instead of moving the list's arrow below it. */
const cut = { flexWrap: 'nowrap !important' as 'nowrap', minWidth: 0 };
const styles = css({ display: 'inline-flex', maxWidth: '100%', '& div': cut });
