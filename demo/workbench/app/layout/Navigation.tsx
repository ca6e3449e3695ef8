import { css, cx } from '@emotion/css';
import { type GrafanaTheme2, locationUtil } from '@grafana/data';
import { getBackendSrv } from '@grafana/runtime';
import { Icon, type IconName, useStyles2 } from '@grafana/ui';
import React, { useEffect, useState } from 'react';
import { LANGUAGES } from '../boot/languages';
import { language, takeLanguage } from '../boot/translations';
import { type DashboardEntry } from '../dashboard/model';
import { Choice } from './Choice';
import { DemoSwitches } from './DemoSwitches';

interface Entry {
  title: string;
  path: string;
  /** An entry without one is a child of the entry above it. */
  icon?: IconName;
}

/** The menu on the left; a narrow page has its entries with icons as a bar at the bottom. */
export function Navigation({ path, sourceUid }: { path: string; sourceUid: string }) {
  const styles = useStyles2(getStyles);
  const [dashboards, setDashboards] = useState<DashboardEntry[]>([]);
  useEffect(() => {
    void getBackendSrv().get('/api/search').then(setDashboards);
  }, []);
  const entries: Entry[] = [
    { title: 'Dashboards', icon: 'apps', path: '/dashboards' },
    ...dashboards.map(({ uid, title }) => ({ title, path: `/d/${uid}` })),
    { title: 'Explore', icon: 'compass', path: '/explore' },
    { title: 'Data source', icon: 'database', path: `/connections/datasources/edit/${sourceUid}` },
  ];
  return (
    <nav className={styles.menu} aria-label="Main menu">
      <a href={locationUtil.assureBaseUrl('/')} className={cx(styles.brand, styles.wide)}>
        <img src="public/plugins/anomaly-monitoring-datasource/img/logo.svg" alt="" width={24} height={24} />
        <span>Anomaly Monitoring</span>
      </a>
      {entries.map((entry) => (
        <a
          key={entry.path}
          href={locationUtil.assureBaseUrl(entry.path)}
          className={cx(
            styles.entry,
            !entry.icon && cx(styles.child, styles.wide),
            path === entry.path && styles.current
          )}
          aria-current={path === entry.path ? 'page' : undefined}
        >
          {entry.icon && <Icon name={entry.icon} size="lg" />}
          <span>{entry.title}</span>
        </a>
      ))}
      <div className={cx(styles.switches, styles.wide)}>
        <DemoSwitches />
        <div className={styles.about}>
          <Choice label="Language" value={language()} options={LANGUAGES} onChange={takeLanguage} />
          <p>This page loads the built plugin as Grafana does. It has no alerting, editing or sign-in.</p>
        </div>
      </div>
    </nav>
  );
}

const getStyles = (theme: GrafanaTheme2) => {
  const narrow = theme.breakpoints.down('md');
  const line = { display: 'flex', alignItems: 'center', gap: theme.spacing(1), flex: 'none' };
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
    wide: css({ [narrow]: { display: 'none !important' } }),
    brand: css({
      ...line,
      height: 40,
      padding: theme.spacing(0, 1),
      marginBottom: theme.spacing(1),
      fontWeight: theme.typography.fontWeightMedium,
    }),
    entry: css({
      ...line,
      padding: theme.spacing(0.75, 1),
      borderRadius: theme.shape.radius.default,
      color: theme.colors.text.secondary,
      '&:hover': { background: theme.colors.action.hover, color: theme.colors.text.primary },
      [narrow]: { flexDirection: 'column', gap: 0, fontSize: theme.typography.bodySmall.fontSize },
    }),
    child: css({ paddingLeft: theme.spacing(4) }),
    current: css({
      color: theme.colors.text.primary,
      background: theme.colors.action.selected,
      boxShadow: `inset 3px 0 ${theme.colors.primary.border}`,
    }),
    switches: css({ marginTop: 'auto' }),
    about: css({
      padding: theme.spacing(1),
      fontSize: theme.typography.bodySmall.fontSize,
      color: theme.colors.text.secondary,
      p: { margin: theme.spacing(1, 0, 0) },
    }),
  };
};
