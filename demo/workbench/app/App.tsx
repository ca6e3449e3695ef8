import { css } from '@emotion/css';
import { createTheme, type GrafanaTheme2, ThemeContext } from '@grafana/data';
import { config, getDataSourceSrv, locationService, LocationServiceProvider } from '@grafana/runtime';
import { GlobalStyles, LoadingPlaceholder, ModalRoot, ModalsProvider, PortalContainer, useStyles2 } from '@grafana/ui';
import React, { lazy, Suspense, useEffect, useState } from 'react';
import { Navigation } from './layout/Navigation';
import { ThemeSwitch } from './layout/Page';
import { Routing } from './layout/Routing';

const LANDING = '/d/anomaly-monitoring-overview';

// Each page is loaded when it is first shown.
const DashboardPage = lazy(() => import('./pages/DashboardPage').then((page) => ({ default: page.DashboardPage })));
const ExplorePage = lazy(() => import('./pages/ExplorePage').then((page) => ({ default: page.ExplorePage })));
const SettingsPage = lazy(() => import('./pages/SettingsPage').then((page) => ({ default: page.SettingsPage })));

export function App() {
  const [theme, setTheme] = useState(config.theme2);
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

/** Makes a theme the page's: for the libraries, the address and the next visit. */
function takeTheme(name: 'dark' | 'light'): GrafanaTheme2 {
  config.theme2 = createTheme({ colors: { mode: name } });
  document.documentElement.style.colorScheme = name;
  localStorage.setItem('workbench.theme', name);
  locationService.partial({ theme: name }, true);
  return config.theme2;
}

function Shell() {
  const styles = useStyles2(getStyles);
  const { pathname, search } = useLocation();
  const path = pathname === '/' ? LANDING : pathname.replace(/^(\/d\/[^/]+).*/, '$1');
  const uid = decodeURIComponent(path.slice(path.lastIndexOf('/') + 1));
  const sourceUid = getDataSourceSrv().getInstanceSettings(null)?.uid ?? '';
  return (
    <div className={styles.shell}>
      <Navigation path={path} sourceUid={sourceUid} />
      <div className={styles.content}>
        <Suspense fallback={<LoadingPlaceholder text="Loading…" />}>
          {path.startsWith('/d/') && <DashboardPage uid={uid} search={search} />}
          {path.startsWith('/connections/') && <SettingsPage key={uid} uid={uid} />}
          {path === '/explore' && <ExplorePage search={search} />}
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
  shell: css({
    display: 'flex',
    minHeight: '100vh',
    background: theme.colors.background.canvas,
    [theme.breakpoints.down('md')]: { flexDirection: 'column' },
  }),
  content: css({ flex: 1, minWidth: 0 }),
});
