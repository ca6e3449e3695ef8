import { css } from '@emotion/css';
import { type GrafanaTheme2 } from '@grafana/data';
import { t } from '@grafana/i18n';
import { IconButton, useStyles2 } from '@grafana/ui';
import React from 'react';

interface Props {
  /** Names the list to a screen reader. */
  label: string;
  values: readonly string[];
  /** What is shown for a value. */
  textOf: (value: string) => string;
  onRemove: (value: string) => void;
}

/** What was chosen so far, each with a button that takes it away. */
export function ChosenList({ label, values, textOf, onRemove }: Props) {
  const styles = useStyles2(getStyles);
  return (
    <ul className={styles.list} aria-label={label}>
      {values.map((value) => {
        const text = textOf(value);
        return (
          <li key={value} className={styles.item} title={text === value ? undefined : value}>
            <span className={styles.text}>{text}</span>
            <IconButton
              name="times"
              size="md"
              aria-label={t('editor.picker.remove', 'Remove {{text}}', { text, interpolation: { escapeValue: false } })}
              onClick={() => onRemove(value)}
            />
          </li>
        );
      })}
    </ul>
  );
}

const getStyles = (theme: GrafanaTheme2) => ({
  list: css({
    display: 'flex',
    flexWrap: 'wrap',
    gap: theme.spacing(0.5),
    marginBottom: theme.spacing(0.5),
    listStyle: 'none',
  }),
  item: css({
    display: 'inline-flex',
    alignItems: 'center',
    gap: theme.spacing(0.5),
    maxWidth: '100%',
    minHeight: theme.spacing(3),
    padding: theme.spacing(0, 0.5, 0, 1),
    background: theme.colors.background.primary,
    border: `1px solid ${theme.colors.border.medium}`,
    borderRadius: theme.shape.radius.default,
    fontSize: theme.typography.bodySmall.fontSize,
  }),
  text: css({ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }),
});
