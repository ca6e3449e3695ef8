import { css } from '@emotion/css';
import { type GrafanaTheme2, type SelectableValue } from '@grafana/data';
import { Icon, Input, MultiSelect, Select, Tooltip, useStyles2 } from '@grafana/ui';
import React, { type ReactNode, useState } from 'react';
import { useObservable } from '../run/observable';
import { ALL, type Variable } from '../templates/variables';
import { AdHocControl } from './AdHocControl';
import { type Dashboard } from './dashboard';

const HIDE_ALL = 2;

/** The variables that a viewer may change, above the panels. */
export function VariableControls({ dashboard }: { dashboard: Dashboard }) {
  const variables = useObservable(dashboard.variables.list);
  return (
    <>
      {variables
        .filter(({ hide }) => hide !== HIDE_ALL)
        .map((variable) => (
          <LabelledControl
            key={variable.name}
            id={`var-${variable.name}`}
            label={variable.label || variable.name}
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

/** Choices count when the menu closes, so that picking three nodes causes one request. */
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

interface LabelledProps {
  /** Of the input that the label belongs to. */
  id: string;
  label: string;
  error?: string;
  children: ReactNode;
}

/** A control with its name attached on the left, as above a Grafana dashboard. */
export function LabelledControl({ id, label, error, children }: LabelledProps) {
  const styles = useStyles2(getStyles);
  return (
    <div className={styles.control} data-testid="data-testid template variable">
      <label htmlFor={id} className={styles.label}>
        {label}
        {error && (
          <Tooltip content={error} theme="error">
            <Icon name="exclamation-triangle" className={styles.error} aria-label={error} />
          </Tooltip>
        )}
      </label>
      {children}
    </div>
  );
}

const getStyles = (theme: GrafanaTheme2) => ({
  control: css({
    display: 'inline-flex',
    verticalAlign: 'top',
    maxWidth: '100%',
    minWidth: 0,
    margin: theme.spacing(0, 1, 1, 0),
  }),
  label: css({
    display: 'flex',
    alignItems: 'center',
    gap: theme.spacing(0.5),
    flex: 'none',
    margin: 0,
    padding: theme.spacing(0, 1),
    height: theme.spacing(theme.components.height.md),
    border: `1px solid ${theme.colors.border.weak}`,
    borderRight: 'none',
    borderRadius: theme.shape.radius.default,
    background: theme.colors.background.primary,
    fontSize: theme.typography.size.sm,
    fontWeight: theme.typography.fontWeightMedium,
  }),
  error: css({ color: theme.colors.error.text }),
});
