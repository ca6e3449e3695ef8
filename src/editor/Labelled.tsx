import { css } from '@emotion/css';
import { type GrafanaTheme2 } from '@grafana/data';
import { t } from '@grafana/i18n';
import { FieldValidationMessage, Icon, Tooltip, useStyles2 } from '@grafana/ui';
import React, { type ReactNode } from 'react';

/** The common properties of labeled inputs. */
export interface LabelProps {
  label: string;
  /** A sentence about the purpose of the field. */
  tooltip?: string;
  /** The minimum width, in units of 8 pixels. The field grows up to twice that if there is room. */
  width?: number;
  optional?: boolean;
}

interface Props extends LabelProps {
  /** The ID of the labeled input. */
  id: string;
  /** Shown below the input, which refers to it by `errorId`. */
  error?: string;
  /** A small control next to the label. */
  action?: ReactNode;
  children: ReactNode;
}

/** The id of the message below an input, for its `aria-describedby`. */
export function errorId(id: string): string {
  return `${id}-error`;
}

/** An input with its label above and its error below, as in Grafana's own query editors. */
export function Labelled({ id, label, tooltip, width = 20, optional, error, action, children }: Props) {
  const styles = useStyles2(getStyles, width);
  return (
    <div className={styles.field}>
      <div className={styles.label}>
        <label htmlFor={id}>{label}</label>
        {optional && <span className={styles.optional}>{t('editor.field.optional', 'optional')}</span>}
        {tooltip && (
          <Tooltip content={tooltip} placement="top" interactive>
            <span className={styles.help} role="note" aria-label={tooltip}>
              <Icon name="info-circle" size="sm" />
            </span>
          </Tooltip>
        )}
        {action}
      </div>
      <div className={styles.input}>{children}</div>
      {error && (
        <div id={errorId(id)} className={styles.error}>
          <FieldValidationMessage>{error}</FieldValidationMessage>
        </div>
      )}
    </div>
  );
}

const getStyles = (theme: GrafanaTheme2, width: number) => ({
  field: css({
    flex: `1 1 ${width * 8}px`,
    // Labels are longer in other languages, and are never cut off.
    minWidth: 'min-content',
    maxWidth: width * 16,
    [theme.breakpoints.down('sm')]: { maxWidth: '100%' },
  }),
  label: css({
    display: 'flex',
    alignItems: 'center',
    gap: theme.spacing(0.5),
    marginBottom: theme.spacing(0.25),
    minHeight: theme.spacing(2),
    fontSize: theme.typography.bodySmall.fontSize,
    lineHeight: theme.typography.bodySmall.lineHeight,
    whiteSpace: 'nowrap',
    '& > :first-child': { margin: 0, fontWeight: theme.typography.fontWeightMedium },
  }),
  // Only the label determines the minimum width.
  input: css({ width: 0, minWidth: '100%' }),
  optional: css({ color: theme.colors.text.secondary, fontStyle: 'italic' }),
  help: css({ display: 'inline-flex', color: theme.colors.text.secondary }),
  error: css({ marginTop: theme.spacing(0.5) }),
});

interface RowProps {
  /** The row's name for screen readers. */
  label?: string;
  children: ReactNode;
}

/** Labeled inputs side by side on Grafana's row background. They wrap in a narrow panel. */
export function EditorRow({ label, children }: RowProps) {
  const row = useStyles2(getRowStyle);
  return (
    <div className={row} role={label ? 'group' : undefined} aria-label={label}>
      {children}
    </div>
  );
}

const getRowStyle = (theme: GrafanaTheme2) =>
  css({
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'flex-start',
    columnGap: theme.spacing(1.5),
    rowGap: theme.spacing(1),
    padding: theme.spacing(1),
    background: theme.colors.background.secondary,
    borderRadius: theme.shape.radius.default,
  });
