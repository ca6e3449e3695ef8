import { css } from '@emotion/css';
import { type GrafanaTheme2 } from '@grafana/data';
import { IconButton, useStyles2, useTheme2 } from '@grafana/ui';
import React, { createContext, type ReactNode, useContext, useEffect } from 'react';

/** Switches the page to a theme. */
export const ThemeSwitch = createContext<(name: 'dark' | 'light') => void>(() => {});

/** A page: the bar with its title and the switch between the themes, and its content below. */
export function Page({ title, children }: { title: string; children: ReactNode }) {
  const styles = useStyles2(getStyles);
  const { isDark } = useTheme2();
  const switchTheme = useContext(ThemeSwitch);
  useEffect(() => {
    document.title = `${title} - Anomaly Monitoring workbench`;
  }, [title]);
  return (
    <>
      <header className={styles.bar}>
        <h1>{title}</h1>
        <IconButton
          name="palette"
          size="xl"
          tooltip={isDark ? 'Light theme' : 'Dark theme'}
          onClick={() => switchTheme(isDark ? 'light' : 'dark')}
        />
      </header>
      <main className={styles.page}>{children}</main>
    </>
  );
}

const getStyles = (theme: GrafanaTheme2) => ({
  bar: css({
    position: 'sticky',
    top: 0,
    zIndex: theme.zIndex.navbarFixed,
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    height: 40,
    padding: theme.spacing(0, 2),
    background: theme.colors.background.primary,
    borderBottom: `1px solid ${theme.colors.border.weak}`,
    h1: { margin: 0, fontSize: 'inherit', lineHeight: 'inherit' },
  }),
  page: css({ padding: theme.spacing(2), minWidth: 0 }),
});
