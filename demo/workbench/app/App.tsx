import { css } from '@emotion/css';
import { type GrafanaTheme2, ThemeContext } from '@grafana/data';
import { getDataSourceSrv, locationService, LocationServiceProvider } from '@grafana/runtime';
import { GlobalStyles, LoadingPlaceholder, ModalRoot, ModalsProvider, PortalContainer, useStyles2 } from '@grafana/ui';
import React, { Suspense, useEffect, useState } from 'react';
import { Navigation } from './layout/Navigation';
import { Notifications } from './layout/Notifications';
import { Routing } from './layout/Routing';
import { startTheme, takeTheme, ThemeSwitch } from './layout/theme';
import { pageAt } from './pages/page-at';
import { DashboardPage, DashboardsPage, ExplorePage, SettingsPage } from './pages/pages';

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
  const { kind, uid } = pageAt(pathname);
  const sourceUid = getDataSourceSrv().getInstanceSettings(null)?.uid ?? '';
  const page = () => {
    switch (kind) {
      case 'dashboard':
        return <DashboardPage uid={uid} search={search} />;
      case 'settings':
        return <SettingsPage key={uid} uid={uid} />;
      case 'dashboards':
        return <DashboardsPage />;
      case 'explore':
        return <ExplorePage search={search} />;
    }
  };
  return (
    <div className={styles.shell}>
      <Navigation path={kind === 'dashboard' ? `/d/${encodeURIComponent(uid)}` : pathname} sourceUid={sourceUid} />
      <div className={styles.content}>
        <Suspense fallback={<LoadingPlaceholder text="Loading…" />}>{page()}</Suspense>
      </div>
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
