import { css } from '@emotion/css';
import { createTheme, ThemeContext } from '@grafana/data';
import { config, getDataSourceSrv, locationService, LocationServiceProvider } from '@grafana/runtime';
import { GlobalStyles, LoadingPlaceholder, ModalRoot, ModalsProvider, PortalContainer, useTheme2 } from '@grafana/ui';
import React, { lazy, Suspense, useEffect, useState } from 'react';
import { Routing } from './layout/Routing';
import { Toasts } from './layout/Toasts';
import { TopBar } from './layout/TopBar';

const LANDING = '/d/anomaly-monitoring-overview';

// Each page is loaded when it is first opened.
const DashboardPage = lazy(() => import('./pages/DashboardPage').then((page) => ({ default: page.DashboardPage })));
const ExplorePage = lazy(() => import('./pages/ExplorePage').then((page) => ({ default: page.ExplorePage })));
const SettingsPage = lazy(() => import('./pages/SettingsPage').then((page) => ({ default: page.SettingsPage })));

export function App() {
  const [theme, setTheme] = useState(config.theme2);
  /** For the libraries, the address, and the next visit. */
  const takeTheme = (name: 'dark' | 'light') => {
    config.theme2 = createTheme({ colors: { mode: name } });
    document.documentElement.style.colorScheme = name;
    localStorage.setItem('workbench.theme', name);
    locationService.partial({ theme: name }, true);
    setTheme(config.theme2);
  };
  return (
    <ThemeContext.Provider value={theme}>
      <GlobalStyles />
      <LocationServiceProvider service={locationService}>
        <Routing>
          <ModalsProvider>
            {/* Canvases keep their colors, so a new theme redraws everything. */}
            <Shell key={theme.name} onTheme={takeTheme} />
            <Toasts />
            <ModalRoot />
          </ModalsProvider>
        </Routing>
      </LocationServiceProvider>
      <PortalContainer />
    </ThemeContext.Provider>
  );
}

function Shell({ onTheme }: { onTheme: (name: 'dark' | 'light') => void }) {
  const { colors } = useTheme2();
  const [{ pathname, search }, setLocation] = useState(locationService.getLocation());
  useEffect(() => {
    const subscription = locationService.getLocationObservable().subscribe((next) => setLocation(next));
    return () => subscription.unsubscribe();
  }, []);
  const path = pathname === '/' ? LANDING : pathname.replace(/^(\/d\/[^/]+).*/, '$1');
  const uid = decodeURIComponent(path.slice(path.lastIndexOf('/') + 1));
  const sourceUid = getDataSourceSrv().getInstanceSettings(null)?.uid ?? '';
  return (
    <div className={css({ minHeight: '100vh', background: colors.background.canvas })}>
      <TopBar {...{ path, sourceUid, onTheme }} />
      <Suspense fallback={<LoadingPlaceholder text="Loading…" />}>
        {path.startsWith('/d/') && <DashboardPage uid={uid} search={search} />}
        {path.startsWith('/connections/') && <SettingsPage key={uid} uid={uid} />}
        {path === '/explore' && <ExplorePage search={search} />}
      </Suspense>
    </div>
  );
}
