import { css } from '@emotion/css';
import { locationUtil, ThemeContext } from '@grafana/data';
import { config, getBackendSrv, locationService, LocationServiceProvider } from '@grafana/runtime';
import { GlobalStyles, PortalContainer, Tab, TabsBar, useTheme2 } from '@grafana/ui';
import React, { useMemo } from 'react';
// @ts-expect-error It has no types.
import { Router } from 'react-router-dom';
import { CompatRouter } from 'react-router-dom-v5-compat';
import useAsync from 'react-use/lib/useAsync';
import useObservable from 'react-use/lib/useObservable';
import { DashboardPage } from './pages/DashboardPage';
import { ExplorePage } from './pages/ExplorePage';

const LANDING = '/d/anomaly-monitoring-overview';

export function App() {
  return (
    <ThemeContext.Provider value={config.theme2}>
      <GlobalStyles />
      <LocationServiceProvider service={locationService}>
        <Router history={locationService.getHistory()}>
          <CompatRouter>
            <Shell />
          </CompatRouter>
        </Router>
      </LocationServiceProvider>
      <PortalContainer />
    </ThemeContext.Provider>
  );
}

function Shell() {
  const { colors } = useTheme2();
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
      </header>
      {path === '/explore' ? (
        <ExplorePage search={search} />
      ) : (
        <DashboardPage uid={path.replace(/^\/(d\/)?/, '')} search={search} />
      )}
    </div>
  );
}

/** As wide as possible, on as many lines as its tabs need. */
const BAR = css({ padding: '4px 16px 0', '[role=tablist]': { flexWrap: 'wrap', height: 'auto' } });
