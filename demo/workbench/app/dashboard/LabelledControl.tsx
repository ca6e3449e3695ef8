import { css } from '@emotion/css';
import { type GrafanaTheme2 } from '@grafana/data';
import { Icon, Tooltip, useStyles2 } from '@grafana/ui';
import React, { type ReactNode } from 'react';

interface Props {
  /** Of the input that the label belongs to. */
  id: string;
  label: string;
  error?: string;
  children: ReactNode;
}

/** A control with its name attached on the left, as above a Grafana dashboard. */
export function LabelledControl({ id, label, error, children }: Props) {
  const styles = useStyles2(getStyles);
  return (
    <div className={styles.control} data-testid="data-testid template variable">
      {label && (
        <label htmlFor={id} className={styles.label}>
          {label}
          {error && (
            <Tooltip content={error} theme="error">
              <Icon name="exclamation-triangle" className={styles.error} aria-label={error} />
            </Tooltip>
          )}
        </label>
      )}
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
