import { css } from '@emotion/css';
import { type GrafanaTheme2, ThemeContext } from '@grafana/data';
import { getDataSourceSrv, locationService, LocationServiceProvider } from '@grafana/runtime';
import { GlobalStyles, ModalRoot, ModalsProvider, PortalContainer, useStyles2 } from '@grafana/ui';
import React, { useEffect, useState } from 'react';
import { Navigation } from './layout/Navigation';
import { Notifications } from './layout/Notifications';
import { Routing } from './layout/Routing';
import { startTheme, takeTheme, ThemeSwitch } from './layout/theme';
import { DashboardPage } from './pages/DashboardPage';
import { DashboardsPage } from './pages/DashboardsPage';
import { ExplorePage } from './pages/ExplorePage';
import { SettingsPage } from './pages/SettingsPage';

export function App() {
  const [theme, setTheme] = useState(startTheme);
  return (
    <ThemeSwitch.Provider value={(name) => setTheme(takeTheme(name))}>
      <ThemeContext.Provider value={theme}>
        <GlobalStyles />
        <LocationServiceProvider service={locationService}>
          <Routing>
            <ModalsProvider>
              {/* Canvases keep the colours they were painted with: a new theme draws everything anew. */}
              <Shell key={theme.name} />
              <Notifications />
              <ModalRoot />
            </ModalsProvider>
          </Routing>
        </LocationServiceProvider>
        <PortalContainer />
      </ThemeContext.Provider>
    </ThemeSwitch.Provider>
  );
}

function Shell() {
  const styles = useStyles2(getStyles);
  const { pathname, search } = useLocation();
  const [, kind, uid] = /^\/(d|connections\/datasources\/edit)\/([^/]+)/.exec(pathname) ?? [];
  const sourceUid = getDataSourceSrv().getInstanceSettings(null)?.uid ?? '';
  const page = () => {
    if (kind === 'd') {
      return <DashboardPage uid={decodeURIComponent(uid)} search={search} />;
    }
    if (kind) {
      return <SettingsPage key={uid} uid={decodeURIComponent(uid)} />;
    }
    switch (pathname) {
      case '/dashboards':
        return <DashboardsPage />;
      case '/explore':
        return <ExplorePage search={search} />;
      default:
        return <DashboardPage uid="corridors" search={search} />;
    }
  };
  return (
    <div className={styles.shell}>
      <Navigation
        path={kind === 'd' ? `/d/${uid}` : pathname === '/' ? '/d/corridors' : pathname}
        sourceUid={sourceUid}
      />
      <div className={styles.content}>{page()}</div>
    </div>
  );
}

function useLocation() {
  const [location, setLocation] = useState(locationService.getLocation());
  useEffect(() => {
    const subscription = locationService.getLocationObservable().subscribe((next) => setLocation(next));
    return () => subscription.unsubscribe();
  }, []);
  return location;
}

const getStyles = (theme: GrafanaTheme2) => ({
  shell: css({ display: 'flex', minHeight: '100vh', background: theme.colors.background.canvas }),
  content: css({ flex: 1, minWidth: 0, [theme.breakpoints.down('md')]: { paddingBottom: 56 } }),
});
