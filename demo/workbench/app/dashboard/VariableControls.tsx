import { css } from '@emotion/css';
import { InlineField, MultiSelect, Select } from '@grafana/ui';
import React from 'react';
import { useObservable } from '../run/observable';
import { ALL, type Variable } from '../templates/variables';
import { AdHocControl } from './AdHocControl';
import { type Dashboard } from './dashboard';

const HIDE_ALL = 2;

/** The variables that a viewer may change, above the panels, each with its name on the left. */
export function VariableControls({ dashboard }: { dashboard: Dashboard }) {
  const variables = useObservable(dashboard.variables.list);
  return (
    <>
      {variables
        .filter(({ hide }) => hide !== HIDE_ALL)
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
    </>
  );
}

function Control({ variable, dashboard }: { variable: Variable; dashboard: Dashboard }) {
  const { type, name, label, multi, state, options, includeAll, current } = variable;
  if (type === 'adhoc') {
    return <AdHocControl variable={variable} onChange={(filters) => dashboard.setFilters(name, filters)} />;
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
