import { css } from '@emotion/css';
import { type GrafanaTheme2 } from '@grafana/data';
import { useStyles2 } from '@grafana/ui';
import React, { useId } from 'react';

interface Props {
  label: string;
  value: string;
  /** What is shown for each value. */
  options: Readonly<Record<string, string>>;
  disabled?: boolean;
  onChange: (value: string) => void;
}

/** A labelled choice among a few, in the browser's own control: any keyboard and screen reader knows it. */
export function Choice({ label, value, options, disabled, onChange }: Props) {
  const id = useId();
  const styles = useStyles2(getStyles);
  return (
    <div className={styles.row}>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className={styles.select}
        value={value}
        disabled={disabled}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      >
        {Object.entries(options).map(([key, text]) => (
          <option key={key} value={key}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}

const getStyles = (theme: GrafanaTheme2) => ({
  row: css({
    display: 'grid',
    gap: theme.spacing(0.25),
    fontSize: theme.typography.bodySmall.fontSize,
    color: theme.colors.text.secondary,
  }),
  select: css({
    // Grafana's own style of the element has a fixed width.
    width: '100%',
    height: theme.spacing(4),
    padding: theme.spacing(0, 1),
    color: theme.colors.text.primary,
    background: theme.colors.background.primary,
    border: `1px solid ${theme.colors.border.strong}`,
    borderRadius: theme.shape.radius.default,
  }),
});
