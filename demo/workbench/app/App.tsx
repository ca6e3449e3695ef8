import { css } from '@emotion/css';
import { AppEvents, locationUtil, ThemeContext } from '@grafana/data';
import { config, getAppEvents, getBackendSrv, locationService, LocationServiceProvider } from '@grafana/runtime';
import {
  Alert,
  GlobalStyles,
  IconButton,
  LoadingPlaceholder,
  PortalContainer,
  Tab,
  TabsBar,
  useTheme2,
} from '@grafana/ui';
import React, { lazy, Suspense, useMemo } from 'react';
// @ts-expect-error It has no types.
import { Router } from 'react-router-dom';
import { CompatRouter } from 'react-router-dom-v5-compat';
import useAsync from 'react-use/lib/useAsync';
import useObservable from 'react-use/lib/useObservable';
import { map, startWith, switchMap, timer } from 'rxjs';

const LANDING = '/d/anomaly-monitoring-overview';

const DashboardPage = lazy(() => import('./pages/DashboardPage'));
const ExplorePage = lazy(() => import('./pages/ExplorePage'));

export function App() {
  return (
    <ThemeContext.Provider value={config.theme2}>
      <GlobalStyles />
      <LocationServiceProvider service={locationService}>
        <Router history={locationService.getHistory()}>
          <CompatRouter>
            <Shell />
            <Toast />
          </CompatRouter>
        </Router>
      </LocationServiceProvider>
      <PortalContainer />
    </ThemeContext.Provider>
  );
}

/** Like a Grafana, which loads its page again. */
function takeTheme(theme: string) {
  locationService.partial({ theme }, true);
  window.location.reload();
}

function Shell() {
  const { colors, isDark } = useTheme2();
  const locations = useMemo(() => locationService.getLocationObservable(), []);
  const { pathname, search } = useObservable(locations, locationService.getLocation());
  const path = pathname === '/' ? LANDING : pathname.replace(/^(\/d\/[^/]+).*/, '$1');
  const dashboards = useAsync(() => getBackendSrv().get<Array<{ uid: string; title: string }>>('/api/search'), []);
  const pages = [...(dashboards.value ?? []).map(({ uid, title }) => [title, `/d/${uid}`]), ['Explore', '/explore']];
  return (
    <div className={css({ minHeight: '100vh', background: colors.background.canvas })}>
      <header className={BAR}>
        <TabsBar>
          {pages.map(([label, to]) => (
            <Tab key={to} label={label} active={path === to} href={locationUtil.assureBaseUrl(to)} />
          ))}
        </TabsBar>
        <IconButton
          name="palette"
          size="xl"
          tooltip={isDark ? 'Light theme' : 'Dark theme'}
          onClick={() => takeTheme(isDark ? 'light' : 'dark')}
        />
      </header>
      <Suspense fallback={<LoadingPlaceholder text="Loading…" />}>
        {path === '/explore' ? (
          <ExplorePage search={search} />
        ) : (
          <DashboardPage uid={path.replace(/^\/(d\/)?/, '')} search={search} />
        )}
      </Suspense>
    </div>
  );
}

/** A message after a click, for example that a text was copied. */
function Toast() {
  const texts = useMemo(() => {
    const event = { type: AppEvents.alertSuccess.name } as never;
    const said = getAppEvents().getStream<{ type: string; payload: string[] }>(event);
    return said.pipe(
      switchMap(({ payload: [text] }) =>
        timer(5000).pipe(
          map(() => ''),
          startWith(text)
        )
      )
    );
  }, []);
  const text = useObservable(texts, '');
  return text ? (
    <div className={css({ position: 'fixed', top: 60, right: 16, zIndex: 9999 })}>
      <Alert elevated severity="success" title={text} />
    </div>
  ) : null;
}

const BAR = css({
  display: 'flex',
  gap: 8,
  padding: '4px 16px 0',
  // The tabs: as wide as possible, on as many lines as they need.
  '& > :first-child': { flex: 1 },
  '[role=tablist]': { flexWrap: 'wrap', height: 'auto' },
});
