import { type SelectableValue } from '@grafana/data';
import { Input, MultiSelect, Select } from '@grafana/ui';
import React, { useState } from 'react';
import { useObservable } from '../layout/use-observable';
import { ALL, type Variable } from '../templates/variables';
import { AdHocControl } from './AdHocControl';
import { type Dashboard } from './dashboard';
import { LabelledControl } from './LabelledControl';

const HIDE_LABEL = 1;
const HIDE_ALL = 2;

/** The variables that a viewer may change, above the panels. */
export function VariableControls({ dashboard }: { dashboard: Dashboard }) {
  const variables = useObservable(dashboard.variables.list);
  return (
    <>
      {variables
        .filter(({ hide, type }) => hide !== HIDE_ALL && type !== 'constant')
        .map((variable) => (
          <LabelledControl
            key={variable.name}
            id={`var-${variable.name}`}
            label={variable.hide === HIDE_LABEL ? '' : variable.label || variable.name}
            error={variable.error}
          >
            <Control variable={variable} dashboard={dashboard} />
          </LabelledControl>
        ))}
    </>
  );
}

function Control({ variable, dashboard }: { variable: Variable; dashboard: Dashboard }) {
  const choose = (values: string[]) => dashboard.choose(variable.name, values);
  switch (variable.type) {
    case 'adhoc':
      return <AdHocControl variable={variable} onChange={(filters) => dashboard.setFilters(variable.name, filters)} />;
    case 'textbox':
      return (
        <TextControl key={String(variable.current.value)} variable={variable} onChange={(value) => choose([value])} />
      );
    default:
      return variable.multi ? (
        <ManyControl key={String(variable.current.value)} variable={variable} onChange={choose} />
      ) : (
        <OneControl variable={variable} onChange={(value) => choose([value])} />
      );
  }
}

function OneControl({ variable, onChange }: { variable: Variable; onChange: (value: string) => void }) {
  const { value, text } = variable.current;
  return (
    <Select
      inputId={`var-${variable.name}`}
      aria-label={variable.label || variable.name}
      width="auto"
      allowCustomValue
      isLoading={variable.state === 'loading'}
      options={selectable(variable)}
      value={value === '' ? null : { value: String(value), label: String(text) }}
      placeholder="Choose"
      onChange={(chosen) => onChange(chosen?.value ?? '')}
    />
  );
}

/** Choices count when the menu closes, so that picking three nodes asks the service once. */
function ManyControl({ variable, onChange }: { variable: Variable; onChange: (values: string[]) => void }) {
  const current = [variable.current.value].flat();
  const [picked, setPicked] = useState(current);
  const [open, setOpen] = useState(false);
  const commit = (values: string[]) => values.join('\n') !== current.join('\n') && onChange(values);
  const change = (values: string[]) => {
    const added = values.find((value) => !picked.includes(value));
    const next = added === ALL ? [ALL] : values.filter((value) => value !== ALL);
    setPicked(next);
    return open || commit(next);
  };
  const options = selectable(variable);
  return (
    <MultiSelect
      inputId={`var-${variable.name}`}
      aria-label={variable.label || variable.name}
      width="auto"
      allowCustomValue
      closeMenuOnSelect={false}
      isLoading={variable.state === 'loading'}
      options={options}
      value={picked.map((value) => options.find((option) => option.value === value) ?? { value, label: value })}
      onOpenMenu={() => setOpen(true)}
      onCloseMenu={() => {
        setOpen(false);
        commit(picked);
      }}
      onChange={(chosen) => change(chosen.map(({ value }) => value ?? ''))}
    />
  );
}

function TextControl({ variable, onChange }: { variable: Variable; onChange: (value: string) => void }) {
  const value = String(variable.current.value);
  const [typed, setTyped] = useState(value);
  const commit = () => typed !== value && onChange(typed);
  return (
    <Input
      id={`var-${variable.name}`}
      width={20}
      value={typed}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onBlur={commit}
      onKeyDown={({ key }) => key === 'Enter' && commit()}
    />
  );
}

function selectable({ includeAll, options }: Variable): Array<SelectableValue<string>> {
  const all = includeAll ? [{ value: ALL, label: 'All' }] : [];
  return [...all, ...options.map(({ value, text }) => ({ value, label: text }))];
}
