import { css } from '@emotion/css';
import { type GrafanaTheme2 } from '@grafana/data';
import { useStyles2 } from '@grafana/ui';
import React, { type ReactNode } from 'react';

interface Props {
  /** Names the row to a screen reader. */
  label?: string;
  children: ReactNode;
}

/** Labelled inputs side by side on Grafana's row background; they wrap where the panel is narrow. */
export function EditorRow({ label, children }: Props) {
  const styles = useStyles2(getStyles);
  return (
    <div className={styles.row} role={label ? 'group' : undefined} aria-label={label}>
      {children}
    </div>
  );
}

/** Rows below each other. */
export function EditorRows({ children }: { children: ReactNode }) {
  const styles = useStyles2(getStyles);
  return <div className={styles.rows}>{children}</div>;
}

const getStyles = (theme: GrafanaTheme2) => ({
  rows: css({ display: 'flex', flexDirection: 'column', gap: theme.spacing(0.5) }),
  row: css({
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'flex-start',
    columnGap: theme.spacing(1.5),
    rowGap: theme.spacing(1),
    padding: theme.spacing(1),
    background: theme.colors.background.secondary,
    borderRadius: theme.shape.radius.default,
  }),
});
