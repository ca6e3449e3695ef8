import { css } from '@emotion/css';
import { type GrafanaTheme2 } from '@grafana/data';
import { Icon, IconButton, useStyles2, useTheme2 } from '@grafana/ui';
import React, { useContext } from 'react';
import { LANGUAGES } from '../boot/languages';
import { language, takeLanguage } from '../boot/translations';
import { Choice } from './Choice';
import { ThemeSwitch } from './theme';

interface Props {
  title: string;
  section?: string;
  sectionUrl?: string;
  /** The title is the page's heading: there is none below. */
  heading?: boolean;
}

export const LOGO = '/public/plugins/anomaly-monitoring-datasource/img/logo.svg';

/** Where one is, and the switch between the themes. */
export function TopBar({ title, section, sectionUrl, heading }: Props) {
  const styles = useStyles2(getStyles);
  const { isDark } = useTheme2();
  const Title = heading ? 'h1' : 'span';
  const switchTheme = useContext(ThemeSwitch);
  return (
    <header className={styles.bar}>
      <nav className={styles.crumbs} aria-label="Breadcrumbs">
        <a href="/" className={styles.home} aria-label="Home">
          <img src={LOGO} alt="" width={22} height={22} />
        </a>
        {section && (
          <>
            {sectionUrl ? <a href={sectionUrl}>{section}</a> : <span>{section}</span>}
            <Icon name="angle-right" />
          </>
        )}
        <Title className={styles.here}>{title}</Title>
      </nav>
      <div className={styles.switches}>
        <Choice bare label="Language" value={language()} options={LANGUAGES} onChange={takeLanguage} />
        <IconButton
          name="palette"
          size="xl"
          tooltip={isDark ? 'Light theme' : 'Dark theme'}
          onClick={() => switchTheme(isDark ? 'light' : 'dark')}
        />
      </div>
    </header>
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
  switches: css({ display: 'flex', alignItems: 'center', gap: theme.spacing(1) }),
  home: css({ display: 'flex', [theme.breakpoints.up('md')]: { display: 'none' } }),
  here: css({
    margin: 0,
    fontSize: 'inherit',
    lineHeight: 'inherit',
    color: theme.colors.text.primary,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
  }),
});
