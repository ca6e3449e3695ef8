import { css } from '@emotion/css';
import { type GrafanaTheme2, locationUtil } from '@grafana/data';
import { Icon, IconButton, useStyles2, useTheme2 } from '@grafana/ui';
import React, { type ReactNode, useContext, useEffect } from 'react';
import { ThemeSwitch } from './theme';

interface Props {
  title: string;
  section?: { title: string; path: string };
  children: ReactNode;
}

/** A page: the bar with its title and the switch between the themes, and its content below. */
export function Page({ title, section, children }: Props) {
  const styles = useStyles2(getStyles);
  const { isDark } = useTheme2();
  const switchTheme = useContext(ThemeSwitch);
  useEffect(() => {
    document.title = `${title} - Anomaly Monitoring workbench`;
  }, [title]);
  return (
    <>
      <header className={styles.bar}>
        <nav className={styles.crumbs} aria-label="Breadcrumbs">
          {section && (
            <>
              <a href={locationUtil.assureBaseUrl(section.path)}>{section.title}</a>
              <Icon name="angle-right" />
            </>
          )}
          <h1 className={styles.here}>{title}</h1>
        </nav>
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
  }),
  crumbs: css({
    display: 'flex',
    alignItems: 'center',
    gap: theme.spacing(1),
    minWidth: 0,
    color: theme.colors.text.secondary,
    whiteSpace: 'nowrap',
  }),
  here: css({
    margin: 0,
    fontSize: 'inherit',
    lineHeight: 'inherit',
    color: theme.colors.text.primary,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
  }),
  page: css({ padding: theme.spacing(2), minWidth: 0 }),
});
