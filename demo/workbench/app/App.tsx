import { css } from '@emotion/css';
import { type GrafanaTheme2, ThemeContext } from '@grafana/data';
import { getDataSourceSrv, locationService, LocationServiceProvider } from '@grafana/runtime';
import { GlobalStyles, LoadingPlaceholder, ModalRoot, ModalsProvider, PortalContainer, useStyles2 } from '@grafana/ui';
import React, { Suspense, useEffect, useState } from 'react';
import { Navigation } from './layout/Navigation';
import { Routing } from './layout/Routing';
import { startTheme, takeTheme, ThemeSwitch } from './layout/theme';
import { pageAt } from './pages/page-at';
import { DashboardPage, DashboardsPage, ExplorePage, SettingsPage } from './pages/lazy';

export function App() {
  const [theme, setTheme] = useState(startTheme);
  return (
    <ThemeSwitch.Provider value={(name) => setTheme(takeTheme(name))}>
      <ThemeContext.Provider value={theme}>
        <GlobalStyles />
        <LocationServiceProvider service={locationService}>
          <Routing>
            <ModalsProvider>
              {/* Canvases keep the colors they were painted with: a new theme draws everything again. */}
              <Shell key={theme.name} />
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
  return (
    <div className={styles.shell}>
      <Navigation path={kind === 'dashboard' ? `/d/${encodeURIComponent(uid)}` : pathname} sourceUid={sourceUid} />
      <div className={styles.content}>
        <Suspense fallback={<LoadingPlaceholder text="Loading…" />}>
          {kind === 'dashboard' && <DashboardPage uid={uid} search={search} />}
          {kind === 'settings' && <SettingsPage key={uid} uid={uid} />}
          {kind === 'dashboards' && <DashboardsPage />}
          {kind === 'explore' && <ExplorePage search={search} />}
        </Suspense>
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
