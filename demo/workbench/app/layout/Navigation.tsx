import { css, cx } from '@emotion/css';
import { type GrafanaTheme2 } from '@grafana/data';
import { getBackendSrv } from '@grafana/runtime';
import { Icon, type IconName, useStyles2 } from '@grafana/ui';
import React, { useEffect, useState } from 'react';
import { type DashboardEntry } from '../dashboard/model';
import { DemoSwitches } from './DemoSwitches';
import { LOGO } from './TopBar';

interface Entry {
  title: string;
  icon?: IconName;
  url: string;
  children?: Entry[];
}

/** The menu on the left; on a narrow page only the bottom bar's icons are left of it. */
export function Navigation({ path, sourceUid }: { path: string; sourceUid: string }) {
  const styles = useStyles2(getStyles);
  const [dashboards, setDashboards] = useState<DashboardEntry[]>([]);
  useEffect(() => {
    void getBackendSrv().get('/api/search').then(setDashboards);
  }, []);
  const entries: Entry[] = [
    {
      title: 'Dashboards',
      icon: 'apps',
      url: '/dashboards',
      children: dashboards.map(({ uid, title }) => ({ title, url: `/d/${uid}` })),
    },
    { title: 'Explore', icon: 'compass', url: '/explore' },
    { title: 'Data source', icon: 'database', url: `/connections/datasources/edit/${sourceUid}` },
  ];
  return (
    <nav className={styles.menu} aria-label="Main menu">
      <a href="/" className={styles.brand}>
        <img src={LOGO} alt="" width={24} height={24} />
        <span>Anomaly Monitoring</span>
      </a>
      {entries.map(({ title, icon, url, children = [] }) => (
        <React.Fragment key={url}>
          <a
            href={url}
            className={cx(styles.entry, path === url && styles.current)}
            aria-current={path === url ? 'page' : undefined}
          >
            {icon && <Icon name={icon} size="lg" />}
            <span>{title}</span>
          </a>
          {children.map((child) => (
            <a
              key={child.url}
              href={child.url}
              className={cx(styles.child, path === child.url && styles.current)}
              aria-current={path === child.url ? 'page' : undefined}
            >
              {child.title}
            </a>
          ))}
        </React.Fragment>
      ))}
      <DemoSwitches />
      <p className={styles.about}>
        A page that loads the built plugin as Grafana would, to look at it and to test it. It is no Grafana: nothing is
        stored, and there is no alerting, editing or signing in.
      </p>
    </nav>
  );
}

const getStyles = (theme: GrafanaTheme2) => {
  const narrow = theme.breakpoints.down('md');
  const entry = css({
    display: 'flex',
    alignItems: 'center',
    gap: theme.spacing(1),
    padding: theme.spacing(0.75, 1),
    borderRadius: theme.shape.radius.default,
    color: theme.colors.text.secondary,
    '&:hover': { background: theme.colors.action.hover, color: theme.colors.text.primary },
    [narrow]: { flexDirection: 'column', gap: 0, fontSize: theme.typography.bodySmall.fontSize },
  });
  return {
    menu: css({
      position: 'sticky',
      top: 0,
      flex: 'none',
      width: 220,
      height: '100vh',
      overflowY: 'auto',
      display: 'flex',
      flexDirection: 'column',
      gap: 2,
      padding: theme.spacing(0, 1),
      background: theme.colors.background.primary,
      borderRight: `1px solid ${theme.colors.border.weak}`,
      [narrow]: {
        position: 'fixed',
        top: 'auto',
        bottom: 0,
        zIndex: theme.zIndex.navbarFixed,
        flexDirection: 'row',
        justifyContent: 'space-around',
        width: '100%',
        height: 48,
        borderRight: 'none',
        borderTop: `1px solid ${theme.colors.border.weak}`,
      },
    }),
    brand: css({
      display: 'flex',
      alignItems: 'center',
      gap: theme.spacing(1),
      height: 40,
      flex: 'none',
      padding: theme.spacing(0, 1),
      marginBottom: theme.spacing(1),
      fontWeight: theme.typography.fontWeightMedium,
      [narrow]: { display: 'none' },
    }),
    entry,
    child: css({
      overflow: 'hidden',
      textOverflow: 'ellipsis',
      whiteSpace: 'nowrap',
      flex: 'none',
      marginLeft: theme.spacing(2),
      padding: theme.spacing(0.5, 1),
      borderRadius: theme.shape.radius.default,
      borderLeft: `2px solid ${theme.colors.border.weak}`,
      borderTopLeftRadius: 0,
      borderBottomLeftRadius: 0,
      color: theme.colors.text.secondary,
      '&:hover': { background: theme.colors.action.hover, color: theme.colors.text.primary },
      [narrow]: { display: 'none' },
    }),
    about: css({
      margin: 0,
      padding: theme.spacing(1),
      fontSize: theme.typography.bodySmall.fontSize,
      color: theme.colors.text.secondary,
      [narrow]: { display: 'none' },
    }),
    current: css({
      color: theme.colors.text.primary,
      background: theme.colors.action.selected,
      borderLeftColor: theme.colors.primary.border,
    }),
  };
};
