import { css } from '@emotion/css';
import { locationUtil } from '@grafana/data';
import { getBackendSrv } from '@grafana/runtime';
import { type IconName, IconButton, Select, Stack, Tab, TabsBar, useTheme2 } from '@grafana/ui';
import React, { useEffect, useState } from 'react';
import { LANGUAGES, language, takeLanguage } from '../boot/translations';

interface Props {
  /** The path of the open page. */
  path: string;
  sourceUid: string;
  onTheme: (name: 'dark' | 'light') => void;
}

/** The bar above every page: pages, language, theme. */
export function TopBar({ path, sourceUid, onTheme }: Props) {
  const { isDark } = useTheme2();
  const [dashboards, setDashboards] = useState<Array<[string, string, IconName]>>([]);
  useEffect(() => {
    const listed = getBackendSrv().get<Array<{ uid: string; title: string }>>('/api/search');
    void listed.then((all) => setDashboards(all.map(({ uid, title }) => [title, `/d/${uid}`, 'apps'])));
  }, []);
  const pages: typeof dashboards = [
    ...dashboards,
    ['Explore', '/explore', 'compass'],
    ['Data source', `/connections/datasources/edit/${sourceUid}`, 'database'],
  ];
  return (
    <header className={styles}>
      <TabsBar>
        {pages.map(([label, to, icon]) => (
          <Tab key={to} label={label} icon={icon} active={path === to} href={locationUtil.assureBaseUrl(to)} />
        ))}
      </TabsBar>
      <Stack alignItems="center">
        <Select
          aria-label="Language"
          width={14}
          value={language()}
          options={Object.entries(LANGUAGES).map(([value, label]) => ({ value, label }))}
          onChange={({ value = 'en-US' }) => takeLanguage(value)}
        />
        <IconButton
          name="palette"
          size="xl"
          tooltip={isDark ? 'Light theme' : 'Dark theme'}
          onClick={() => onTheme(isDark ? 'light' : 'dark')}
        />
      </Stack>
    </header>
  );
}

const styles = css({
  display: 'flex',
  flexWrap: 'wrap',
  gap: 8,
  justifyContent: 'space-between',
  padding: '4px 16px 0',
  // The tabs: as wide as possible, on as many lines as they need.
  '& > :first-child': { flex: 1 },
  '[role=tablist]': { flexWrap: 'wrap', height: 'auto' },
});
