import { css } from '@emotion/css';
import { type GrafanaTheme2, locationUtil } from '@grafana/data';
import { getBackendSrv } from '@grafana/runtime';
import { Icon, type IconName, useStyles2 } from '@grafana/ui';
import React, { useEffect, useState } from 'react';
import { LANGUAGES, language, takeLanguage } from '../boot/translations';

interface Entry {
  title: string;
  path: string;
  icon: IconName;
}

/** The menu on the left; on a narrow page above it. */
export function Navigation({ path, sourceUid }: { path: string; sourceUid: string }) {
  const styles = useStyles2(getStyles);
  const [dashboards, setDashboards] = useState<Entry[]>([]);
  useEffect(() => {
    void getBackendSrv()
      .get('/api/search')
      .then((found: Array<{ uid: string; title: string }>) =>
        setDashboards(found.map(({ uid, title }) => ({ title, icon: 'apps', path: `/d/${uid}` })))
      );
  }, []);
  const entries: Entry[] = [
    ...dashboards,
    { title: 'Explore', icon: 'compass', path: '/explore' },
    { title: 'Data source', icon: 'database', path: `/connections/datasources/edit/${sourceUid}` },
  ];
  return (
    <nav className={styles} aria-label="Main menu">
      {entries.map((entry) => (
        <a
          key={entry.path}
          href={locationUtil.assureBaseUrl(entry.path)}
          aria-current={path === entry.path ? 'page' : undefined}
        >
          <Icon name={entry.icon} />
          {entry.title}
        </a>
      ))}
      <select aria-label="Language" value={language()} onChange={({ target }) => takeLanguage(target.value)}>
        {Object.entries(LANGUAGES).map(([code, name]) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </select>
    </nav>
  );
}

const getStyles = (theme: GrafanaTheme2) =>
  css({
    position: 'sticky',
    top: 0,
    flex: 'none',
    width: 220,
    height: '100vh',
    overflowY: 'auto',
    display: 'flex',
    flexDirection: 'column',
    gap: 2,
    padding: theme.spacing(1),
    background: theme.colors.background.primary,
    borderRight: `1px solid ${theme.colors.border.weak}`,
    [theme.breakpoints.down('md')]: { position: 'static', width: '100%', height: 'auto' },
    a: {
      display: 'flex',
      alignItems: 'center',
      gap: theme.spacing(1),
      padding: theme.spacing(0.75, 1),
      borderRadius: theme.shape.radius.default,
      color: theme.colors.text.secondary,
      '&:hover, &[aria-current]': { background: theme.colors.action.selected, color: theme.colors.text.primary },
    },
    select: { width: 'auto', margin: theme.spacing(2, 1), color: theme.colors.text.primary, background: 'none' },
    option: { background: theme.colors.background.primary },
  });
