import { type ComponentType, lazy } from 'react';
import { pageAt } from './page-at';

/** Each page is loaded when it is first shown. */
const load = {
  dashboard: () =>
    import(/* webpackChunkName: "dashboard" */ './DashboardPage').then((page) => ({ default: page.DashboardPage })),
  dashboards: () =>
    import(/* webpackChunkName: "dashboards" */ './DashboardsPage').then((page) => ({ default: page.DashboardsPage })),
  explore: () =>
    import(/* webpackChunkName: "explore" */ './ExplorePage').then((page) => ({ default: page.ExplorePage })),
  settings: () =>
    import(/* webpackChunkName: "settings" */ './SettingsPage').then((page) => ({ default: page.SettingsPage })),
};

export const DashboardPage = lazy(load.dashboard);
export const DashboardsPage = lazy(load.dashboards);
export const ExplorePage = lazy(load.explore);
export const SettingsPage = lazy(load.settings);

/** Loads the page of an address ahead of its first drawing. */
export function loadPage(pathname: string): Promise<{ default: ComponentType<never> }> {
  return load[pageAt(pathname).kind]() as Promise<{ default: ComponentType<never> }>;
}
