import { css } from '@emotion/css';
import { type GrafanaTheme2 } from '@grafana/data';
import { Icon, MultiSelect, Select, Tooltip, useStyles2 } from '@grafana/ui';
import React from 'react';
import { useObservable } from '../run/observable';
import { ALL, type Variable } from '../templates/variables';
import { AdHocControl } from './AdHocControl';
import { type Dashboard } from './dashboard';

const HIDE_ALL = 2;

/** The variables that a viewer may change, above the panels, each with its name on the left. */
export function VariableControls({ dashboard }: { dashboard: Dashboard }) {
  const styles = useStyles2(getStyles);
  const variables = useObservable(dashboard.variables.list);
  return (
    <>
      {variables
        .filter(({ hide }) => hide !== HIDE_ALL)
        .map((variable) => (
          <div key={variable.name} className={styles.control} data-testid="data-testid template variable">
            <label htmlFor={`var-${variable.name}`} className={styles.label}>
              {variable.label || variable.name}
              {variable.error && (
                <Tooltip content={variable.error} theme="error">
                  <Icon name="exclamation-triangle" className={styles.error} aria-label={variable.error} />
                </Tooltip>
              )}
            </label>
            <Control variable={variable} dashboard={dashboard} />
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
